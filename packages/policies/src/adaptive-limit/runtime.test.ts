import { checkOptions } from '@resilience4cata/core/check'
import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import { describe, expect, it } from 'vitest'
import { sync } from '../parts/sync.ts'
import { LimitExceededError, room } from './index.ts'
import { adaptiveLimit, type AdaptiveLimit } from './runtime.ts'

const lone = (written: object = {}) => new LoneLayer<AdaptiveLimit>(room, written)
const timedOut = () => Object.assign(new Error('late'), { name: 'CallTimeoutError', code: 'R4C_CALL_TIMEOUT' })
const exceeded = (limit: number) => expect.objectContaining({ name: 'LimitExceededError', code: 'R4C_LIMIT_EXCEEDED', limit })
const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i))
const MINUTE = 60_000

describe('admission', () => {
  it('AL-04 admits exactly as many as the limit in one turn', async () => {
    const layer = lone({ initialLimit: 20 })
    const calls = times(100, () => layer.call(() => layer.after(10, 'ok')))
    await layer.advance(10)
    const ends = await Promise.allSettled(calls)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(ends.slice(20).map((end) => (end as PromiseRejectedResult).reason)).toEqual(times(80, () => exceeded(20)))
    expect(layer.events.filter(([name]) => name === 'rejected')).toEqual(times(80, () => ['rejected', { limit: 20 }]))
  })

  it('AL-04 also when a listener calls again', async () => {
    const layer = lone({ initialLimit: 2 })
    let [starts, deep] = [0, 0]
    const body = () => { starts++; return hang() }
    const { tell } = layer.instance
    layer.instance.tell = (what, from) => {
      tell!(what, from)
      if (deep++ < 3) layer.call(body)
    }
    times(5, () => layer.call(body))
    await layer.advance(0)
    expect([starts, layer.instance.inFlight]).toEqual([2, 2])
  })

  it('reads no clock and arms no timer while nobody waits and no success is slow', async () => {
    const layer = lone({ maxWait: 1000, latencyThreshold: 0 })
    for (let i = 0; i < 10; i++) await layer.call(() => 1)
    expect([layer.reads, layer.clock.pending()]).toEqual([0, 0])
  })

  it('says where and how much', async () => {
    const layer = lone({ initialLimit: 1 })
    layer.call(hang)
    const error = await layer.call(hang).catch((e: unknown) => e) as LimitExceededError
    expect(error).toBeInstanceOf(LimitExceededError)
    expect([error.message, error.instanceId, error.policy]).toEqual(['adaptive limit lone admits 1 at once for now', 'lone', 'adaptiveLimit'])
  })

  it('limits sync functions by their re-entrant calls', () => {
    const layer = lone({ initialLimit: 2, maxLimit: 2 })
    const descend = (depth: number): unknown => layer.callSync(() => (depth === 0 ? 'bottom' : descend(depth - 1)))
    expect(descend(1)).toBe('bottom')
    expect(() => descend(2)).toThrow('adaptive limit lone admits 2 at once for now')
    expect(layer.instance.inFlight).toBe(0)
  })

  it('AL-05 gives the slot back however the attempt ends', async () => {
    const layer = lone({ initialLimit: 50 })
    const ends = [() => { throw new Error('sync') }, () => Promise.reject(undefined), () => ({ get then() { throw new Error('getter') } }), () => ({ then() { throw new Error('then') } })]
    for (const end of ends) {
      const calls = times(50, () => layer.call(end))
      expect((await Promise.allSettled(calls)).every(({ status }) => status === 'rejected')).toBe(true)
      expect(layer.snapshot).toEqual({ limit: 50, inFlight: 0, waiting: 0, algorithm: 'aimd' })
    }
  })
})

