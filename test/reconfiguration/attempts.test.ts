import { expect } from 'vitest'
import { CallTimeoutError } from '@resilience4cata/policies/index'
import type { Kit } from '../cases/kit.ts'
import { failures, fails, open, spy, times } from '../cases/outcomes.ts'
import { error, set, states, type Row, whileItRuns } from './rows.ts'

const delays = (k: Kit) => k.ev('retry.retrying').map(({ delayMs }) => delayMs)

const RETRY: Row[] = [
  {
    says: 'the next decision of a call under way uses the new values; its attempts stay counted', layers: { retry: { maxAttempts: 2, delay: '100ms' } },
    async play(k, site) {
      const f = site(fails(Infinity))
      const call = f()
      await k.adv(0)
      set(k, f, 'retry', { maxAttempts: 4, delay: '1s', backoff: 'fixed' })
      await k.adv(10_000)
      expect(await k.st(call)).toMatchObject(['err', { message: 'x' }])
      expect(delays(k)).toEqual([100, 1000, 1000])
      expect(k.ev('retry.gaveUp')).toMatchObject([{ attempts: 4 }])
    },
  },
  {
    says: 'a call that has had more attempts than there are now gives up', layers: { retry: { maxAttempts: 5, delay: '100ms', backoff: 'fixed' } },
    async play(k, site) {
      const f = site(fails(Infinity))
      const call = f()
      await k.adv(200)
      set(k, f, 'retry', { maxAttempts: 2 })
      await k.adv(100)
      expect(await k.st(call)).toMatchObject(['err', { message: 'x' }])
      expect(k.ev('retry.gaveUp')).toMatchObject([{ attempts: 4, reason: 'MAX_ATTEMPTS' }])
    },
  },
  {
    says: 'a wait that has begun is not shortened', layers: { retry: { maxAttempts: 2, delay: '1s' } },
    async play(k, site) {
      const m = fails(1)
      const f = site(m)
      const call = f()
      await k.adv(500)
      set(k, f, 'retry', { delay: '0' })
      await k.adv(499)
      expect(m.calls).toBe(1)
      await k.adv(1)
      expect(await call).toBe('ok')
    },
  },
  {
    says: 'other lists hold from the next failure on', layers: { retry: { delay: '0', abortOn: [] } },
    async play(k, site) {
      const f = site(spy(async () => { throw error }))
      await failures([f()])
      set(k, f, 'retry', { abortOn: ['Error'] })
      await failures([f()])
      expect(k.ev('retry.gaveUp').map(({ reason }) => reason)).toEqual(['MAX_ATTEMPTS', 'NOT_RETRYABLE'])
    },
  },
  {
    says: 'other values of a budget keep what was counted', layers: { retry: { maxAttempts: 2, delay: '0', budgetPercent: 100, budgetMinRetriesPerSecond: 1 } },
    async play(k, site) {
      const f = site(fails(Infinity))
      for (let i = 0; i < 5; i++) await failures([f()])
      expect(k.snap(f)['retry'].budget).toEqual({ calls: 5, retries: 5, allowedRetries: 15 })
      set(k, f, 'retry', { budgetPercent: 20, budgetMinRetriesPerSecond: 0 })
      expect(k.snap(f)['retry'].budget).toEqual({ calls: 5, retries: 5, allowedRetries: 1 })
      await failures([f()])
      expect(k.ev('retry.gaveUp').at(-1)).toMatchObject({ reason: 'BUDGET_EXHAUSTED' })
    },
  },
  {
    says: 'another window of a budget begins anew', layers: { retry: { maxAttempts: 2, delay: '0', budgetPercent: 20, budgetMinRetriesPerSecond: 0, budgetWindow: '10s' } },
    async play(k, site) {
      const f = site(fails(Infinity))
      for (let i = 0; i < 5; i++) await failures([f()])
      set(k, f, 'retry', { budgetWindow: '20s' })
      expect(k.snap(f)['retry'].budget).toEqual({ calls: 0, retries: 0, allowedRetries: 0 })
    },
  },
  {
    says: 'switched off, it lets the failure through; switched on again, it retries', layers: { retry: { maxAttempts: 2, delay: '0' }, fallback: (_: unknown, { attempts }: { attempts: number }) => attempts },
    async play(k, site) {
      const f = site(fails(Infinity))
      const seen: number[] = []
      for (const enabled of [true, false, true]) {
        set(k, f, 'retry', { enabled })
        seen.push(await f())
      }
      expect(seen).toEqual([2, 1, 2])
    },
  },
]

