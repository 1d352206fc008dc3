import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { Realm } from '@resilience4cata/core/run/realm'
import { room } from './index.ts'
import { planned } from './planned.ts'
import { retry } from './runtime.ts'
import { down, failing, fields, layer } from './failing.fixture.ts'

describe('what is retried', () => {
  it.each(['Failed to fetch', 'Load failed', 'anything'])('RT-04: a TypeError is, whatever its text: %s', async (text) => {
    const at = layer({ delay: 0 })
    const body = failing(1, at, new TypeError(text))
    expect(await at.stateOf(at.call(body))).toEqual(['ok', 'ok'])
    expect(body.starts).toHaveLength(2)
  })

  it.each([[new SyntaxError(), 2], [new ReferenceError(), 1], ['text', 2], [undefined, 2]])('RT-04: %s', async (failure, calls) => {
    const at = layer({ delay: 0 })
    const body = failing(1, at, failure)
    await at.stateOf(at.call(body))
    expect(body.starts).toHaveLength(calls)
  })

  it.each([
    ['an AbortError', Object.assign(new Error(), { name: 'AbortError' })],
    ['the rejection of a breaker, of any copy of this package', Object.assign(new Error(), { policy: 'circuitBreaker', code: 'R4C_CALL_NOT_PERMITTED' })],
  ])('%s never is, whatever the lists say', async (_, failure) => {
    const at = layer({ delay: 0, retryOn: 'throwable', abortOn: [] })
    expect(await at.stateOf(at.call(failing(1, at, failure)))).toEqual(['err', failure])
    expect(fields(at, 'gaveUp')).toEqual([{ attempts: 1, reason: 'NOT_RETRYABLE', failure }])
  })

  it("`retryable: false` of somebody else's error means nothing", async () => {
    const at = layer({ delay: 0 })
    expect(await at.stateOf(at.call(failing(1, at, { retryable: false })))).toEqual(['ok', 'ok'])
  })
})

describe('how long it waits', () => {
  it('doubles from retry to retry, up to maxDelay', async () => {
    const at = layer({ maxAttempts: 9 })
    const body = failing(9, at)
    at.call(body)
    await at.advance(60_000)
    expect(fields(at, 'retrying').map(({ delayMs }) => delayMs)).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
    expect(body.starts).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 22_600, 32_600])
  })

  it('RT-01: a thousand attempts later it is still a number within its bounds', async () => {
    const at = layer({ maxAttempts: 1100, delay: 10, maxDelay: 100, jitter: 'equal' })
    at.call(failing(Infinity, at))
    await at.advance(200_000)
    const waits = fields(at, 'retrying').map(({ delayMs }) => delayMs)
    expect(waits).toHaveLength(1099)
    expect(waits.every((wait) => wait >= 5 && wait <= 100)).toBe(true)
    expect(waits.slice(4).every((wait) => wait >= 50)).toBe(true)
  })

  it('RT-02: no wait stays no wait', async () => {
    const at = layer({ maxAttempts: 1100, delay: 0 })
    await at.stateOf(at.call(failing(Infinity, at)))
    const waits = fields(at, 'retrying').map(({ delayMs }) => delayMs)
    expect(waits).toHaveLength(1099)
    expect(waits.every((wait) => wait === 0)).toBe(true)
  })

  it('RT-02: an overflowing backoff is maxDelay', async () => {
    const at = layer({ maxAttempts: 60, delay: 3_600_000, multiplier: 1e6, maxDelay: 86_400_000 })
    at.call(failing(Infinity, at))
    await at.advance(60 * 86_400_000)
    expect(fields(at, 'retrying').map(({ delayMs }) => delayMs)).toEqual([3_600_000, ...Array(58).fill(86_400_000)])
  })

  it('stays within 0 and maxDelay for any options and any attempt', () => {
    const options = fc.record({
      delay: fc.double({ min: 0, max: 1e9, noNaN: true }), more: fc.double({ min: 0, max: 1e9, noNaN: true }), multiplier: fc.double({ min: 1, max: 1e300, noNaN: true }),
      jitter: fc.constantFrom('full', 'equal', 'none'), backoff: fc.constantFrom('fixed', 'exponential'), attempts: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
    })
    fc.assert(fc.property(options, ({ attempts, more, ...rest }) => {
      const maxDelay = rest.delay + more
      const { instance } = layer({ ...rest, maxDelay, maxAttempts: 2 ** 31 })
      const wait = instance.onFailure([down], attempts)
      expect(wait >= 0 && wait <= Math.max(maxDelay, Number.MIN_VALUE)).toBe(true)
    }), { seed: 2, numRuns: 500 })
  })

  it('waits as long without the capability `planned`, where nothing is said that needs it', () => {
    const options = fc.record({ delay: fc.integer({ min: 0, max: 10_000 }), multiplier: fc.double({ min: 1, max: 1e300, noNaN: true }) })
    fc.assert(fc.property(options, fc.integer({ min: 1, max: 5000 }), (written, attempts) => {
      const realm: Realm = { entered: [], random: () => 0.3 }
      const [plain, whole] = [undefined, planned].map((capability) => retry('plain', written, (retry) => { retry.realm = realm; capability?.(retry) }))
      expect(plain!.next(attempts) || 0).toBe(whole!.next(attempts, 0))
    }), { seed: 3, numRuns: 200 })
  })

  it('RT-18: lets others run while it goes on at once', async () => {
    let calls = 0
    let seen = 0
    setTimeout(() => { seen = calls })
    const eager = retry('eager', { maxAttempts: 10_000, delay: 0 })
    const through = room.wrap.async(eager, async () => { calls++; throw down }, { site: 'eager', arity: 0, innerOffers: false, mode: 'async' })
    await expect(through({ self: undefined, args: [], scope: undefined, attempts: 0, verdict: undefined, body: () => {} })).rejects.toBe(down)
    expect(calls).toBe(10_000)
    expect(seen).toBeGreaterThan(0)
    expect(seen).toBeLessThanOrEqual(32)
  })
})