describe('growth', () => {
  it('AL-03 a: none while the limit isn’t half used', async () => {
    const layer = lone()
    for (let i = 0; i < 1000; i++) await layer.call(() => 'ok')
    expect(layer.instance.limit).toBe(20)
  })

  it('AL-03 b: one for each `limit` successes, up to twice what is in flight', async () => {
    const layer = lone()
    const end = layer.clock.now() + 5000
    let successes = 0
    const reached: number[] = []
    const go = (): unknown => layer.call(() => layer.after(100)).then(() => {
      successes++
      if (layer.instance.limit === 41) reached.push(successes)
      return layer.clock.now() < end ? go() : undefined
    })
    times(20, go)
    await layer.advance(5100)
    expect(reached[0]).toBe(639)
    expect(layer.instance.limit).toBe(41)
    expect(layer.events.slice(0, 2)).toEqual([['limitChanged', { from: 20, to: 21, reason: 'GROWN' }], ['limitChanged', { from: 21, to: 22, reason: 'GROWN' }]])
  })

  it('never above maxLimit, and nobody is told of what doesn’t change', async () => {
    const layer = lone({ initialLimit: 1, maxLimit: 2 })
    for (let i = 0; i < 20; i++) await Promise.all(times(2, () => layer.call(() => 'ok').catch(() => {})))
    expect(layer.instance.limit).toBe(2)
    expect(layer.events.filter(([name]) => name === 'limitChanged')).toEqual([['limitChanged', { from: 1, to: 2, reason: 'GROWN' }]])
  })
})

describe('cuts', () => {
  it('AL-07 one for all that began before it', async () => {
    const layer = lone({ initialLimit: 100 })
    times(50, () => layer.call(() => layer.failAfter(1000, timedOut())))
    await layer.advance(1000)
    expect(layer.instance.limit).toBe(90)
    layer.call(() => layer.failAfter(1000, timedOut()))
    await layer.advance(1000)
    expect(layer.instance.limit).toBe(81)
    expect(layer.events.map(([, fields]) => fields)).toEqual([{ from: 100, to: 90, reason: 'OVERLOAD' }, { from: 90, to: 81, reason: 'OVERLOAD' }])
  })

  it('AL-07 successes that began before a cut don’t count towards growth', async () => {
    const layer = lone({ initialLimit: 2 })
    const calls = [layer.call(() => layer.failAfter(10, timedOut())), layer.call(() => layer.after(20))]
    await layer.advance(20)
    await Promise.allSettled(calls)
    expect(layer.instance.limit).toBe(1)
  })

  it('AL-08 never below minLimit, and it recovers by successes alone', async () => {
    const layer = lone({ initialLimit: 3 })
    for (let i = 0; i < 10; i++) await layer.call(() => Promise.reject(timedOut())).catch(() => {})
    expect(layer.instance.limit).toBe(1)
    let successes = 0
    while (successes < 20 && layer.instance.limit < 5) {
      const ends = await Promise.allSettled(times(3, () => layer.call(() => layer.clock.now())))
      successes += ends.filter(({ status }) => status === 'fulfilled').length
    }
    expect(layer.instance.limit).toBeGreaterThanOrEqual(5)
    expect(successes).toBeLessThanOrEqual(20)
    expect(layer.clock.pending()).toBe(0)
  })

  it.each([
    ['a timeout', timedOut(), 18],
    ['a full bulkhead', Object.assign(new Error(), { code: 'R4C_BULKHEAD_FULL' }), 18],
    ['another failure', new Error('x'), 20],
    ['a failure whose code can’t be read', { get code() { throw new Error('code') } }, 20],
    ['undefined', undefined, 20],
  ])('a sign of overload: %s', async (_, failure, limit) => {
    const layer = lone()
    await layer.call(() => Promise.reject(failure)).catch(() => {})
    expect([layer.instance.limit, layer.instance.inFlight]).toEqual([limit, 0])
  })

  it('dropOn replaces the default', async () => {
    const layer = lone({ dropOn: ['ECONNRESET'] })
    await layer.call(() => Promise.reject(timedOut())).catch(() => {})
    expect(layer.instance.limit).toBe(20)
    await layer.call(() => Promise.reject({ code: 'ECONNRESET' })).catch(() => {})
    expect(layer.instance.limit).toBe(18)
    layer.configure({ dropOn: undefined })
    await layer.call(() => Promise.reject(timedOut())).catch(() => {})
    expect(layer.instance.limit).toBe(16)
  })

  it('what fails because its caller has left says nothing', async () => {
    const layer = lone()
    const controller = new AbortController()
    const call = layer.call(() => layer.failAfter(10, timedOut()), controller.signal)
    controller.abort()
    await layer.advance(10)
    await call.catch(() => {})
    expect([layer.instance.limit, layer.instance.inFlight]).toEqual([20, 0])
  })
})

