// What a breaker counts, and what its handle does.
import { expect, it } from 'vitest'
import { BulkheadFullError, CallTimeoutError, LimitExceededError, RateLimitExceededError } from '@resilience4cata/policies/index'
import { BRK, cases, type Kit } from './kit.ts'
import { codes, failures, open, rejectOnAbort, spy, times } from './outcomes.ts'

/** Outcomes by letters, for a breaker of these options: F fails, S succeeds; in small, it takes no time. */
async function by({ R, run, after, reg, id }: Kit, circuitBreaker: object, letters: string, prepare = (_: ReturnType<Kit['R']>) => {}) {
  const left = [...letters]
  const f = R(async () => {
    const letter = left.shift()!
    if (letter === 'F') await after(200)
    if (letter === 'F' || letter === 'f') throw new Error('F')
    return 'S'
  }, { circuitBreaker })
  prepare(f)
  const results: unknown[] = []
  while (left.length > 0) results.push(await run(f).catch((error: Error) => error.name))
  return { f, results, state: reg.circuitBreaker(id(f)).state }
}

cases('circuit breaker: records', (kit) => {
  it.each([
    ['fff', { windowSize: 3, failureRate: 100 }, 'OPEN'],
    ['ffS', { windowSize: 3, failureRate: 100 }, 'CLOSED'],
    ['SSff', { windowSize: 4, minimumCalls: 4, failureRate: 50 }, 'OPEN'],
    ['SSff', { windowSize: 4, minimumCalls: 4, failureRate: 51 }, 'CLOSED'],
    ['S'.repeat(67) + 'f'.repeat(33), { failureRate: 33.3 }, 'CLOSED'],
    ['S'.repeat(66) + 'f'.repeat(34), { failureRate: 33.3 }, 'OPEN'],
    ['S'.repeat(342) + 'f'.repeat(33), { windowSize: 375, minimumCalls: 375, failureRate: 8.8 }, 'OPEN'],
    ['f'.repeat(33) + 'S'.repeat(342), { windowSize: 375, minimumCalls: 375, failureRate: 8.8 }, 'OPEN'],
    ['S'.repeat(93) + 'f'.repeat(7), { failureRate: 7 }, 'OPEN'],
  ])('CB-13 · a rate exactly at the threshold opens: %s %o %s', async (letters, options, state) => {
    expect((await by(kit(), options, letters)).state).toBe(state)
  })

  it('CB-16 · calls that the caller has cancelled aren’t recorded', async () => {
    const { R, ac, snap } = kit()
    const f = R((o) => rejectOnAbort(o.signal), { circuitBreaker: BRK })
    const cs = times(10, ac)
    const calls = cs.map(({ signal }) => f({ signal }))
    for (const c of cs) c.abort(new Error('why'))
    expect((await failures(calls)).map(({ message }) => message)).toEqual(Array(10).fill('why'))
    expect(snap(f)['circuitBreaker']).toMatchObject({ calls: 0, failures: 0, state: 'CLOSED' })
  })

  it('CB-16 · nor by a value: one that comes after the abort is a success', async () => {
    const { R, ac, snap, st } = kit()
    const m = open()
    const f = R(m, { circuitBreaker: BRK })
    const c = ac()
    const p = f({ signal: c.signal })
    c.abort()
    m.pending[0]!.resolve('v')
    expect(await st(p)).toEqual(['ok', 'v'])
    expect(snap(f)['circuitBreaker']).toMatchObject({ calls: 1, failures: 0 })
  })

  it.each([['an abort under a timeout', { timeout: '1m' }], ['an abort under a hedge', { hedge: { delay: '1m' } }]])('CB-16 · %s', async (_, layers) => {
    const { R, ac, snap, hang } = kit()
    const f = R(hang, { circuitBreaker: BRK, ...layers })
    const cs = times(10, ac)
    const calls = cs.map(({ signal }) => f({ signal }))
    for (const c of cs) c.abort(new Error('why'))
    await failures(calls)
    expect(snap(f)['circuitBreaker']).toMatchObject({ calls: 0, failures: 0, state: 'CLOSED' })
  })

  it('CB-19 · metrics only: one event for each excursion of each rate, and nothing is rejected', async () => {
    const k = kit()
    const { results, state } = await by(k, { windowSize: 3, minimumCalls: 3, failureRate: 50, slowCallDuration: '100ms' }, 'FFFSSSSFFF', (f) => k.reg.circuitBreaker(k.id(f)).metricsOnly())
    expect(state).toBe('METRICS_ONLY')
    expect(k.ev('circuitBreaker.thresholdExceeded').map(({ kind }) => kind).sort()).toEqual(['FAILURE', 'FAILURE', 'SLOW', 'SLOW'])
    expect(results).not.toContain('CallNotPermittedError')
  })

  it('CB-20 · a full bulkhead inside counts, unless it is said not to', async () => {
    const state = async (circuitBreaker: object) => {
      const { R, snap, hang } = kit()
      const f = R(hang, { circuitBreaker, bulkhead: { maxConcurrent: 1 } })
      void f()
      await failures(times(3, () => f()))
      return snap(f)['circuitBreaker']
    }
    expect(await state(BRK)).toMatchObject({ state: 'OPEN', failures: 2 })
    expect(await state({ ...BRK, ignoreOn: [BulkheadFullError] })).toMatchObject({ state: 'CLOSED', calls: 0 })
    expect(await state({ ...BRK, ownRejections: 'ignore' })).toMatchObject({ state: 'CLOSED', calls: 0 })
  })

  it('CB-20 · likewise a limiter and an adaptive limit; a timeout always counts', async () => {
    const { R, snap, hang, adv } = kit()
    const limiter = R(hang, { circuitBreaker: { ...BRK, ownRejections: 'ignore' }, rateLimiter: { permits: 1 } })
    const limit = R(hang, { circuitBreaker: { ...BRK, ownRejections: 'ignore' }, adaptiveLimit: { initialLimit: 1 } })
    const timed = R(hang, { circuitBreaker: { ...BRK, ownRejections: 'ignore' }, timeout: '1s' })
    for (const [f, error] of [[limiter, RateLimitExceededError], [limit, LimitExceededError]] as const) {
      void f()
      for (const failure of await failures(times(3, () => f()))) expect(failure).toBeInstanceOf(error)
      expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED', calls: 0 })
    }
    const calls = times(2, () => timed())
    for (const call of calls) call.catch(() => {})
    await adv(1000)
    for (const failure of await failures(calls)) expect(failure).toBeInstanceOf(CallTimeoutError)
    expect(snap(timed)['circuitBreaker']).toMatchObject({ state: 'OPEN', failures: 2 })
  })

  it('CB-20 · the build says so once', () => {
    const site = (breaker: string, inner: string) => codes(`export class S { @CircuitBreaker(${breaker}) @${inner} async f() { return 1 } }`)
    expect(site('', 'Bulkhead()')).toEqual(['R4C-HNT-001'])
    expect(site('', 'RateLimiter()')).toEqual(['R4C-HNT-001'])
    expect(site('', 'AdaptiveLimit()')).toEqual(['R4C-HNT-001'])
    expect(site('{ ignoreOn: [BulkheadFullError] }', 'Bulkhead()')).toEqual([])
    for (const word of ['ignore', 'record']) expect(site(`{ ownRejections: '${word}' }`, 'Bulkhead()')).toEqual([])
  })

  it('CB-21 · nothing is shared with the caller or with another breaker', async () => {
    const { R, snap } = kit()
    const cfg: { windowSize: number } = { ...BRK }
    const error = new Error('x')
    const [a, b] = times(2, () => R(async () => { throw error }, { circuitBreaker: cfg }))
    cfg.windowSize = 1
    await failures([a!(), b!()])
    expect([snap(a!)['circuitBreaker'], snap(b!)['circuitBreaker']]).toMatchObject([{ calls: 1, config: { windowSize: 2 }, state: 'CLOSED' }, { calls: 1, state: 'CLOSED' }])
    const s = snap(a!)['circuitBreaker']
    s.failures = s.config.windowSize = 99
    expect(snap(a!)['circuitBreaker']).toMatchObject({ failures: 1, config: { windowSize: 2 } })
    await failures([a!()])
    expect([snap(a!)['circuitBreaker'].state, snap(b!)['circuitBreaker'].state]).toEqual(['OPEN', 'CLOSED'])
  })

  it('CB-24 · the rate is looked at after every call, successes too', async () => {
    const { results, state } = await by(kit(), { windowSize: 10, minimumCalls: 3, failureRate: 50 }, 'ffS')
    expect([results.at(-1), state]).toEqual(['S', 'OPEN'])
  })
})

