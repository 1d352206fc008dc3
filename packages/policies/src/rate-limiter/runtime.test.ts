import { checkOptions } from '@resilience4cata/core/check'
import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { describe, expect, it } from 'vitest'
import { sync } from '../parts/sync.ts'
import { RateLimitExceededError, room } from './index.ts'
import { rateLimiter, type RateLimiter } from './runtime.ts'

const lone = (written: object, clock?: ManualClock) => new LoneLayer<RateLimiter>(room, written, clock)
const exceeded = (retryAfterMs: number) => expect.objectContaining({ name: 'RateLimitExceededError', code: 'R4C_RATE_LIMIT_EXCEEDED', retryAfterMs })
const MINUTE = 60_000
const KINDS = ['fixed', 'rolling'] as const

/** `count` calls at once that note when they start. */
function starts(layer: LoneLayer<RateLimiter>, count: number, into: number[] = []) {
  for (let i = 0; i < count; i++) layer.call(() => { into.push(layer.clock.now()) })
  return into
}

describe.each(KINDS)('window %s', (window) => {
  it('admits as many as there are permits and rejects the rest at once', async () => {
    const layer = lone({ permits: 2, period: 1000, window })
    const calls = [1, 2, 3].map(() => layer.call(() => 'ok'))
    expect(await Promise.allSettled(calls)).toMatchObject([{ value: 'ok' }, { value: 'ok' }, { reason: exceeded(1000) }])
    expect(layer.snapshot).toEqual({ available: 0, waiting: 0, nextPermitMs: 1000 })
    expect(layer.events).toEqual([['rejected', { retryAfterMs: 1000 }]])
    await layer.advance(400)
    expect(layer.snapshot['nextPermitMs']).toBe(600)
  })

  it('reads the clock once for a call, and no timer runs', async () => {
    const layer = lone({ permits: 1, period: 1000, window, maxWait: 500 })
    await layer.call(() => 1)
    expect(layer.reads).toBe(1)
    await layer.call(() => 1).catch(() => {})
    expect([layer.reads, layer.clock.pending()]).toEqual([2, 0])
  })

  it('reads it twice for one that waits', async () => {
    const layer = lone({ permits: 1, period: 1000, window, maxWait: 1000 })
    starts(layer, 2)
    await layer.advance(1000)
    expect(layer.reads).toBe(3)
  })

  it('RL-02 rejected calls take nothing: never below zero', async () => {
    const layer = lone({ permits: 5, period: 1000, window })
    const started: number[] = []
    const calls = Array.from({ length: 100 }, () => layer.call(() => { started.push(0) }))
    const refused = (await Promise.allSettled(calls)).filter((call) => call.status === 'rejected').map((call) => (call.reason as RateLimitExceededError).retryAfterMs)
    expect(started).toHaveLength(5)
    expect(refused).toHaveLength(95)
    expect(refused.every((ms) => ms > 0 && ms <= 1000)).toBe(true)
    expect(layer.snapshot['available']).toBe(0)
  })

  it('RL-06 begins with its first use, with all permits', async () => {
    const layer = lone({ permits: 2, period: 1000, window }, new ManualClock(987_654))
    expect(layer.reads).toBe(0)
    starts(layer, 2)
    expect(await layer.stateOf(layer.call(hang))).toEqual(['err', exceeded(1000)])
    await layer.advance(999)
    expect(await layer.stateOf(layer.call(hang))).toEqual(['err', exceeded(1)])
    await layer.advance(1)
    expect(await layer.stateOf(layer.call(() => 'ok'))).toEqual(['ok', 'ok'])
  })

  it('RL-12 blocked attempts aren’t counted', async () => {
    const layer = lone({ permits: 1, period: 1000, window })
    starts(layer, 1)
    const states: string[] = []
    for (let i = 0; i < 10; i++) {
      await layer.advance(100)
      states.push((await layer.stateOf(layer.call(() => 'ok')))[0])
    }
    expect(states).toEqual([...Array(9).fill('err'), 'ok'])
  })

  it('switched off it lets everybody through, those in line too, and counts nothing', async () => {
    const layer = lone({ permits: 1, period: 1000, window, maxWait: MINUTE })
    const started = starts(layer, 3)
    const reads = layer.reads
    layer.configure({ enabled: false })
    await layer.advance(0)
    starts(layer, 2, started)
    expect(started).toHaveLength(5)
    expect(layer.reads - reads).toBe(1)
    layer.configure({ enabled: true, maxWait: 0 })
    expect(await layer.stateOf(layer.call(hang))).toEqual(['err', exceeded(1000)])
    expect(layer.clock.pending()).toBe(0)
  })

  it('a reset begins anew', async () => {
    const layer = lone({ permits: 1, period: 1000, window, maxWait: MINUTE })
    await layer.advance(300)
    const started = starts(layer, 3)
    room.reset!(layer.instance)
    await layer.advance(1000)
    expect(started).toEqual([300, 300, 1300])
  })

  it.each([['stands still', () => 0], ['is set back', (t: number) => -t], ['leaps', (t: number) => t * 1e12]])('a clock that %s brings no NaN, nothing negative and no hang', async (_, raw) => {
    const layer = lone({ permits: 2, period: 1000, window, maxWait: 5000 })
    let ticks = 0
    layer.instance.realm.clock = { now: () => raw(ticks++) }
    const calls = Array.from({ length: 6 }, () => layer.call(() => 'ok'))
    await layer.advance(10_000)
    for (const call of await Promise.allSettled(calls)) {
      if (call.status === 'fulfilled') continue
      const { retryAfterMs } = call.reason as RateLimitExceededError
      expect(retryAfterMs).toBeGreaterThanOrEqual(0)
      expect(retryAfterMs).toBeLessThanOrEqual(1000 * Math.ceil(6 / 2))
    }
    expect(layer.clock.pending()).toBe(0)
    expect(layer.snapshot['waiting']).toBe(0)
    expect(Object.values(layer.snapshot).every((field) => (field as number) >= 0)).toBe(true)
  })

  it('RL-10 more permits come with the next cycle: the line goes on by the new numbers', async () => {
    const layer = lone({ permits: 1, period: 10_000, window, maxWait: MINUTE })
    const started = starts(layer, 5)
    await layer.advance(1000)
    layer.configure({ permits: 5 })
    await layer.advance(9000)
    expect(started).toEqual(window === 'fixed' ? [0, 10_000, 10_000, 10_000, 10_000] : [0, 1000, 1000, 1000, 1000])
    expect(layer.clock.pending()).toBe(0)
  })
})

