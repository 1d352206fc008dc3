// A breaker’s states: what belongs to an earlier one is late, what half-open calls come to decides alone, and what a person has said stays.
import { expect, it } from 'vitest'
import { BRK, cases, type Kit, type Layers } from '../kit.ts'
import { failures, fails, open, times } from '../outcomes.ts'

const err = new Error('x')
const transitions = ({ ev }: Kit) => ev('circuitBreaker.stateTransition').map(({ from, to }) => `${from} ${to}`)

cases('eras: a breaker', (kit) => {
  it.each<[string, Layers]>([
    ['CB-02 · behind a retry', { retry: { maxAttempts: 1 } }],
    ['CB-02 · by key', { circuitBreaker: { ...BRK, key: () => 'k' } }],
    ['CB-02 · outside of a deadline that is longer', { timeout: '1h' }],
  ])('%s: a probe that hangs is replaced, and counts for nothing when it comes', async (_, layers) => {
    const k = kit()
    const m = open()
    const f = k.R(m, { circuitBreaker: BRK, ...layers })
    await failures([f(), f()].map((call, i) => { m.pending[i]!.reject(err); return call }))
    await k.adv(1000)
    const hung = f()
    await k.adv(999)
    expect(await k.st(f())).toMatchObject(['err', { state: 'HALF_OPEN', retryAfterMs: 0 }])
    await k.adv(1)
    const second = f()
    m.pending[3]!.resolve('ok')
    expect(await k.st(second)).toEqual(['ok', 'ok'])
    m.pending[2]!.reject(err)
    expect(await k.st(hung)).toEqual(['err', err])
    const rows = k.reg.snapshot().circuitBreaker!
    expect(rows.find(({ calls, lateResults }) => calls === 0 && lateResults === 1)).toMatchObject({ state: 'CLOSED' })
  })

  it('CB-02 · with maxHalfOpenWait of 0 nobody is let in anew, and the hung one still decides', async () => {
    const { R, reg, id, adv, st } = kit()
    const m = open()
    const f = R(m, { circuitBreaker: { ...BRK, maxHalfOpenWait: '0' } })
    reg.circuitBreaker(id(f)).halfOpen()
    const hung = f()
    await adv(86_400_000)
    expect(await st(f())).toMatchObject(['err', { state: 'HALF_OPEN' }])
    m.pending[0]!.resolve('ok')
    await hung
    expect(reg.circuitBreaker(id(f)).state).toBe('CLOSED')
  })

  it.each<[string, object, Layers]>([
    ['CB-04 · after an opening by failures', { ...BRK, halfOpenCalls: 3 }, {}],
    ['CB-04 · of a window of time', { windowDuration: '10s', minimumCalls: 2, waitInOpen: '1s', halfOpenCalls: 3 }, {}],
    ['CB-04 · of a hedge that begins all at once', { ...BRK, halfOpenCalls: 3 }, { hedge: { delay: '0', maxAttempts: 2, budgetPercent: 0 } }],
    ['CB-04 · of retries that come together', { ...BRK, halfOpenCalls: 3 }, { retry: { maxAttempts: 2, delay: '1s', backoff: 'fixed', retryOn: 'throwable' } }],
  ])('%s: no more are let in than halfOpenCalls, by one transition', async (_, circuitBreaker, layers) => {
    const k = kit()
    const m = open()
    const f = k.R(m, { circuitBreaker, ...layers })
    k.reg.circuitBreaker(k.id(f)).open('1s')
    await k.adv(1000)
    const begun = m.calls
    const calls = failures(times(30, () => f()))
    await k.adv(0)
    expect(m.calls - begun).toBe(3)
    expect(transitions(k).filter((each) => each === 'OPEN HALF_OPEN')).toHaveLength(1)
    for (const call of m.pending) call.resolve()
    await k.adv(10_000)
    for (const call of m.pending) call.resolve()
    await calls
  })

  it.each<[string, (k: Kit, f: (...args: any[]) => any, m: ReturnType<typeof open>) => void | Promise<unknown>]>([
    ['CB-07 · failures of calls that were let in before it opened', async (k, _, m) => {
      for (const call of m.pending.slice(5)) call.reject(err)
      await k.adv(0)
    }],
    ['CB-07 · configuration of the wait', (k, f) => k.configure(f, { circuitBreaker: { waitInOpen: '1h' } })],
    ['CB-07 · looking at it', (k, f) => void k.snap(f)],
    ['CB-07 · refused calls', async (_, f) => failures(times(9, () => f()))],
  ])('the end of the wait isn’t moved by %s', async (_, act) => {
    const k = kit()
    const m = open()
    const f = k.R(m, { circuitBreaker: { windowSize: 5, minimumCalls: 5, waitInOpen: '60s' } })
    const calls = failures(times(8, () => f()))
    for (const call of m.pending.slice(0, 5)) call.reject(err)
    await k.adv(30_000)
    await act(k, f, m)
    for (const call of m.pending.slice(5)) call.reject(err)
    await calls
    expect(transitions(k)).toEqual(['CLOSED OPEN'])
    await k.adv(29_999)
    expect(await k.st(f())).toMatchObject(['err', { retryAfterMs: 1 }])
    await k.adv(1)
    expect(await k.st(f())).toBe('pending')
    m.pending.at(-1)!.resolve()
  })

  it.each<[string, object, string, string[]]>([
    ['CB-08 · slow calls decide as failures do', { halfOpenCalls: 4, failureRate: 100, slowCallDuration: '100ms', slowCallRate: 50 }, 'S..S', ['HALF_OPEN', 'HALF_OPEN', 'HALF_OPEN', 'OPEN']],
    ['CB-08 · slow and failed ones aren’t added up', { halfOpenCalls: 4, failureRate: 75, slowCallDuration: '100ms', slowCallRate: 75 }, 'SF..', ['HALF_OPEN', 'HALF_OPEN', 'CLOSED', 'CLOSED']],
    ['CB-23 · successes close as soon as neither rate can be reached', { halfOpenCalls: 10, failureRate: 50, slowCallDuration: '1h', slowCallRate: 20 }, '.........', [...Array(8).fill('HALF_OPEN'), 'CLOSED']],
    ['CB-23 · with failures in between', { halfOpenCalls: 10, failureRate: 50 }, 'F.F......', [...Array(7).fill('HALF_OPEN'), 'CLOSED', 'CLOSED']],
    ['CB-09 · two probes, whatever minimumCalls is', { windowSize: 100, minimumCalls: 100, halfOpenCalls: 2, failureRate: 100 }, 'FF', ['HALF_OPEN', 'OPEN']],
    ['CB-09 · a window of time asks for a hundred calls, half-open for one', { windowDuration: '10s', halfOpenCalls: 1 }, 'F', ['OPEN']],
    ['CB-09 · a slow probe decides alone', { halfOpenCalls: 1, slowCallDuration: '100ms', minimumCalls: 50 }, 'S', ['OPEN']],
    ['CB-22 · half-open calls an hour apart, with slow ones', { windowDuration: '1s', halfOpenCalls: 3, failureRate: 100, slowCallDuration: '100ms', slowCallRate: 60, minimumCalls: 1 }, 'S S', ['HALF_OPEN', 'HALF_OPEN', 'OPEN']],
    ['CB-22 · half-open calls that are further apart than maxHalfOpenWait', { windowDuration: '1s', halfOpenCalls: 3, failureRate: 60, maxHalfOpenWait: '1s' }, 'F F', ['HALF_OPEN', 'HALF_OPEN', 'OPEN']],
  ])('%s', async (_, circuitBreaker, letters, states) => {
    const { R, reg, id, run, after, adv } = kit()
    const left = [...letters]
    const f = R(async () => {
      const letter = left.shift()
      if (letter === 'S') await after(200)
      if (letter === 'F') throw err
    }, { circuitBreaker })
    const b = reg.circuitBreaker(id(f))
    b.halfOpen()
    const seen: string[] = []
    for (let i = 0; i < states.length; i++) {
      await failures([run(f)])
      seen.push(b.state)
      // CB-22 and CB-23: seldom calls
      await adv(3_600_000)
      if (b.state === 'OPEN') break
    }
    expect(seen).toEqual(states.slice(0, seen.length))
  })

  it.each<[string, (b: ReturnType<Kit['reg']['circuitBreaker']>) => void, string]>([
    ['CB-14 · forceOpen() while half-open', (b) => { b.halfOpen(); b.forceOpen() }, 'FORCED_OPEN'],
    ['CB-14 · metricsOnly() while half-open', (b) => { b.halfOpen(); b.metricsOnly() }, 'METRICS_ONLY'],
    ['CB-14 · disable() behind forceOpen()', (b) => { b.open('1s'); b.forceOpen(); b.disable() }, 'DISABLED'],
    ['CB-14 · forceOpen() behind metricsOnly()', (b) => { b.open('1s'); b.metricsOnly(); b.forceOpen() }, 'FORCED_OPEN'],
  ])('%s: only a person leaves it, whatever calls come to', async (_, act, state) => {
    const { R, reg, id, adv, st, forget, ev } = kit()
    const m = fails(Infinity)
    const f = R(m, { circuitBreaker: BRK })
    const b = reg.circuitBreaker(id(f))
    act(b)
    forget()
    for (let i = 0; i < 9; i++) {
      await failures([f()])
      await adv(3_600_000)
    }
    expect([b.state, m.calls]).toEqual([state, state === 'FORCED_OPEN' ? 0 : 9])
    expect(ev('circuitBreaker.stateTransition')).toEqual([])
    b.reset()
    expect((await st(f()))[1]).toMatchObject({ message: 'x' })
    expect(b.state).toBe('CLOSED')
  })

  it.each<[string, object, string, number]>([
    ['CB-19 · of slow calls alone', { slowCallDuration: '100ms', failureRate: 100 }, 'SSS....SSS', 2],
    ['CB-19 · a rate that is left and reached again at once', { minimumCalls: 1, windowSize: 1 }, 'F.F.F', 3],
    ['CB-19 · a second metricsOnly() is none', { minimumCalls: 3 }, 'FFF', 1],
  ])('%s: each excursion is told once', async (name, more, letters, count) => {
    const { R, reg, id, run, after, ev } = kit()
    const left = [...letters]
    const f = R(async () => {
      const letter = left.shift()
      if (letter === 'S') await after(200)
      if (letter === 'F') throw err
    }, { circuitBreaker: { windowSize: 3, minimumCalls: 3, failureRate: 50, ...more } })
    reg.circuitBreaker(id(f)).metricsOnly()
    while (left.length > 0) {
      await failures([run(f)])
      if (name.includes('second')) reg.circuitBreaker(id(f)).metricsOnly()
    }
    expect(ev('circuitBreaker.thresholdExceeded')).toHaveLength(count)
    expect(ev('circuitBreaker.rejected')).toEqual([])
  })

  it.each<[string, (k: Kit, f: (...args: any[]) => any) => unknown]>([
    ['CB-25 · its handle', (k, f) => [k.reg.circuitBreaker(k.id(f)).state, k.reg.circuitBreaker(k.id(f)).state]],
    ['CB-25 · a check of the registry', (k) => k.reg.check()],
    ['CB-25 · a listener that looks, while others are refused', async (k, f) => {
      k.reg.on('circuitBreaker.rejected', () => k.snap(f))
      await k.st(f()).catch(() => {})
    }],
    ['CB-25 · events as text', (k) => JSON.stringify(k.ev())],
  ])('looking changes nothing: %s', async (name, look) => {
    const k = kit()
    const f = k.R(async () => 'ok', { circuitBreaker: BRK })
    k.reg.circuitBreaker(k.id(f)).open('1s')
    await k.adv(name.includes('refused') ? 500 : 1000)
    await look(k, f)
    await look(k, f)
    expect(transitions(k)).toEqual(['CLOSED OPEN'])
    await k.adv(500)
    expect(await k.st(f())).toEqual(['ok', 'ok'])
  })
})
