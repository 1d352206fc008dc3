import { expect } from 'vitest'
import { failures, open, times } from '../cases/outcomes.ts'
import { set, states, type Row, whileItRuns } from './rows.ts'

const fixed = { permits: 4, period: '1s' }

const LIMITER: Row[] = [
  {
    says: 'fewer permits cut what is left of the cycle; more come with the next one', layers: { rateLimiter: fixed },
    async play(k, site) {
      const f = site(async () => 'ok')
      const left = () => k.snap(f)['rateLimiter'].available
      await f()
      set(k, f, 'rateLimiter', { permits: 2 })
      expect(left()).toBe(2)
      set(k, f, 'rateLimiter', { permits: 10 })
      expect(left()).toBe(2)
      await k.adv(1000)
      expect(left()).toBe(10)
      expect(await states(k, times(11, () => f()))).toEqual([...times(10, () => 'ok'), 'err'])
    },
  },
  {
    says: 'another period holds from the next cycle on', layers: { rateLimiter: { ...fixed, permits: 1 } },
    async play(k, site) {
      const f = site(async () => k.clock.now())
      await f()
      set(k, f, 'rateLimiter', { period: '3s' })
      await k.at(1000)
      expect(await f()).toBe(1000)
      await k.at(3999)
      expect(await states(k, [f()])).toEqual(['err'])
      await k.at(4000)
      expect(await f()).toBe(4000)
    },
  },
  {
    says: 'a rolling window of another size keeps the newest starts', layers: { rateLimiter: { ...fixed, window: 'rolling' } },
    async play(k, site) {
      const f = site(async () => 'ok')
      for (const at of [0, 100, 200, 300]) {
        await k.at(at)
        await f()
      }
      set(k, f, 'rateLimiter', { permits: 2 })
      await k.at(1199)
      expect(k.snap(f)['rateLimiter']).toMatchObject({ available: 0, nextPermitMs: 1 })
      set(k, f, 'rateLimiter', { permits: 5 })
      expect(k.snap(f)['rateLimiter'].available).toBe(3)
    },
  },
  {
    says: 'who can no longer start in time is rejected at once with the new estimate, the others are re-scheduled', layers: { rateLimiter: { permits: 2, period: '1s', maxWait: '3s' } },
    async play(k, site) {
      const f = site(async () => k.clock.now())
      await Promise.all([f(), f()])
      const calls = times(4, () => f())
      await k.at(100)
      set(k, f, 'rateLimiter', { permits: 1, period: '2s' })
      expect(await states(k, calls)).toEqual(['pending', 'pending', 'err', 'err'])
      expect(await failures(calls.slice(2))).toMatchObject([{ retryAfterMs: 4900 }, { retryAfterMs: 4900 }])
      await k.at(10_000)
      expect(await Promise.all(calls.slice(0, 2))).toEqual([1000, 3000])
    },
  },
  {
    says: 'more permits are for who waits first', layers: { rateLimiter: { permits: 1, period: '1s', maxWait: '5s', window: 'rolling' } },
    async play(k, site) {
      const f = site(async (name: string) => [name, k.clock.now()])
      const calls = times(3, (i) => f(`${i}`))
      await k.at(100)
      set(k, f, 'rateLimiter', { permits: 2 })
      const late = f('late')
      await k.at(5000)
      expect(await Promise.all([...calls, late])).toEqual([['0', 0], ['1', 100], ['2', 1000], ['late', 1100]])
    },
  },
]