describe('when it gives up', () => {
  it('RT-07: before a wait that ends after maxDuration', async () => {
    const at = layer({ maxAttempts: 10, delay: 400, backoff: 'fixed', maxDuration: 1000 })
    const body = failing(Infinity, at)
    const call = at.call(body)
    await at.advance(800)
    expect(await at.stateOf(call)).toEqual(['err', down])
    expect(body.starts).toEqual([0, 400, 800])
    expect(fields(at, 'gaveUp')).toEqual([{ attempts: 3, reason: 'MAX_DURATION', failure: down }])
  })

  it('RT-21: when the budget is used up', async () => {
    const at = layer({ maxAttempts: 50, delay: 0, budgetPercent: 20, budgetMinRetriesPerSecond: 1 })
    const body = failing(Infinity, at)
    expect(await at.stateOf(at.call(body))).toEqual(['err', down])
    expect(body.starts).toHaveLength(11)
    expect(fields(at, 'gaveUp')).toEqual([{ attempts: 11, reason: 'BUDGET_EXHAUSTED', failure: down }])
  })

  it('spends no budget on a failure that would not be retried anyway', async () => {
    const at = layer({ maxAttempts: 1, delay: 0, budgetPercent: 20, budgetMinRetriesPerSecond: 1 })
    await at.stateOf(at.call(failing(1, at)))
    expect(at.snapshot).toEqual({ budget: { calls: 1, retries: 0, allowedRetries: 10 } })
  })

  it('follows new options from the next decision on', async () => {
    const at = layer({ maxAttempts: 5, delay: 100, backoff: 'fixed' })
    const body = failing(Infinity, at)
    const call = at.call(body)
    at.configure({ maxAttempts: 2 })
    await at.advance(100)
    expect(await at.stateOf(call)).toEqual(['err', down])
    expect(body.starts).toEqual([0, 100])
  })

  it('disabled, it is one attempt, and nobody is told', async () => {
    const at = layer({ enabled: false, budgetPercent: 20 })
    const body = failing(1, at)
    expect(await at.stateOf(at.call(body))).toEqual(['err', down])
    expect(body.starts).toHaveLength(1)
    expect(at.events).toEqual([])
    expect(at.snapshot).toEqual({ budget: null })
  })
})

