import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { attemptSignal, BRK, cases } from './kit.ts'
import { fails, rejectOnAbort, spy, times } from './outcomes.ts'

const err = new Error('err')

cases('timeout', (kit) => {
  it('TO-01 · a long-lived signal gets one listener at most, and keeps none', async () => {
    const { R, ac, st, adv, after } = kit()
    const c = ac()
    const listeners = () => getEventListeners(c.signal, 'abort').length
    const warnings: unknown[] = []
    const warned = (warning: unknown) => warnings.push(warning)
    process.on('warning', warned)
    const f = R(async () => 'ok', { retry: {}, timeout: '1s', bulkhead: {} })
    for (let i = 0; i < 1000; i++) await f({ signal: c.signal })
    expect(listeners()).toBe(0)
    const f2 = R(() => after(10, 'ok'), { retry: {}, timeout: '1s', bulkhead: { maxConcurrent: 5, maxWait: '1m', maxQueue: 50 } })
    const ps = times(50, () => f2({ signal: c.signal }))
    expect(listeners()).toBeLessThanOrEqual(1)
    await adv(5)
    expect(listeners()).toBeLessThanOrEqual(1)
    await adv(95)
    expect(await st(Promise.all(ps))).toEqual(['ok', Array(50).fill('ok')])
    expect(listeners()).toBe(0)
    await new Promise(setImmediate)
    process.off('warning', warned)
    expect(warnings).toEqual([])
  })

  it.each([
    ['waiting for a retry', () => fails(Infinity), { retry: { delay: '10s' } }],
    ['waiting for a permit', () => fails(0), { rateLimiter: { permits: 1, period: '1m', maxWait: '1h' } }],
    ['waiting for a limit', (hang: () => Promise<unknown>) => hang, { adaptiveLimit: { initialLimit: 1, maxWait: '1h', maxQueue: 99 } }],
    ['waiting for a slot', (hang: () => Promise<unknown>) => hang, { bulkhead: { maxConcurrent: 1, maxWait: '1h', maxQueue: 99 } }],
    ['a deadline', (hang: () => Promise<unknown>) => hang, { timeout: '1h' }],
    ['a hedge', (hang: () => Promise<unknown>) => hang, { hedge: { delay: '1h' } }],
  ])('TO-01 · one listener for twenty that wait: %s', async (_, make, layers) => {
    const { R, ac, st, adv, hang } = kit()
    const c = ac()
    const f = R(make(hang), layers)
    const first = f()
    first.catch(() => {})
    const ps = times(20, () => f({ signal: c.signal }))
    await adv(0)
    expect(getEventListeners(c.signal, 'abort')).toHaveLength(1)
    c.abort(err)
    for (const p of ps) expect(await st(p)).toEqual(['err', err])
    expect(getEventListeners(c.signal, 'abort')).toHaveLength(0)
  })

  it.each([
    ['a timeout', { timeout: '1s', retry: {}, fallback: (): string => 'fb' }],
    ['every layer', {
      timeout: '1s', retry: { budgetPercent: 10 }, fallback: (): string => 'fb',
      circuitBreaker: BRK, rateLimiter: { permits: 1 }, adaptiveLimit: { initialLimit: 1 }, bulkhead: { maxConcurrent: 1 },
    }],
    ['a hedge', { hedge: {}, fallback: { handler: (): string => 'fb', onCancel: true } }],
    ['no layer', {}],
  ])('TO-02 · nothing begins under a signal that is aborted already: %s', async (_, layers) => {
    const { R, ac, st, ev, snap } = kit()
    const c = ac()
    c.abort(err)
    const m = spy(async () => { throw new Error('ran') })
    const f = R(m, layers)
    expect(await st(f({ signal: c.signal }))).toEqual(['err', err])
    expect([m.calls, ev()]).toEqual([0, []])
    const { circuitBreaker, rateLimiter, retry } = snap(f)
    if (rateLimiter) expect([circuitBreaker.calls, rateLimiter.available, retry.budget.calls]).toEqual([0, 1, 0])
  })

  it('TO-04 · what the body throws before the deadline is what the caller gets, at the deadline it isn’t', async () => {
    const { R, st, adv, ev, failAfter } = kit()
    const ps = [999, 1000, 1001].map((ms) => R(() => failAfter(ms, err), { timeout: '1s' })())
    for (const p of ps) p.catch(() => {})
    await adv(2000)
    expect(await st(ps[0]!)).toEqual(['err', err])
    for (const p of ps.slice(1)) expect(await st(p)).toMatchObject(['err', { name: 'CallTimeoutError', code: 'R4C_CALL_TIMEOUT', timeoutMs: 1000 }])
    expect(ev('timeout.lateSettled')).toMatchObject([{ outcome: 'FAILURE' }, { outcome: 'FAILURE' }])
    expect(ev('timeout.timedOut')).toHaveLength(2)
  })

  it('TO-05 · the attempt is told, with the very error that the caller gets', async () => {
    const { R, st, adv, hang } = kit()
    let sig!: AbortSignal
    const p = R(() => {
      sig = attemptSignal()
      return hang()
    }, { timeout: '1s' })()
    p.catch(() => {})
    await adv(999)
    expect(sig.aborted).toBe(false)
    await adv(1)
    const [, error] = (await st(p)) as ['err', Error]
    expect(error.name).toBe('CallTimeoutError')
    expect(sig.aborted).toBe(true)
    expect(sig.reason).toBe(error)
  })

  it('TO-05 · but not where `cancel` says no', async () => {
    const { R, st, adv, hang } = kit()
    let sig!: AbortSignal
    const p = R(() => {
      sig = attemptSignal()
      return hang()
    }, { timeout: { duration: '1s', cancel: false } })()
    p.catch(() => {})
    await adv(1000)
    expect(await st(p)).toMatchObject(['err', { name: 'CallTimeoutError' }])
    expect(sig.aborted).toBe(false)
  })

  it('TO-14 · the fallback sees the timeout, whatever the body makes of its signal', async () => {
    const { R, st, adv, snap } = kit()
    const f = R(() => rejectOnAbort(attemptSignal(), new DOMException('', 'AbortError')), { fallback: (e: unknown) => e, timeout: '1s', bulkhead: { maxConcurrent: 1, maxWait: '5s' } })
    const [running, queued] = [f(), f()]
    await adv(1000)
    for (const p of [running, queued]) expect(await st(p)).toMatchObject(['ok', { name: 'CallTimeoutError' }])
    expect(snap(f)['bulkhead']).toMatchObject({ inUse: 0, waiting: 0 })
  })
})

