// opossum has a breaker with a deadline and a capacity; for what it hasn't, a program takes p-retry and p-limit beside it.
import Breaker from 'opossum'
import pLimit from 'p-limit'
import pRetry from 'p-retry'

const settings = { timeout: false, resetTimeout: 3_600_000, errorThresholdPercentage: 50, rollingCountTimeout: 10_000 }
const breaker = (work, options) => new Breaker(work, { ...settings, ...options })
const again = (attempt) => () => pRetry(attempt, { retries: 2, minTimeout: 0, factor: 1 })

export const refusals = { CallNotPermittedError: (error) => error.code === 'EOPENBREAKER', BulkheadFullError: (error) => error.code === 'ESEMLOCKED' }

export const cases = {
  'retry': again,
  'circuit breaker': (work) => { const one = breaker(work); return () => one.fire() },
  'timeout': (work) => { const one = breaker(work, { timeout: 2000 }); return () => one.fire() },
  'bulkhead': (work) => { const limit = pLimit(10); return () => limit(work) },
  'retry, breaker, bulkhead': (work) => { const limit = pLimit(10), one = breaker(() => limit(work)); return again(() => one.fire()) },
  'breaker, timeout, bulkhead': (work) => { const limit = pLimit(10), one = breaker(() => limit(work), { timeout: 2000 }); return () => one.fire() },
  'full stack': (work) => { const limit = pLimit(10), one = breaker(() => limit(work), { timeout: 2000 }); return again(() => one.fire()) },
  'one failure: retry': again,
  'open breaker': (work) => { const one = breaker(work); one.open(); return () => one.fire() },
  'full bulkhead': (work) => { const one = breaker(work, { capacity: 1 }); return () => one.fire() },
}