const HEDGE: Row[] = [
  {
    says: 'a call under way keeps its plan, the next one has the new', layers: { hedge: { delay: '100ms', maxAttempts: 2 } },
    async play(k, site) {
      const m = open()
      const f = site(m)
      const first = f()
      set(k, f, 'hedge', { delay: '10ms', maxAttempts: 3 })
      const second = f()
      await k.adv(50)
      expect(m.calls).toBe(4)
      await k.adv(150)
      expect(m.calls).toBe(5)
      for (const { resolve } of m.pending) resolve('ok')
      expect(await Promise.all([first, second])).toEqual(['ok', 'ok'])
    },
  },
  {
    says: 'another budget keeps what was counted', layers: { hedge: { delay: '10ms', budgetPercent: 100 } },
    async play(k, site) {
      const f = site(() => k.after(20, 'ok'))
      const calls = times(3, () => f())
      await k.adv(20)
      await Promise.all(calls)
      set(k, f, 'hedge', { budgetPercent: 50 })
      expect(k.snap(f)['hedge'].budget).toEqual({ calls: 3, retries: 3, allowedRetries: 11 })
    },
  },
]

const FALLBACK: Row[] = [
  {
    says: 'other lists decide on the next failure', layers: { fallback: { handler: () => 'fb', applyOn: 'throwable', skipOn: [] } },
    async play(k, site) {
      const m = open()
      const f = site(m)
      const calls = [f(), f()]
      m.pending[0]!.reject(error)
      expect(await calls[0]).toBe('fb')
      k.reg.configure({ instances: { [k.id(f)]: { fallback: { skipOn: ['Error'] } } } })
      m.pending[1]!.reject(error)
      expect(await failures([calls[1]!])).toEqual([error])
    },
  },
]

const TIMEOUT: Row[] = [
  {
    says: 'another duration is for calls that start afterwards, shorter or longer', layers: { timeout: '1s' },
    async play(k, site) {
      const f = site(() => k.after(10_000))
      const first = f()
      await k.at(100)
      set(k, f, 'timeout', { duration: '200ms' })
      const second = f()
      await k.at(299)
      expect(await states(k, [first, second])).toEqual(['pending', 'pending'])
      await k.at(300)
      set(k, f, 'timeout', { duration: '2s' })
      const third = f()
      expect(await states(k, [first, second, third])).toEqual(['pending', 'err', 'pending'])
      await k.at(1000)
      expect(await states(k, [first, third])).toEqual(['err', 'pending'])
      await k.at(2300)
      expect(await failures([first, second, third])).toMatchObject([1000, 200, 2000].map((timeoutMs) => ({ name: 'CallTimeoutError', timeoutMs })))
      await k.at(10_400)
    },
  },
  {
    says: 'switched off, calls under way keep their deadline', layers: { timeout: '1s' },
    async play(k, site) {
      const f = site(() => k.after(2000, 'ok'))
      const first = f()
      set(k, f, 'timeout', { enabled: false })
      const second = f()
      await k.at(2000)
      expect((await failures([first]))[0]).toBeInstanceOf(CallTimeoutError)
      expect(await second).toBe('ok')
    },
  },
]

whileItRuns('retry', RETRY)
whileItRuns('hedge', HEDGE)
whileItRuns('fallback', FALLBACK)
whileItRuns('timeout', TIMEOUT)