describe('reconfiguration', () => {
  it('clamps the limit to new bounds, wakes waiters and says so', async () => {
    const layer = lone({ initialLimit: 5, maxWait: MINUTE })
    times(8, () => layer.call(hang))
    layer.configure({ minLimit: 7, initialLimit: 7 })
    expect(layer.snapshot).toMatchObject({ limit: 7, inFlight: 7, waiting: 1 })
    layer.configure({ minLimit: 1, initialLimit: 2, maxLimit: 3 })
    expect(layer.snapshot).toMatchObject({ limit: 3, inFlight: 7 })
    expect(layer.events).toEqual([['limitChanged', { from: 5, to: 7, reason: 'CONFIGURED' }], ['limitChanged', { from: 7, to: 3, reason: 'CONFIGURED' }]])
  })

  it('switched off it lets everybody through and learns nothing', async () => {
    const layer = lone({ initialLimit: 2, maxWait: MINUTE })
    times(3, () => layer.call(() => layer.after(100)))
    layer.configure({ enabled: false })
    await layer.call(() => Promise.reject(timedOut())).catch(() => {})
    expect(layer.snapshot).toMatchObject({ limit: 2, inFlight: 2, waiting: 0 })
    layer.configure({ enabled: true })
    await layer.advance(100)
    expect(layer.snapshot).toMatchObject({ inFlight: 0 })
  })

  it('a reset begins anew: what comes back from before is nothing', async () => {
    const layer = lone({ initialLimit: 4 })
    const calls = times(4, (i) => layer.call(() => layer.failAfter(100, i === 0 ? timedOut() : new Error('x'))))
    room.reset!(layer.instance)
    layer.call(() => layer.after(200))
    expect(layer.instance.inFlight).toBe(1)
    await layer.advance(100)
    await Promise.allSettled(calls)
    expect(layer.snapshot).toMatchObject({ limit: 4, inFlight: 1 })
    await layer.advance(100)
    expect(layer.snapshot).toMatchObject({ limit: 4, inFlight: 0 })
  })
})

describe('options', () => {
  it('are checked one by one and together', () => {
    const codes = (given: object) => checkOptions(room.table, given).faults.map(({ code, says }) => `${code} ${says}`)
    expect(codes({ backoffRatio: 1 })).toEqual(['R4C-ATR-010 backoffRatio must be a finite number at least 0.5 and below 1, got 1'])
    expect(codes({ algorithm: 'gradient' })).toEqual(['R4C-ATR-011 algorithm must be one of "aimd", got "gradient"'])
    const check = (options: object, sync = false) => room.check!({ initialLimit: 20, minLimit: 1, maxLimit: 200, maxWait: 0, ...options }, { sync, classified: false })
    expect(check({})).toEqual([])
    expect(check({ maxLimit: 10 })).toMatchObject([{ code: 'R4C-REG-003', says: 'initialLimit must lie between minLimit and maxLimit, got 1, 20 and 10' }])
    expect(check({ minLimit: 30 })).toMatchObject([{ code: 'R4C-REG-003' }])
    expect(check({ maxWait: 1000 }, true)).toMatchObject([{ code: 'R4C-SYN-007', says: "an adaptive limit of a sync function can't wait, got maxWait 1s" }])
    expect(adaptiveLimit('site', {}, sync).sync).toBe(true)
  })
})