it('RL-01 a period of a month is refused; one of a day holds, and needs no timer', async () => {
  expect(checkOptions(room.table, { permits: 5, period: '720h' }).faults.map((f) => f.code)).toEqual(['R4C-ATR-010'])
  expect(checkOptions(room.table, { permits: 5, period: '24h' })).toEqual({ values: { permits: 5, period: 86_400_000 }, faults: [] })
  const layer = lone({ permits: 5, period: 86_400_000 })
  starts(layer, 5)
  await layer.advance(50)
  expect(await layer.stateOf(layer.call(hang))).toEqual(['err', exceeded(86_399_950)])
  expect(layer.clock.pending()).toBe(0)
})

it('RL-05 fixed cycles admit twice the permits around a boundary, rolling ones never', async () => {
  for (const window of KINDS) {
    const layer = lone({ permits: 50, period: 1000, window, maxWait: 5000 })
    const started = starts(layer, 1)
    await layer.advance(990)
    starts(layer, 49, started)
    await layer.advance(10)
    starts(layer, 50, started)
    await layer.advance(5000)
    const last = started.slice(50)
    expect(last).toEqual(window === 'fixed' ? Array(50).fill(1000) : [1000, ...Array(49).fill(1990)])
  }
})

it('R4C-SYN-006: a sync site may not wait', () => {
  const options = { permits: 1, maxWait: 1000 }
  expect(room.check!(options, { sync: true, classified: false })).toMatchObject([{ code: 'R4C-SYN-006', says: "a rate limiter of a sync function can't wait, got maxWait 1s" }])
  expect(room.check!(options, { sync: false, classified: false })).toEqual([])
  expect(rateLimiter('site', {}, sync).sync).toBe(true)
})

it('limits sync functions', () => {
  const layer = lone({ permits: 1, period: 1000 })
  expect(layer.callSync(() => 'ok')).toBe('ok')
  expect(() => layer.callSync(() => 'ok')).toThrow('rate limiter lone admits 1 in 1000 ms: the next permit comes in 1000 ms')
})