cases('timeout: platforms', (kit) => {
  /** Timers that fire early, on a clock that goes on by what they were told to wait, or not at all. */
  function host(early: number, frozen = false) {
    let now = 0
    const armed: { fire: () => void; ms: number }[] = []
    const all: number[] = []
    const clock = { now: () => (frozen ? 0 : now) }
    const timers = {
      set(fire: () => void, ms: number) {
        all.push(ms)
        const entry = { fire, ms }
        armed.push(entry)
        return entry
      },
      clear(handle: unknown) { armed.splice(armed.indexOf(handle as never), 1) },
    }
    const fire = async () => {
      const [entry] = armed.splice(0, 1)
      now += entry!.ms - early
      entry!.fire()
      for (let i = 0; i < 100; i++) await undefined
    }
    return { clock, timers, armed, all, fire }
  }

  it.each([['early by 0.9 ms', 0.9, false], ['a clock that stands still', 0, true], ['both', 0.9, true]])('TO-12 · %s: one timer at a time, and one timeout', async (_, early, frozen) => {
    const { clock, timers, armed, all, fire } = host(early, frozen)
    const { R, ev } = kit({ registry: { clock, timers } })
    let settled: unknown
    R(() => new Promise(() => {}), { timeout: '100ms' })().catch((error: Error) => { settled = error.name })
    for (let i = 0; i < 20 && !settled; i++) {
      expect(armed).toHaveLength(1)
      await fire()
    }
    expect(settled).toBe('CallTimeoutError')
    expect(ev('timeout.timedOut')).toHaveLength(1)
    expect(all.filter((ms) => ms < 1 || ms > 50)).toEqual([])
    expect(all.length).toBeLessThanOrEqual(4)
    while (armed.length > 0) await fire()
  })

  it('switched off while the program runs, it counts nothing', async () => {
    const { R, hang, configure, snap } = kit()
    const f = R(hang, { timeout: '1s' })
    void f()
    configure(f, { timeout: { enabled: false } })
    void f()
    expect(snap(f)['timeout'].pending).toBe(1)
  })
})
