// What belongs to an earlier state, round, cut, schedule or set of options is not booked in the present one, and moments at which many things happen are one.
import { expect, it } from 'vitest'
import { cases, type Layers } from '../kit.ts'
import { failures, open, spy, times } from '../outcomes.ts'

const err = new Error('x')

cases('eras: limits and lines', (kit) => {
  it('AL-07 · slots that are full in what the body calls cut once for all that were admitted before', async () => {
    const { R, snap, hang, after, adv } = kit()
    const inner = R(hang, { bulkhead: { maxConcurrent: 1 } })
    void inner()
    const f = R(async () => {
      await after(10)
      return inner()
    }, { adaptiveLimit: { initialLimit: 100 } })
    const ends = failures(times(50, () => f()))
    await adv(10)
    expect((await ends).map(({ name }) => name)).toEqual(Array(50).fill('BulkheadFullError'))
    expect(snap(f)['adaptiveLimit'].limit).toBe(90)
  })

  it('AL-07 · slow successes of before a cut don’t cut again', async () => {
    const { R, snap, after, adv } = kit()
    const f = R(() => after(500), { adaptiveLimit: { initialLimit: 100, latencyThreshold: '100ms' } })
    const fifty = times(50, () => f())
    await adv(500)
    await Promise.all(fifty)
    expect(snap(f)['adaptiveLimit'].limit).toBe(90)
  })

  it('AL-07 · nor do successes of before a cut let it grow behind it', async () => {
    const { R, snap } = kit()
    const m = open()
    const f = R(m, { adaptiveLimit: { initialLimit: 4, dropOn: 'throwable' } })
    const four = failures(times(4, () => f()))
    m.pending[0]!.reject(err)
    await Promise.resolve()
    for (const call of m.pending.slice(1)) call.resolve()
    await four
    expect(snap(f)['adaptiveLimit']).toMatchObject({ limit: 3, inFlight: 0 })
  })

  it.each<[string, Layers]>([
    ['AL-08 · by overload that a classifier sees', { adaptiveLimit: { initialLimit: 20, classifier: (v: unknown) => (v === 'busy' ? 'overload' : 'success') } }],
    ['AL-08 · by slow answers', { adaptiveLimit: { initialLimit: 20, latencyThreshold: '50ms' } }],
  ])('%s it falls to the least and no further, and recovers without a timer', async (_, layers) => {
    const { R, snap, after, run, adv, clock } = kit()
    let isDown = true
    const f = R(() => after(isDown ? 100 : 10, isDown ? 'busy' : 'ok'), layers)
    for (let i = 0; i < 60; i++) await run(f)
    expect(snap(f)['adaptiveLimit'].limit).toBe(1)
    isDown = false
    expect(clock.pending()).toBe(0)
    for (let i = 0; i < 20; i++) {
      const three = failures(times(3, () => f()))
      await adv(10)
      await three
    }
    expect(snap(f)['adaptiveLimit'].limit).toBeGreaterThanOrEqual(5)
  })

  it.each<[string, string, number]>([['AL-03 · a limit of one', 'one', 1], ['AL-03 · a limit of nineteen, half in use', 'nineteen', 19]])('%s grows by one for as many saturated successes as it allows', async (_, __, initialLimit) => {
    const { R, snap } = kit()
    const m = open()
    const f = R(m, { adaptiveLimit: { initialLimit } })
    const needed = Math.ceil(initialLimit / 2)
    let successes = 0
    while (snap(f)['adaptiveLimit'].limit === initialLimit) {
      const before = m.calls
      const all = times(needed, () => f())
      // only the last of them is admitted while half is in use
      for (const call of m.pending.slice(before)) call.resolve()
      await Promise.all(all)
      successes++
      expect(successes).toBeLessThanOrEqual(initialLimit)
    }
    expect([successes, snap(f)['adaptiveLimit'].limit]).toEqual([initialLimit, initialLimit + 1])
  })

  it.each<[string, Layers, object, object]>([
    ['RL-10 · slots that are more move those who wait', { bulkhead: { maxConcurrent: 1, maxWait: '1m' } }, { bulkhead: { maxConcurrent: 3 } }, { began: 3 }],
    ['RL-10 · a limit that is raised does', { adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '1m', maxQueue: 9 } }, { adaptiveLimit: { minLimit: 3, maxLimit: 5, initialLimit: 3 } }, { began: 3 }],
    ['RL-10 · a limiter that is switched off lets all through', { rateLimiter: { permits: 1, period: '10s', maxWait: '1m' } }, { rateLimiter: { enabled: false } }, { began: 5 }],
    ['RL-10 · a bulkhead that is switched off does', { bulkhead: { maxConcurrent: 1, maxWait: '1m' } }, { bulkhead: { enabled: false } }, { began: 5 }],
    ['BH-12 · a limit that is switched off does', { adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '1m', maxQueue: 9 } }, { adaptiveLimit: { enabled: false } }, { began: 5 }],
  ])('%s, in the same turn', async (_, layers, change, { began }: any) => {
    const { R, configure, adv, hang, snap } = kit()
    const m = spy(hang)
    const f = R(m, layers)
    for (const call of times(5, () => f())) call.catch(() => {})
    expect(m.calls).toBe(1)
    configure(f, change)
    // no time passes, and no timer fires
    await adv(0)
    expect(m.calls).toBe(began)
    for (const row of Object.values(snap(f))) if (row && 'waiting' in row) expect(row.waiting).toBe(5 - began)
  })

  it('BH-12 · of two sites that share it, closing holds both and opening moves both', async () => {
    const { R, reg, adv, hang } = kit()
    const [m1, m2] = [spy(hang), spy(hang)]
    const shared = { name: 'pool', maxConcurrent: 2, maxWait: '1m' }
    const [f, g] = [R(m1, { bulkhead: shared }), R(m2, { bulkhead: shared })]
    reg.configure({ instances: { pool: { bulkhead: { maxConcurrent: 0 } } } })
    for (const call of [f(), g(), f(), g()]) call.catch(() => {})
    await adv(0)
    expect([m1.calls, m2.calls]).toEqual([0, 0])
    reg.configure({ instances: { pool: { bulkhead: { maxConcurrent: 3 } } } })
    await adv(0)
    expect([m1.calls, m2.calls]).toEqual([2, 1])
  })

  it.each([['RL-05 · cycles that nobody used', 'fixed', 2500, 50], ['RL-05 · a window that nobody used', 'rolling', 2500, 50]])('%s give nobody more than one of them: %s', async (_, window, at, most) => {
    const { R, clock, at: goTo } = kit()
    const m = spy(async () => clock.now())
    const f = R(m, { rateLimiter: { window, permits: 50, period: '1s' } })
    await f()
    await goTo(at)
    expect((await failures(times(120, () => f()))).filter((error) => error === undefined)).toHaveLength(most)
  })

  it('RL-05 · hedges and retries take permits of the same window', async () => {
    const { R, run, clock } = kit()
    const starts: number[] = []
    const f = R(async () => {
      starts.push(clock.now())
      throw err
    }, { retry: { maxAttempts: 9, delay: '10ms', backoff: 'fixed' }, rateLimiter: { window: 'rolling', permits: 2, period: '1s', maxWait: '1h' } })
    await failures([run(f), run(f)])
    expect(starts.filter((start, i) => starts[i + 2]! - start < 1000)).toEqual([])
    expect(starts).toHaveLength(18)
  })

  it.each([['RL-06 · a retry’s budget', { retry: { budgetPercent: 10 } }], ['RL-06 · a window of time', { circuitBreaker: { windowDuration: '1s' } }], ['RL-06 · a hedge', { hedge: {} }]])('%s begins with its first use, and reads no clock before', (_, layers) => {
    let reads = 0
    const { R, reg, snap } = kit({ registry: { clock: { now: () => (reads++, 5e9) } } })
    const f = R(async () => 'ok', layers)
    expect(reads).toBe(0)
    reg.check()
    expect(reads).toBe(0)
    expect(Object.values(snap(f)).filter(Boolean)).toHaveLength(1)
  })
})
