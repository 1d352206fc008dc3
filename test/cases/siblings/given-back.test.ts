// Whatever is counted comes back once, and whoever is next has it: by every policy that lends something, however the one before has ended.
import { expect, it } from 'vitest'
import { attemptSignal, BRK, cases, type Layers } from '../kit.ts'
import { failures, open, rejectOnAbort, times } from '../outcomes.ts'

const err = new Error('x')

cases('given back: by whatever end', (kit) => {
  const evil = { get boom(): never { throw err } }
  it.each<[string, Layers, (o: any) => unknown]>([
    ['AL-05 · half-open permits, by a throw', { circuitBreaker: { ...BRK, halfOpenCalls: 5, ignoreOn: 'throwable' } }, () => { throw err }],
    ['AL-05 · half-open permits, by a getter', { circuitBreaker: { ...BRK, halfOpenCalls: 5, ignoreOn: 'throwable' } }, (o) => o.boom],
    ['AL-05 · a slot in a hedge, by a throw', { hedge: { delay: '1h', hedgeOn: [] }, bulkhead: { maxConcurrent: 1 } }, () => { throw err }],
    ['AL-05 · a limit in a deadline, by a thenable that throws', { order: ['timeout', 'adaptiveLimit'], timeout: '1m', adaptiveLimit: { initialLimit: 1 } }, () => ({ then() { throw err } })],
    ['AL-05 · of a sync site, by a throw', { mode: 'sync', bulkhead: { maxConcurrent: 1 }, adaptiveLimit: { initialLimit: 1 } }, () => { throw err }],
  ])('%s, a hundred times', async (_, layers, body) => {
    const { R, reg, id, snap } = kit()
    const f = R(body, { ...layers, signal: undefined })
    if (layers.circuitBreaker) reg.circuitBreaker(id(f)).halfOpen()
    for (let i = 0; i < 100; i++) expect(await (async () => f(evil))().catch((error: unknown) => error)).toBe(err)
    const { bulkhead, adaptiveLimit, circuitBreaker } = snap(f)
    expect([bulkhead?.inUse ?? 0, adaptiveLimit?.inFlight ?? 0, circuitBreaker?.halfOpenPermits ?? 5]).toEqual([0, 0, 5])
  })

  it.each<[string, boolean]>([['AL-11 · the deadline outside of both', true], ['AL-11 · the deadline inside of the limit alone', false]])('%s: each is given back when its own inside has ended', async (_, outside) => {
    const { R, snap, after, adv } = kit()
    const order = outside ? ['timeout', 'adaptiveLimit', 'bulkhead'] : ['adaptiveLimit', 'timeout', 'bulkhead']
    const f = R(() => after(1000, 'x'), { order, adaptiveLimit: { initialLimit: 9 }, timeout: '100ms', bulkhead: { maxConcurrent: 2 } })
    const ends = failures(times(2, () => f()))
    await adv(100)
    await ends
    expect([snap(f)['adaptiveLimit'].inFlight, snap(f)['bulkhead'].inUse]).toEqual([outside ? 2 : 0, 2])
    await adv(900)
    expect([snap(f)['adaptiveLimit'].inFlight, snap(f)['bulkhead'].inUse]).toEqual([0, 0])
  })

  it('AL-11 · a body that heeds its signal gives both back at once', async () => {
    const { R, snap, adv } = kit()
    const f = R(() => rejectOnAbort(attemptSignal()), { adaptiveLimit: {}, timeout: '100ms', bulkhead: { maxConcurrent: 2 } })
    const ends = failures(times(2, () => f()))
    await adv(100)
    expect((await ends).map(({ name }) => name)).toEqual(['CallTimeoutError', 'CallTimeoutError'])
    expect([snap(f)['adaptiveLimit'].inFlight, snap(f)['bulkhead'].inUse]).toEqual([0, 0])
  })

  it.each<[string, object, unknown]>([
    ['CB-06 · one of another realm', { recordOn: [RangeError] }, { name: 'Foreign' }],
    ['CB-06 · undefined', { recordOn: ['Named'] }, undefined],
    ['CB-06 · an empty list', { recordOn: [] }, err],
  ])('a half-open call that throws what isn’t recorded decides, and the next one is admitted: %s', async (_, more, thrown) => {
    for (const layers of [{}, { timeout: '1m' }, { hedge: { delay: '1h', hedgeOn: [] } }, { retry: { maxAttempts: 1 } }]) {
      const { R, reg, id, snap, st } = kit()
      const m = open()
      const f = R(m, { circuitBreaker: { ...BRK, ...more }, ...layers })
      reg.circuitBreaker(id(f)).halfOpen()
      const p = f()
      m.pending[0]!.reject(thrown)
      expect(await st(p)).toEqual(['err', thrown])
      expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED' })
      const next = f()
      m.pending[1]!.resolve('ok')
      expect(await st(next)).toEqual(['ok', 'ok'])
    }
  })

  it.each(['fixed', 'rolling'])('RL-08 · turns of those who are refused by a deadline around them go to the next: %s', async (window) => {
    const { R, st, at, clock } = kit()
    const starts: number[] = []
    const f = R(async () => { starts.push(clock.now()) }, { order: ['timeout', 'rateLimiter'], timeout: '500ms', rateLimiter: { window, permits: 1, period: '1s', maxWait: '60s' } })
    void f()
    const ten = failures(times(10, () => f()))
    await at(500)
    expect((await ten).map(({ name }) => name)).toEqual(Array(10).fill('CallTimeoutError'))
    await at(600)
    const last = f()
    await at(1000)
    expect([await st(last), starts]).toEqual([['ok', undefined], [0, 1000]])
  })

  it('RL-08 · and those of hedges that are no longer needed', async () => {
    const { R, at, clock, after, st } = kit()
    const starts: number[] = []
    const f = R(() => {
      starts.push(clock.now())
      return after(100)
    }, { hedge: { delay: '50ms', maxAttempts: 2, budgetPercent: 0 }, rateLimiter: { permits: 1, period: '1s', maxWait: '60s' } })
    const first = f()
    await at(100)
    await st(first)
    const second = f()
    await at(1100)
    expect([await st(second), starts]).toEqual([['ok', undefined], [0, 1000]])
  })

  it('RL-12 · calls that an open breaker or a full line refuses outside of it don’t count', async () => {
    const { R, reg, id, st, snap } = kit()
    const f = R(async () => 'ok', { circuitBreaker: BRK, rateLimiter: { window: 'rolling', permits: 1, period: '1s' } })
    reg.circuitBreaker(id(f)).forceOpen()
    await failures(times(10, () => f()))
    expect(snap(f)['rateLimiter'].available).toBe(1)
    reg.circuitBreaker(id(f)).close()
    expect(await st(f())).toEqual(['ok', 'ok'])
  })

  it.each(['fixed', 'rolling'])('RL-12 · nor do those who are refused while others wait: %s', async (window) => {
    const { R, at, st } = kit()
    const f = R(async () => 'ok', { rateLimiter: { window, permits: 1, period: '1s', maxWait: '1s', maxQueue: 1 } })
    await st(f())
    const waits = f()
    for (let time = 0; time < 1000; time += 100) {
      await at(time)
      expect(await st(f())).toMatchObject(['err', { name: 'RateLimitExceededError' }])
    }
    await at(1000)
    expect(await st(waits)).toEqual(['ok', 'ok'])
    const next = f()
    await at(2000)
    expect(await st(next)).toEqual(['ok', 'ok'])
  })
})