cases('circuit breaker: by hand', (kit) => {
  it.each([['forceOpen', 'FORCED_OPEN'], ['disable', 'DISABLED'], ['metricsOnly', 'METRICS_ONLY']] as const)('CB-14 · %s while open: only a manual call leaves %s', async (act, state) => {
    const { R, reg, id, adv, st, ev } = kit()
    const f = R(async () => 'ok', { circuitBreaker: {} })
    const b = reg.circuitBreaker(id(f))
    b.open('30s')
    b[act]()
    await adv(3_600_000)
    const end = await st(f())
    if (act === 'forceOpen') {
      expect(end).toMatchObject(['err', { name: 'CallNotPermittedError', state: 'FORCED_OPEN' }])
      expect((end[1] as { retryAfterMs?: number }).retryAfterMs).toBeUndefined()
    } else expect(end).toEqual(['ok', 'ok'])
    expect(ev('circuitBreaker.stateTransition').map(({ to }) => to)).toEqual(['OPEN', state])
    expect(b.state).toBe(state)
    b.close()
    expect(await st(f())).toEqual(['ok', 'ok'])
  })

  it('CB-18 · each rejection is an object of its own, without a cause or a stack', async () => {
    const { R, reg, id } = kit()
    const m = spy(async () => 'ok')
    const f = R(m, { circuitBreaker: {} })
    reg.circuitBreaker(id(f)).forceOpen()
    const errors = await failures(times(10_000, () => f()))
    expect(new Set(errors).size).toBe(10_000)
    expect(errors.filter(({ cause, stack }) => cause !== undefined || /\n\s+at /.test(stack))).toEqual([])
    expect([m.calls, Error.stackTraceLimit > 0]).toEqual([0, true])
  })
})
