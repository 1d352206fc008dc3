import { expect } from 'vitest'
import { BRK, type Kit } from '../cases/kit.ts'
import { failures, open } from '../cases/outcomes.ts'
import { error, set, states, type Row, type Site, whileItRuns } from './rows.ts'

const BREAKER: Row[] = [
  {
    says: 'another rate is evaluated at the next record, a success too', layers: { circuitBreaker: { windowSize: 4, minimumCalls: 4, failureRate: 100 } },
    async play(k, site) {
      const f = site(async (ok: boolean) => { if (!ok) throw error })
      await failures([f(false), f(false), f(true), f(true)])
      set(k, f, 'circuitBreaker', { failureRate: 25 })
      expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED', failureRate: 50 })
      await f(true)
      expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'OPEN' })
    },
  },
  {
    says: 'minimumCalls holds at once', layers: { circuitBreaker: { windowSize: 10, minimumCalls: 10 } },
    async play(k, site) {
      const f = site(async () => { throw error })
      await failures([f(), f()])
      set(k, f, 'circuitBreaker', { minimumCalls: 3 })
      expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED', calls: 2 })
      await failures([f()])
      expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'OPEN', calls: 3 })
    },
  },
  {
    says: 'other lists hold from the next record on, for calls under way as well', layers: { circuitBreaker: { ...BRK, ignoreOn: [] } },
    async play(k, site) {
      const m = open()
      const f = site(m)
      const call = f()
      set(k, f, 'circuitBreaker', { ignoreOn: ['Error'] })
      m.pending[0]!.reject(error)
      await failures([call])
      expect(k.snap(f)['circuitBreaker']).toMatchObject({ calls: 0 })
    },
  },
  ...[{ windowSize: 8 }, { windowDuration: '10s' }].map((options) => ({
    says: `another window begins empty, CLOSED stays: ${Object.keys(options)}`, layers: { circuitBreaker: { minimumCalls: 4 } },
    async play(k: Kit, site: (fn: Site) => Site) {
      const f = site(async () => { throw error })
      await failures([f(), f(), f()])
      set(k, f, 'circuitBreaker', options)
      expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED', calls: 0 })
      await failures([f(), f(), f()])
      expect(k.snap(f)['circuitBreaker'].state).toBe('CLOSED')
      await failures([f()])
      expect(k.snap(f)['circuitBreaker'].state).toBe('OPEN')
    },
  })),
  {
    says: 'another window leaves OPEN open', layers: { circuitBreaker: BRK },
    async play(k, site) {
      const f = site(async () => { throw error })
      await failures([f(), f()])
      set(k, f, 'circuitBreaker', { windowSize: 4 })
      expect(k.snap(f)['circuitBreaker']).toMatchObject({ state: 'OPEN', calls: 2, failures: 2 })
      expect(await states(k, [f()])).toEqual(['err'])
    },
  },
  {
    says: 'the wait of an OPEN breaker is not recomputed, the next one is', layers: { circuitBreaker: { ...BRK, waitInOpen: '1s' } },
    async play(k, site) {
      const f = site(async () => { throw error })
      await failures([f(), f()])
      set(k, f, 'circuitBreaker', { waitInOpen: '10s' })
      expect(k.snap(f)['circuitBreaker'].remainingWaitMs).toBe(1000)
      await k.adv(1000)
      await failures([f()])
      expect(k.ev('circuitBreaker.stateTransition').map(({ to, waitMs }) => [to, waitMs])).toEqual([['OPEN', 1000], ['HALF_OPEN', 0], ['OPEN', 10_000]])
    },
  },
  {
    says: 'fewer half-open calls than were recorded decide at once', layers: { circuitBreaker: { ...BRK, halfOpenCalls: 4 } },
    async play(k, site) {
      const f = site(async (ok: boolean) => { if (!ok) throw error })
      await failures([f(false), f(false)])
      await k.adv(1000)
      await f(true)
      expect(k.snap(f)['circuitBreaker'].state).toBe('HALF_OPEN')
      set(k, f, 'circuitBreaker', { halfOpenCalls: 1 })
      expect(k.snap(f)['circuitBreaker'].state).toBe('CLOSED')
    },
  },
  {
    says: 'switched off, it admits and records nothing; switched on again, it is what it was', layers: { circuitBreaker: BRK },
    async play(k, site) {
      const f = site(async (ok: boolean) => { if (!ok) throw error; return 'ok' })
      await failures([f(false), f(false)])
      set(k, f, 'circuitBreaker', { enabled: false })
      expect(await f(true)).toBe('ok')
      set(k, f, 'circuitBreaker', { enabled: true })
      expect((await failures([f(true)]))[0]).toMatchObject({ state: 'OPEN' })
    },
  },
]

whileItRuns('circuitBreaker', BREAKER)
