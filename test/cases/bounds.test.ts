// Waits are bounded by what the user has set, also where one layer waits inside another, and where numbers leave what timers take.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRegistry, resilient } from '@resilience4cata/policies/index'
import { BRK, cases, type Layers } from './kit.ts'
import { failures, fails, spy, times } from './outcomes.ts'

cases('bounds', (kit) => {
  const QUEUES: [string, Layers][] = [
    ['a bulkhead', { bulkhead: { maxConcurrent: 1, maxWait: '1h' } }],
    ['an adaptive limit', { order: ['timeout', 'adaptiveLimit'], adaptiveLimit: { initialLimit: 1, maxWait: '1h' } }],
    ['a limiter', { order: ['timeout', 'rateLimiter'], rateLimiter: { permits: 1, period: '1h', maxWait: '1h' } }],
  ]
  it.each(QUEUES)('a timeout bounds the wait inside: %s', async (_, layers) => {
    const { R, st, adv, hang, snap } = kit()
    const m = spy(hang)
    const f = R(m, { timeout: '1s', ...layers })
    const calls = times(2, () => f())
    for (const call of calls) call.catch(() => {})
    const second = calls[1]!
    await adv(999)
    expect(await st(second)).toBe('pending')
    await adv(1)
    expect(await st(second)).toMatchObject(['err', { name: 'CallTimeoutError' }])
    expect(m.calls).toBe(1)
    for (const row of Object.values(snap(f))) if (row && 'waiting' in row) expect(row.waiting).toBe(0)
  })

  it('a timeout around a retry bounds all of it, and no attempt follows', async () => {
    const { R, st, adv, ev } = kit()
    const m = fails(Infinity)
    const p = R(m, { order: ['timeout', 'retry'], timeout: '1s', retry: { delay: '400ms', backoff: 'fixed', maxAttempts: 99 } })()
    p.catch(() => {})
    await adv(1000)
    expect(await st(p)).toMatchObject(['err', { name: 'CallTimeoutError' }])
    expect(m.calls).toBe(3)
    await adv(10_000)
    expect(m.calls).toBe(3)
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'INTERRUPTED' }])
  })

  it('a timeout around a hedge ends all of its attempts', async () => {
    const { R, st, adv, hang } = kit()
    const m = spy(hang)
    const p = R(m, { order: ['timeout', 'hedge'], timeout: '1s', hedge: { delay: '400ms', maxAttempts: 9, budgetPercent: 0 } })()
    p.catch(() => {})
    await adv(10_000)
    expect(await st(p)).toMatchObject(['err', { name: 'CallTimeoutError' }])
    expect(m.calls).toBe(3)
  })

  it.each([
    ['a limiter', { rateLimiter: { permits: 1, period: '10s', maxWait: '15s' } }, 'RateLimitExceededError'],
    ['an adaptive limit', { adaptiveLimit: { initialLimit: 1, maxWait: '15s', maxQueue: 99 } }, 'LimitExceededError'],
    ['a bulkhead', { bulkhead: { maxConcurrent: 1, maxWait: '15s' } }, 'BulkheadFullError'],
  ])('nobody waits longer than maxWait: %s', async (_, layers, name) => {
    const { R, st, adv, hang } = kit()
    const f = R(hang, layers)
    const calls = times(4, () => f())
    for (const call of calls) call.catch(() => {})
    await adv(15_000)
    for (const call of calls.slice(2)) expect(await st(call)).toMatchObject(['err', { name }])
  })

  it.each([
    ['a limiter', { rateLimiter: { permits: 1, period: '1h', maxWait: '24h', maxQueue: 3 } }],
    ['an adaptive limit', { adaptiveLimit: { initialLimit: 1, maxWait: '24h', maxQueue: 3 } }],
    ['a bulkhead', { bulkhead: { maxConcurrent: 1, maxWait: '24h', maxQueue: 3 } }],
  ])('no queue is longer than maxQueue: %s', async (_, layers) => {
    const { R, adv, hang, snap } = kit()
    const f = R(hang, layers)
    const calls = times(10, () => f())
    let rejected = 0
    for (const call of calls) call.catch(() => { rejected++ })
    await adv(0)
    expect(rejected).toBe(6)
    expect(Object.values(snap(f)).find((row) => row)?.waiting).toBe(3)
  })

  it('a breaker’s wait that grows stays in its range', async () => {
    const { R, adv, ev, configure } = kit()
    const f = R(fails(Infinity), { circuitBreaker: { ...BRK, windowSize: 1, minimumCalls: 1, waitInOpenMultiplier: 1e6, maxWaitInOpen: '1h' } })
    for (let i = 0; i < 40; i++) {
      await failures([f()])
      await adv(3_600_000)
    }
    const waits = ev('circuitBreaker.stateTransition').filter(({ to }) => to === 'OPEN').map(({ waitMs }) => waitMs)
    expect(waits).toHaveLength(40)
    expect(waits[0]).toBe(1000)
    expect(waits.slice(1).every((wait) => wait === 3_600_000)).toBe(true)
    configure(f, { circuitBreaker: { waitInOpenJitter: 'full' } })
    for (let i = 0; i < 40; i++) {
      await failures([f()])
      await adv(3_600_000)
    }
    const jittered = ev('circuitBreaker.stateTransition').filter(({ to }) => to === 'OPEN').slice(40).map(({ waitMs }) => waitMs)
    expect(jittered.filter((wait) => !(wait >= 0 && wait <= 3_600_000))).toEqual([])
  })
})

describe('bounds: long waits', () => {
  afterEach(() => { vi.useRealTimers() })

  // what is longer than 2³¹ ms fires at once on platforms
  it.each([
    ['retry', { retry: { delay: '30d', maxDelay: '30d', jitter: 'none' } }, 30],
    ['a longer one', { retry: { delay: '365d', maxDelay: '365d', jitter: 'none' } }, 365],
  ] as const)('a wait of more than 24 days is one: %s', async (_, layers, days) => {
    vi.useFakeTimers()
    const m = fails(1)
    const seen: unknown[] = []
    resilient({ registry: createRegistry(), mode: 'async', ...layers }, m)().then((value: unknown) => seen.push(value))
    await vi.advanceTimersByTimeAsync(days * 86_400_000 - 1)
    expect([m.calls, seen]).toEqual([1, []])
    await vi.advanceTimersByTimeAsync(2)
    expect([m.calls, seen]).toEqual([2, ['ok']])
  })
})
