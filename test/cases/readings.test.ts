// How often a call reads the clock: nothing that isn't asked for, and each layer of a stack no more than alone. An event's own time is not counted.
import { expect, it } from 'vitest'
import { SteppingClock } from './clock.ts'
import { cases, type AnyFunction, type Kit, type Layers, type Own } from './kit.ts'
import { d, failures, times } from './outcomes.ts'

const err = new Error('err')
type Row = readonly [layers: Layers, success: number, failure: number]

const ROWS: Readonly<Record<string, Row>> = {
  'a fallback': [{ fallback: { handler: () => { throw err } } }, 0, 0],
  'a retry': [{ retry: { maxAttempts: 2, delay: '0' } }, 0, 0],
  'a retry with maxDuration': [{ retry: { maxAttempts: 2, delay: '0', maxDuration: '1s' } }, 1, 2],
  'a retry with a budget': [{ retry: { maxAttempts: 2, delay: '0', budgetPercent: 10 } }, 0, 1],
  'a retry with both': [{ retry: { maxAttempts: 2, delay: '0', maxDuration: '1s', budgetPercent: 10 } }, 1, 2],
  'a breaker over calls': [{ circuitBreaker: {} }, 0, 0],
  'a breaker of slow calls': [{ circuitBreaker: { slowCallDuration: '1s' } }, 2, 2],
  'a breaker over time': [{ circuitBreaker: { windowDuration: '1s' } }, 1, 1],
  'a breaker over time, of slow calls': [{ circuitBreaker: { windowDuration: '1s', slowCallDuration: '1s' } }, 2, 2],
  'a rate limiter': [{ rateLimiter: {} }, 1, 1],
  'a rolling one': [{ rateLimiter: { window: 'rolling' } }, 1, 1],
  'an adaptive limit': [{ adaptiveLimit: {} }, 0, 0],
  // only a success can be too slow
  'an adaptive limit with latencyThreshold': [{ adaptiveLimit: { latencyThreshold: '1s' } }, 2, 1],
  'a bulkhead': [{ bulkhead: {} }, 0, 0],
}
const ASYNC: Readonly<Record<string, Row>> = {
  ...ROWS,
  'a hedge': [{ hedge: { delay: '1s', hedgeOn: [] } }, 1, 1],
  'a timeout': [{ timeout: '1s' }, 1, 1],
  'a limiter, a limit and a bulkhead with room': [{ rateLimiter: { maxWait: '1s' }, adaptiveLimit: { maxWait: '1s' }, bulkhead: { maxWait: '1s' } }, 1, 1],
}
const SYNC: Readonly<Record<string, Row>> = { ...ROWS, 'a timeout': [{ timeout: '1s' }, 2, 2] }
const ALL: Layers = { fallback: () => { throw err }, circuitBreaker: { windowDuration: '1s', slowCallDuration: '1s' }, rateLimiter: {}, adaptiveLimit: { latencyThreshold: '1s' }, timeout: '1s', bulkhead: {} }

cases('readings', (kit) => {
  const counted = () => {
    const clock = new SteppingClock()
    const seen = { reads: 0 }
    const k: Kit = kit({ clock, registry: { clock: { now: () => (seen.reads++, clock.now()) }, timers: clock } } satisfies Own)
    const readsOf = async (act: () => unknown): Promise<number> => {
      const before = seen.reads - k.ev().length
      await act()
      return seen.reads - k.ev().length - before
    }
    return { ...k, k, readsOf }
  }
  /** Of a call that succeeds, and of one that fails. */
  const both = async (layers: Layers): Promise<number[]> => {
    const { R, readsOf } = counted()
    let fails = false
    const f = R(() => { if (fails) throw err; return 1 }, layers.mode === 'sync' ? { ...layers, signal: undefined } : layers)
    await readsOf(f)
    const success = await readsOf(f)
    fails = true
    return [success, await readsOf(() => failures([(async () => await f())()]))]
  }

  it.each(Object.entries(ASYNC))('of an async call: %s', async (_, [layers, ...right]) => expect(await both(layers)).toEqual(right))
  it.each(Object.entries(SYNC))('of a sync call: %s', async (_, [layers, ...right]) => expect(await both({ ...layers, mode: 'sync' })).toEqual(right))

  it.each<[string, Layers, number]>([
    ['around a hedge', { ...ALL, hedge: { delay: '1s', hedgeOn: [] } }, 7],
    ['around a retry', { ...ALL, retry: { maxAttempts: 1, maxDuration: '1s' } }, 7],
    ['turned round', { ...ALL, retry: { maxAttempts: 1, maxDuration: '1s' }, order: ['bulkhead', 'timeout', 'adaptiveLimit', 'rateLimiter', 'circuitBreaker', 'retry'] }, 7],
    ['at a sync site', { ...ALL, retry: { maxAttempts: 1, delay: '0', maxDuration: '1s' }, mode: 'sync' }, 8],
  ])('of a stack: no more than its layers alone: %s', async (_, layers, most) => {
    for (const reads of await both(layers)) expect(reads).toBeLessThanOrEqual(most)
  })

  it.each<[string, Layers, (f: AnyFunction) => Promise<unknown>, number]>([
    ['by a breaker that opens', { circuitBreaker: { windowSize: 2 } }, (f) => failures([f()]), 1],
    ['by one that is open', { circuitBreaker: { windowSize: 1 } }, (f) => failures([f()]), 1],
    ['by one over time that is open', { circuitBreaker: { windowDuration: '1s', minimumCalls: 1 } }, (f) => failures([f()]), 1],
    ['by a limiter', { rateLimiter: { permits: 1 } }, (f) => failures([f()]), 1],
    ['by a limiter with too long a line', { rateLimiter: { permits: 1, maxWait: '10ms' } }, (f) => failures([f()]), 1],
  ])('of a call that is refused, or the last that isn’t: %s', async (_, layers, act, right) => {
    const { R, readsOf } = counted()
    const f = R(async () => { throw err }, layers)
    await failures([f()])
    expect(await readsOf(() => act(f))).toBe(right)
  })

  it.each<[string, Layers, number]>([
    ['for a turn', { rateLimiter: { permits: 1, period: '1s', maxWait: '1m' } }, 2],
    ['for a limit', { adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '1m' } }, 1],
    ['for a slot', { bulkhead: { maxConcurrent: 1, maxWait: '1m' } }, 1],
  ])('of a call that waits, no more: %s', async (_, layers, most) => {
    const { R, readsOf, adv } = counted()
    const first = d()
    const calls = times(2, (i) => i)
    const f = R(() => (calls.shift() === 0 ? first.promise : 'ok'), layers)
    const ends: unknown[] = [f()]
    const reads = await readsOf(async () => {
      const waits = f()
      first.resolve('ok')
      await adv(1000)
      expect(await waits).toBe('ok')
    })
    expect(reads).toBeLessThanOrEqual(most)
    await Promise.all(ends)
  })
})
