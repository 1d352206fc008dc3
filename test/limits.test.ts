// Rate limiter, adaptive limit and bulkhead as programs meet them: through the public door, in a registry, beside each other.
import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { bulkhead } from '@resilience4cata/policies/bulkhead/runtime'
import {
  BulkheadFullError, ConfigurationError, LimitExceededError, pipeline, RateLimitExceededError, resilient, ResilienceError, type Registry,
} from '@resilience4cata/policies/index'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { quiesce } from '@resilience4cata/testing/quiesce'
import { testingRegistry } from '@resilience4cata/testing/testing-registry'

let clock = new ManualClock()
let registry: Registry = testingRegistry(clock)
beforeEach(() => {
  clock = new ManualClock()
  registry = testingRegistry(clock)
})

const after = <T>(ms: number, value?: T) => new Promise<T>((settle) => { clock.set(() => settle(value as T), ms) })
const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i))
const reasons = async (calls: Promise<unknown>[]) => (await Promise.allSettled(calls)).map((end) => (end.status === 'rejected' ? end.reason : undefined))
const codes = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    return (error as ConfigurationError).diagnostics.map(({ code }) => code)
  }
  return []
}

describe('handles and snapshot', () => {
  it('show the same, as it is when it is read', async () => {
    const f = resilient({ registry, name: 'shop', rateLimiter: { permits: 3, maxWait: '1m' }, adaptiveLimit: { initialLimit: 2, maxWait: '1m' }, bulkhead: { maxConcurrent: 1 } }, async () => after(100))
    const handles = [registry.rateLimiter('shop'), registry.adaptiveLimit('shop'), registry.bulkhead('shop')] as const
    expect([handles[0].available, handles[1].limit, handles[2].max]).toEqual([3, 2, 1])
    const calls = times(4, () => f())
    await clock.advance(0)
    expect([handles[0].available, handles[0].waiting, handles[0].nextPermitMs]).toEqual([0, 1, 1000])
    expect(handles[2].inUse).toBe(1)
    const snapshot = registry.snapshot() as unknown as Record<string, Record<string, unknown>[]>
    expect(snapshot['rateLimiter']).toMatchObject([{ instance: 'shop', available: 0, waiting: 1, nextPermitMs: 1000 }])
    expect(snapshot['adaptiveLimit']).toMatchObject([{ instance: 'shop', limit: handles[1].limit, inFlight: handles[1].inFlight, algorithm: 'aimd' }])
    expect(snapshot['bulkhead']).toMatchObject([{ instance: 'shop', inUse: 1, max: 1, rejected: handles[2].rejected }])
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot)
    await clock.advance(10_000)
    await Promise.allSettled(calls)
    await quiesce(registry)
  })

  it('an id that nobody has entered is R4C-REG-005', () => {
    expect(codes(() => registry.bulkhead('none'))).toEqual(['R4C-REG-005'])
    expect(codes(() => registry.rateLimiter('none'))).toEqual(['R4C-REG-005'])
    expect(codes(() => registry.adaptiveLimit('none'))).toEqual(['R4C-REG-005'])
  })
})