describe('when the caller aborts', () => {
  it('RT-06: while it waits, at once and with the very reason', async () => {
    const at = layer({ delay: 1000, backoff: 'fixed' })
    const [body, controller, reason] = [failing(5, at), new AbortController(), new Error('bye')]
    const call = at.call(body, controller.signal)
    await at.advance(300)
    controller.abort(reason)
    expect(await at.stateOf(call)).toEqual(['err', reason])
    expect(fields(at, 'gaveUp')).toEqual([{ attempts: 1, reason: 'INTERRUPTED', failure: down }])
    expect(at.clock.pending()).toBe(0)
    await at.advance(10_000)
    expect(body.starts).toHaveLength(1)
  })

  it('RT-25: while an attempt runs that then fails, with that failure', async () => {
    const at = layer()
    const controller = new AbortController()
    const call = at.call(() => at.failAfter(100, down), controller.signal)
    controller.abort()
    await at.advance(100)
    expect(await at.stateOf(call)).toEqual(['err', down])
    expect(fields(at, 'gaveUp')).toEqual([{ attempts: 1, reason: 'INTERRUPTED', failure: down }])
  })

  it('RT-25: while an attempt runs that then answers, with its answer', async () => {
    const at = layer()
    const controller = new AbortController()
    const call = at.call(() => at.after(100, 'v'), controller.signal)
    controller.abort()
    await at.advance(100)
    expect(await at.stateOf(call)).toEqual(['ok', 'v'])
  })

  it('between two attempts without a wait, too', async () => {
    const at = layer({ delay: 0 })
    const [body, controller, reason] = [failing(5, at), new AbortController(), new Error('bye')]
    const { tell } = at.instance as unknown as { tell: (...facts: unknown[]) => void }
    at.instance.tell = ((...facts: unknown[]) => { tell(...facts); controller.abort(reason) }) as never
    expect(await at.stateOf(at.call(body, controller.signal))).toEqual(['err', reason])
    expect(body.starts).toHaveLength(1)
    expect(fields(at, 'gaveUp')).toEqual([{ attempts: 1, reason: 'INTERRUPTED', failure: down }])
    expect(at.clock.pending()).toBe(0)
  })

  it('leaves no listener behind', async () => {
    const at = layer({ delay: 100 })
    const { signal } = new AbortController()
    let listeners = 0
    const [add, remove] = [signal.addEventListener, signal.removeEventListener]
    signal.addEventListener = (...args: any[]) => { listeners++; return add.apply(signal, args as never) }
    signal.removeEventListener = (...args: any[]) => { listeners--; return remove.apply(signal, args as never) }
    const call = at.call(failing(2, at), signal)
    await at.advance(50)
    expect(listeners).toBe(1)
    await at.advance(1000)
    expect(await at.stateOf(call)).toEqual(['ok', 'ok'])
    expect(listeners).toBe(0)
  })
})

describe('what it costs', () => {
  it('reads no clock for a success, nor for a failure without maxDuration and budget', async () => {
    const at = layer({ delay: 0 })
    await at.stateOf(at.call(failing(2, at)))
    expect(at.reads).toBe(0)
  })
  it('reads it at the start with maxDuration, and once more for a failure, which serves the budget too', async () => {
    const at = layer({ delay: 0, maxDuration: 1000, budgetPercent: 20 })
    await at.stateOf(at.call(failing(0, at)))
    expect(at.reads).toBe(1)
    await at.stateOf(at.call(failing(1, at)))
    expect(at.reads).toBe(3)
  })
  it('never reads it for a success with a budget', async () => {
    const at = layer({ delay: 0, budgetPercent: 20 })
    await at.stateOf(at.call(failing(0, at)))
    expect(at.reads).toBe(0)
  })
})

describe('sync', () => {
  const twice = () => {
    let calls = 0
    return () => { if (++calls <= 2) throw down; return calls }
  }
  it('calls again at once', () => expect(layer({ delay: 0 }).callSync(twice())).toBe(3))
  it('throws the last failure', () => expect(() => layer({ delay: 0, maxAttempts: 2 }).callSync(twice())).toThrow(down))
  it('judges results', () => {
    let calls = 0
    expect(layer({ delay: 0, classifier: (value: number) => (value < 3 ? 'failure' : 'success') }).callSync(() => ++calls)).toBe(3)
  })
})