const ADAPTIVE: Row[] = [
  {
    says: 'other bounds clamp the limit', layers: { adaptiveLimit: { initialLimit: 10, maxLimit: 20 } },
    async play(k, site) {
      const f = site(async () => 'ok')
      await f()
      set(k, f, 'adaptiveLimit', { initialLimit: 4, maxLimit: 5 })
      expect(k.snap(f)['adaptiveLimit'].limit).toBe(5)
      set(k, f, 'adaptiveLimit', { initialLimit: 8, minLimit: 8, maxLimit: 20 })
      expect(k.snap(f)['adaptiveLimit'].limit).toBe(8)
      expect(k.ev('adaptiveLimit.limitChanged').map(({ from, to, reason }) => [from, to, reason])).toEqual([[10, 5, 'CONFIGURED'], [5, 8, 'CONFIGURED']])
    },
  },
  {
    says: 'a higher one lets in who waits, in the same turn', layers: { adaptiveLimit: { initialLimit: 1, maxLimit: 5, maxWait: '1s', maxQueue: 5 } },
    async play(k, site) {
      const m = open()
      const f = site(m)
      const calls = times(3, () => f())
      await k.adv(0)
      set(k, f, 'adaptiveLimit', { initialLimit: 3, minLimit: 3 })
      expect(k.snap(f)['adaptiveLimit']).toMatchObject({ inFlight: 3, waiting: 0 })
      await k.adv(0)
      for (const { resolve } of m.pending) resolve('ok')
      expect(await Promise.all(calls)).toEqual(['ok', 'ok', 'ok'])
    },
  },
  {
    says: 'a lower one interrupts nobody', layers: { adaptiveLimit: { initialLimit: 3, maxLimit: 5 } },
    async play(k, site) {
      const m = open()
      const f = site(m)
      const calls = times(3, () => f())
      await k.adv(0)
      set(k, f, 'adaptiveLimit', { initialLimit: 1, maxLimit: 1 })
      m.pending[0]!.resolve('ok')
      expect(await states(k, [...calls, f()])).toEqual(['ok', 'pending', 'pending', 'err'])
      for (const { resolve } of m.pending) resolve('ok')
      await k.adv(0)
      expect(await states(k, [f()])).toEqual(['pending'])
      m.pending.at(-1)!.resolve('ok')
    },
  },
]

const BULKHEAD: Row[] = [
  {
    says: 'fewer slots interrupt nobody; calls are admitted again when fewer run', layers: { bulkhead: { maxConcurrent: 3 } },
    async play(k, site) {
      const m = open()
      const f = site(m)
      const calls = times(3, () => f())
      set(k, f, 'bulkhead', { maxConcurrent: 2 })
      m.pending[0]!.resolve('ok')
      expect(await states(k, [...calls, f()])).toEqual(['ok', 'pending', 'pending', 'err'])
      m.pending[1]!.resolve('ok')
      await k.adv(0)
      const next = f()
      expect(await states(k, [next])).toEqual(['pending'])
      for (const { resolve } of m.pending) resolve('ok')
      await Promise.all([...calls, next])
    },
  },
  {
    says: 'more slots wake who waits in the same turn', layers: { bulkhead: { maxConcurrent: 1, maxWait: '1s' } },
    async play(k, site) {
      const m = open()
      const f = site(m)
      const calls = times(3, () => f())
      await k.adv(0)
      set(k, f, 'bulkhead', { maxConcurrent: 2 })
      expect(k.snap(f)['bulkhead']).toMatchObject({ inUse: 2, waiting: 1 })
      await k.adv(0)
      expect(m.calls).toBe(2)
      for (let i = 0; i < 3; i++) {
        m.pending[i]!.resolve('ok')
        await k.adv(0)
      }
      await Promise.all(calls)
    },
  },
  {
    says: 'closed by 0 and opened again', layers: { bulkhead: { maxConcurrent: 1 } },
    async play(k, site) {
      const f = site(async () => 'ok')
      set(k, f, 'bulkhead', { maxConcurrent: 0 })
      expect(await states(k, [f()])).toEqual(['err'])
      set(k, f, 'bulkhead', { maxConcurrent: null })
      expect(await states(k, [f()])).toEqual(['ok'])
    },
  },
]

whileItRuns('rateLimiter', LIMITER)
whileItRuns('adaptiveLimit', ADAPTIVE)
whileItRuns('bulkhead', BULKHEAD)