describe('configuration', () => {
  it('switches a line on and off, closes and opens', async () => {
    const f = resilient({ registry, name: 'f', bulkhead: { maxConcurrent: 1 } }, async () => after(100, 'ok'))
    const set = (options: object) => registry.configure({ instances: { f: { bulkhead: options } } })
    const first = f()
    expect((await reasons([f()]))[0]).toMatchObject({ reason: 'FULL' })
    set({ maxWait: '1s' })
    const second = f()
    set({ maxConcurrent: 0 })
    await clock.advance(500)
    expect(registry.bulkhead('f')).toMatchObject({ inUse: 0, waiting: 1 })
    set({ maxConcurrent: null })
    await clock.advance(100)
    expect(await Promise.all([first, second])).toEqual(['ok', 'ok'])
    await quiesce(registry)
  })

  it('that would make a sync site wait is refused whole', () => {
    resilient({ registry, name: 'f', mode: 'sync', rateLimiter: true, adaptiveLimit: true, bulkhead: true }, () => 1)()
    const maxWait = '1s'
    for (const [policy, code] of [['rateLimiter', 'R4C-SYN-006'], ['adaptiveLimit', 'R4C-SYN-007'], ['bulkhead', 'R4C-SYN-009']] as const) {
      expect(codes(() => registry.configure({ defaults: { [policy]: { maxWait } } }))).toEqual([code])
    }
    expect(registry.snapshot()).toMatchObject({ bulkhead: [{ config: { maxWait: 0 } }] })
  })

  it('of a line that isn’t in the bundle is R4C-CFG-015', () => {
    const compiled = bulkhead('shop:a.ts#f', { maxConcurrent: 2 }, (instance) => { instance.realm = registry.realm })
    compiled.ready()
    expect(codes(() => registry.configure({ instances: { f: { bulkhead: { maxWait: '1s' } } } }))).toEqual(['R4C-CFG-015'])
    registry.configure({ instances: { f: { bulkhead: { maxConcurrent: 3 } } } })
    expect(registry.bulkhead('f').max).toBe(3)
  })

  it('of bounds that contradict each other is R4C-REG-003, and nothing has changed', () => {
    resilient({ registry, name: 'f', mode: 'sync', adaptiveLimit: true }, () => 1)()
    expect(codes(() => registry.configure({ instances: { f: { adaptiveLimit: { maxLimit: 10 } } } }))).toEqual(['R4C-REG-003'])
    expect(registry.snapshot()).toMatchObject({ adaptiveLimit: [{ limit: 20, config: { maxLimit: 200 } }] })
  })

  it('brings the other kind of window', async () => {
    const f = resilient({ registry, name: 'f', rateLimiter: { permits: 2 } }, async () => clock.now())
    registry.configure({ 'instances.f.rateLimiter.window': 'ROLLING' })
    await f()
    await clock.advance(900)
    await f()
    await clock.advance(100)
    await f()
    expect(registry.rateLimiter('f')).toMatchObject({ available: 0, nextPermitMs: 900 })
  })
})

it('a name is one bulkhead: a sync function sees the calls in flight of an async one', async () => {
  const slow = resilient({ registry, name: 'pool', bulkhead: { maxConcurrent: 1 } }, async () => after(100))
  const quick = resilient({ registry, name: 'pool', mode: 'sync', bulkhead: { maxConcurrent: 1 } }, () => 'now')
  const call = slow()
  expect(quick).toThrow(BulkheadFullError)
  await clock.advance(100)
  await call
  expect(quick()).toBe('now')
})

it('rejections are told apart, also by their base', async () => {
  const one = [{ rateLimiter: { permits: 1 } }, { adaptiveLimit: { initialLimit: 1 } }, { bulkhead: { maxConcurrent: 1 } }].map((policies) => resilient({ registry, ...policies }, async () => after(1)))
  const calls = one.map((f) => reasons([f(), f()]))
  await clock.advance(1)
  const errors = (await Promise.all(calls)).map(([, error]) => error as ResilienceError)
  expect(errors.map((error) => error.constructor)).toEqual([RateLimitExceededError, LimitExceededError, BulkheadFullError])
  for (const error of errors) expect(error).toBeInstanceOf(ResilienceError)
  expect(errors[0]).not.toBeInstanceOf(BulkheadFullError)
})

it('a queued call goes on in its own async context', async () => {
  const store = new AsyncLocalStorage<string>()
  const seen: [string, string | undefined][] = []
  const layers = [{ bulkhead: { maxConcurrent: 1, maxWait: '1m' } }, { rateLimiter: { permits: 1, maxWait: '1m' } }, { adaptiveLimit: { initialLimit: 1, maxWait: '1m', maxQueue: 5 } }] as const
  const calls = layers.flatMap((policies, layer) => {
    const f = resilient({ registry, name: `f${layer}`, ...policies }, async (who: string) => { seen.push([who, store.getStore()]); await after(10) })
    return times(3, (i) => store.run(`${layer}-${i}`, () => f(`${layer}-${i}`)))
  })
  await clock.advance(5000)
  await Promise.all(calls)
  expect(seen).toHaveLength(9)
  for (const [who, own] of seen) expect(own).toBe(who)
})

