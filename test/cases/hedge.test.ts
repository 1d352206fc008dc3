import { expect, it } from 'vitest'
import { attemptSignal, BRK, cases, type AnyFunction, type Layers } from './kit.ts'
import { d, failures, res, spy, times } from './outcomes.ts'

const err = new Error('err')

cases('hedge', (kit) => {
  it('HG-01 · an exhausted budget keeps the hedge back, not the call', async () => {
    const { R, st, adv, ev, after } = kit()
    let sig!: AbortSignal
    const m = spy(() => {
      sig = attemptSignal()
      return after(200, 'ok')
    })
    const p = R(m, { hedge: { delay: '50ms', budgetPercent: 10, budgetMinHedgesPerSecond: 0 } })()
    await adv(199)
    expect(await st(p)).toBe('pending')
    await adv(1)
    expect(await st(p)).toEqual(['ok', 'ok'])
    expect(m.calls).toBe(1)
    expect(ev()).toMatchObject([{ type: 'hedge.skipped', reason: 'BUDGET', at: 50 }])
    await adv(10_000)
    expect(sig.aborted).toBe(false)
  })

  it('HG-03 · the winner’s signal and body are left alone, the loser’s are ended', async () => {
    const { R, run, adv, ev, after } = kit()
    const sigs: AbortSignal[] = []
    const [one, two] = [res('one'), res('two')]
    let n = 0
    const f = R(() => {
      sigs.push(attemptSignal())
      return n++ ? after(10, two) : after(1000, one)
    }, { hedge: { delay: '50ms' } })
    const r = (await run(f)) as Response
    await adv(10_000)
    expect(sigs.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(sigs[0]!.reason).toMatchObject({ name: 'AbortError', code: 'R4C_HEDGE_CANCELLED' })
    expect(await r.text()).toBe('two')
    expect([one.cancelled, two.cancelled]).toEqual([1, 0])
    expect(ev('hedge.won')).toMatchObject([{ attempt: 2 }])
  })

  it('HG-03 · when the first wins, and when both answer in one turn', async () => {
    const { R, st, adv, ev, after } = kit()
    const made = times(4, () => res('x'))
    let n = 0
    const first = R(() => (n++ ? after(1000, made[1]) : after(60, made[0])), { hedge: { delay: '50ms' } })()
    await adv(2000)
    expect(((await st(first)) as [string, unknown])[1]).toBe(made[0])
    const turn = d()
    let k = 0
    const both = R(() => turn.promise.then(() => made[2 + k++]), { hedge: { delay: '50ms' } })()
    await adv(50)
    turn.resolve()
    expect(((await st(both)) as [string, unknown])[1]).toBe(made[2])
    expect(made.map(({ cancelled }) => cancelled)).toEqual([0, 1, 0, 1])
    expect(ev('hedge.won')).toEqual([])
  })

  it('HG-05 · what is published is what is launched', async () => {
    const { R, st, adv, ev, failAfter, clock } = kit()
    const starts: number[] = []
    const p = R(() => {
      starts.push(clock.now())
      return failAfter(50, err)
    }, { hedge: { maxAttempts: 3, delay: '100ms' } })()
    p.catch(() => {})
    await adv(149)
    expect(await st(p)).toBe('pending')
    await adv(1)
    expect(await st(p)).toEqual(['err', err])
    expect(starts).toEqual([0, 50, 100])
    expect(ev('hedge.hedged')).toMatchObject([{ attempt: 2, trigger: 'FAILURE' }, { attempt: 3, trigger: 'FAILURE' }])
    expect(ev('hedge.failed')).toMatchObject([{ attempts: 3, failure: err }])
    expect(ev('hedge.won')).toEqual([])
  })

  const noNull = (v: unknown) => (v === null ? 'failure' : 'success')
  it('HG-07 · a rejected answer doesn’t win', async () => {
    const { R, st, adv, after } = kit()
    let n = 0
    const p = R(() => (n++ ? after(10, 'data') : after(60, null)), { hedge: { delay: '55ms', classifier: noNull } })()
    await adv(64)
    expect(await st(p)).toBe('pending')
    await adv(1)
    expect(await st(p)).toEqual(['ok', 'data'])
  })

  it.each([['return', ['ok', null]], ['throw', ['err', { name: 'ResultRejectedError', result: null }]]] as const)('HG-07 · where all are rejected: %s', async (onExhaustedResult, right) => {
    const { R, st, adv, after } = kit()
    const p = R(() => after(60, null), { hedge: { delay: '55ms', classifier: noNull, onExhaustedResult } })()
    p.catch(() => {})
    await adv(1000)
    expect(await st(p)).toMatchObject(right)
  })

  it('HG-07 · a failure that comes after a rejected answer replaces it', async () => {
    const { R, st, adv, after, failAfter } = kit()
    let n = 0
    const p = R(() => (n++ ? failAfter(10, err) : after(60, null)), { hedge: { delay: '55ms', classifier: noNull } })()
    p.catch(() => {})
    await adv(1000)
    expect(await st(p)).toEqual(['err', err])
  })

  it('HG-08 · hedges of failures keep to the budget', async () => {
    const { R, ev } = kit()
    const m = spy(() => Promise.reject(err))
    const f = R(m, { hedge: { delay: '1s' } })
    expect(await failures(times(100, () => f()))).toEqual(Array(100).fill(err))
    expect(m.calls).toBe(120)
    expect(ev('hedge.hedged')).toHaveLength(20)
    expect(ev('hedge.skipped')).toHaveLength(80)
  })

  it.each([
    ['a limiter', { rateLimiter: { permits: 1, period: '1m' } }, 'LOCAL_REJECTION'],
    ['a bulkhead', { bulkhead: { maxConcurrent: 1 } }, 'LOCAL_REJECTION'],
    ['an adaptive limit', { adaptiveLimit: { initialLimit: 1 } }, 'LOCAL_REJECTION'],
  ])('HG-09 · a hedge that is refused is no failure of the call: %s', async (_, layers, reason) => {
    const { R, st, adv, ev, after, failAfter } = kit()
    const ok = R(() => after(200, 'ok'), { hedge: { delay: '50ms', maxAttempts: 3 }, ...layers })()
    const bad = R(() => failAfter(200, err), { hedge: { delay: '50ms', maxAttempts: 3 }, ...layers })()
    bad.catch(() => {})
    await adv(199)
    expect([await st(ok), await st(bad)]).toEqual(['pending', 'pending'])
    await adv(1)
    expect([await st(ok), await st(bad)]).toEqual([['ok', 'ok'], ['err', err]])
    expect(ev('hedge.skipped')).toMatchObject([{ reason, at: 50 }, { reason, at: 50 }])
    expect(ev('hedge.hedged')).toEqual([])
  })

  it('HG-09 · nor one that an open breaker refuses', async () => {
    const { R, st, adv, ev, reg, id, after } = kit()
    const f = R(() => after(200, 'ok'), { hedge: { delay: '50ms', maxAttempts: 3 }, circuitBreaker: BRK })
    const p = f()
    reg.circuitBreaker(id(f)).forceOpen()
    await adv(200)
    expect(await st(p)).toEqual(['ok', 'ok'])
    expect(ev('hedge.skipped')).toMatchObject([{ reason: 'BREAKER' }])
  })

  it('HG-09 · a first attempt that is refused is the failure of the call, at once', async () => {
    const { R, st, after } = kit()
    const m = spy(() => after(200, 'ok'))
    const f = R(m, { hedge: { delay: '50ms' }, rateLimiter: { permits: 1, period: '1m' } })
    void f()
    expect(await st(f())).toMatchObject(['err', { name: 'RateLimitExceededError' }])
    expect(m.calls).toBe(1)
  })

  it.each<[string, unknown, AnyFunction, number]>([
    ['a failure that it ignores', { error: (): string => 'ignore' }, async (): Promise<unknown> => { throw new Error('x') }, 1],
    ['a value that it rejects', (): string => 'failure', async (): Promise<unknown> => 'v', 0],
  ])('what its own classifier says is for the hedge alone: %s', async (_, classifier, body, failures) => {
    const { R, st, snap } = kit()
    const f = R(body, { hedge: { classifier, maxAttempts: 2, delay: '1m', budgetPercent: 0 }, circuitBreaker: { windowSize: 4 }, order: ['circuitBreaker', 'hedge'] })
    await st(f())
    expect(snap(f)['circuitBreaker']).toMatchObject({ calls: 1, failures })
  })

  it('switched off while the program runs, it lets its one attempt through as it is', async () => {
    const { R, st, ac, adv, after, configure, ev } = kit()
    const asked: unknown[] = []
    const judged = (what: unknown): string => {
      asked.push(what)
      return 'failure'
    }
    const f = R(() => after(10, 'v'), { hedge: { classifier: { result: judged, error: judged }, delay: '1ms', onExhaustedResult: 'throw', budgetPercent: 0 } })
    configure(f, { hedge: { enabled: false } })
    const c = ac()
    const p = f({ signal: c.signal })
    c.abort('why')
    expect(await st(p)).toBe('pending')
    await adv(10)
    expect([await st(p), asked, ev('hedge.failed')]).toEqual([['ok', 'v'], [], []])
  })

  it.each([[['hedge', 'circuitBreaker', 'timeout']], [['hedge', 'circuitBreaker', 'rateLimiter', 'timeout', 'bulkhead']]])('what is lost is dropped, also where a timeout in between is switched off: %j', async (order) => {
    const { R, st, adv, after, configure, snap } = kit()
    let calls = 0
    const f = R(() => (++calls === 1 ? after(100, 'late') : after(10, 'first')), { hedge: { delay: '10ms', budgetPercent: 0 }, circuitBreaker: { windowSize: 4 }, rateLimiter: { permits: 10, period: '1m' }, timeout: '1m', bulkhead: {}, order })
    configure(f, { timeout: { enabled: false } })
    const p = f()
    await adv(20)
    expect(await st(p)).toEqual(['ok', 'first'])
    await adv(100)
    expect(snap(f)['circuitBreaker']).toMatchObject({ calls: 1, failures: 0 })
  })

  const says = { result: () => 'success', error: () => 'failure' }
  it.each<[string, Layers]>([
    ['right inside', { order: ['hedge', 'timeout', 'adaptiveLimit'] }],
    ['right inside, judged', { order: ['hedge', 'timeout', 'adaptiveLimit'], classifier: says }],
    ['behind a breaker', { order: ['hedge', 'circuitBreaker', 'timeout', 'adaptiveLimit'], circuitBreaker: {} }],
    ['behind a breaker, judged', { order: ['hedge', 'circuitBreaker', 'timeout', 'adaptiveLimit'], circuitBreaker: {}, classifier: says }],
  ])('what has lost is no outcome for a limit inside of a timeout either, where the body knows its signal: %s', async (_, more) => {
    const { R, st, adv, after, snap } = kit()
    let calls = 0
    const asked: unknown[] = []
    const own = { result: (value: unknown) => { asked.push(value); return 'success' } }
    const f = R(() => {
      const signal = attemptSignal()
      return after(++calls === 1 ? 100 : 10, [calls, signal])
    }, { hedge: { delay: '10ms', budgetPercent: 0 }, timeout: '1m', adaptiveLimit: { initialLimit: 10, latencyThreshold: '50ms', ...(more.classifier !== undefined && { classifier: own }) }, ...more })
    const p = f()
    await adv(20)
    expect(await st(p)).toMatchObject(['ok', [2, {}]])
    await adv(100)
    expect(snap(f)['adaptiveLimit']).toMatchObject({ limit: 10, inFlight: 0 })
    expect(asked).toHaveLength(more.classifier === undefined ? 0 : 1)
  })
})