it('pipelines wait and count likewise', async () => {
  const stock = pipeline('stock', { bulkhead: { maxConcurrent: 1, maxWait: '1s' } }, { registry })
  const calls = times(2, (i) => stock.execute(async () => after(100, i)))
  await clock.advance(200)
  expect(await Promise.all(calls)).toEqual([0, 1])
  expect(pipeline('count', { bulkhead: { maxConcurrent: 1 } }, { registry }).executeSync(() => 'ok')).toBe('ok')
  await quiesce(registry)
})

it('own rejections of inner limits open the breaker outside of them', async () => {
  const f = resilient({ registry, name: 'f', circuitBreaker: { windowSize: 4, minimumCalls: 4 }, bulkhead: { maxConcurrent: 1 } }, async () => after(100))
  const calls = times(5, () => f())
  await clock.advance(100)
  await Promise.allSettled(calls)
  expect(registry.circuitBreaker('f').state).toBe('OPEN')
  expect(registry.bulkhead('f')).toMatchObject({ inUse: 0, rejected: 4 })
})

it('a permit of the limiter is spent when an inner layer rejects, and none by a call that the breaker rejects', async () => {
  const f = resilient({ registry, name: 'f', circuitBreaker: true, rateLimiter: { permits: 5 }, bulkhead: { maxConcurrent: 1 } }, async () => after(100))
  const calls = times(2, () => f())
  await Promise.allSettled([calls[1]!])
  expect(registry.rateLimiter('f').available).toBe(3)
  registry.circuitBreaker('f').forceOpen()
  await Promise.allSettled([f()])
  expect(registry.rateLimiter('f').available).toBe(3)
  await clock.advance(100)
  await Promise.allSettled(calls)
})

describe('inside a timeout', () => {
  const timedOut = { name: 'CallTimeoutError' }

  it('AL-11 the limit is free at the timeout, the bulkhead when the methods end', async () => {
    const f = resilient({ registry, name: 'f', adaptiveLimit: true, timeout: '100ms', bulkhead: { maxConcurrent: 2 } }, async () => after(10_000, 'x'))
    const calls = times(2, () => f())
    await clock.advance(100)
    expect(await reasons(calls)).toMatchObject([timedOut, timedOut])
    expect([registry.adaptiveLimit('f').inFlight, registry.bulkhead('f').inUse]).toEqual([0, 2])
    expect(await reasons([f()])).toMatchObject([{ reason: 'FULL' }])
    await clock.advance(9900)
    expect(registry.bulkhead('f').inUse).toBe(0)
    await quiesce(registry)
  })

  it('BH-15 calls that time out while they run take no slot for good', async () => {
    const f = resilient({ registry, name: 'f', timeout: '100ms', bulkhead: { maxConcurrent: 3 } }, async () => after(500))
    for (let round = 0; round < 100; round++) {
      const calls = times(3, () => f())
      await clock.advance(499)
      expect(await reasons(calls)).toMatchObject(times(3, () => timedOut))
      expect(registry.bulkhead('f').inUse).toBe(3)
      await clock.advance(1)
      expect(registry.bulkhead('f').inUse).toBe(0)
    }
    expect(registry.bulkhead('f').rejected).toBe(0)
    await quiesce(registry)
  })

  it('a call that times out in line has left it, and a fallback answers it once', async () => {
    const f = resilient({ registry, name: 'f', fallback: (failure: Error) => failure.name, timeout: '1s', bulkhead: { maxConcurrent: 1, maxWait: '5s' } }, async () => after(2000, 'late'))
    const calls = times(2, () => f())
    await clock.advance(1000)
    expect(await Promise.all(calls)).toEqual(['CallTimeoutError', 'CallTimeoutError'])
    expect(registry.bulkhead('f')).toMatchObject({ inUse: 1, waiting: 0 })
    await clock.advance(1000)
    expect(registry.bulkhead('f').inUse).toBe(0)
    await quiesce(registry)
  })

  it('AL-07 fifty timeouts at once are one cut', async () => {
    const f = resilient({ registry, name: 'f', adaptiveLimit: { initialLimit: 100 }, timeout: '1s' }, async () => after(5000))
    const calls = times(50, () => f())
    await clock.advance(1000)
    await reasons(calls)
    expect(registry.adaptiveLimit('f').limit).toBe(90)
    const one = f()
    await clock.advance(1000)
    await reasons([one])
    expect(registry.adaptiveLimit('f').limit).toBe(81)
    await clock.advance(5000)
    await quiesce(registry)
  })
})
