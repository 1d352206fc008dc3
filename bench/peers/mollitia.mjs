import { BreakerState, Bulkhead, Circuit, Ratelimit, Retry, SlidingCountBreaker, Timeout } from 'mollitia'

const again = () => new Retry({ attempts: 2, interval: 0 })
const breaker = (state = BreakerState.CLOSED) => new SlidingCountBreaker({ state, slidingWindowSize: 100, minimumNumberOfCalls: 10, failureRateThreshold: 50, openStateDelay: 3_600_000, slowCallDurationThreshold: 60_000 })
const deadline = () => new Timeout({ delay: 2000 })
const limit = (concurrentSize = 10) => new Bulkhead({ concurrentSize, queueSize: 0 })
const run = (...modules) => (func) => {
  const circuit = new Circuit({ func, options: { modules } })
  return () => circuit.execute()
}

export const refusals = { CallNotPermittedError: (error) => /circuit is opened/i.test(error.message), BulkheadFullError: (error) => /overload/i.test(error.message) }

export const cases = {
  'retry': run(again()),
  'circuit breaker': run(breaker()),
  'timeout': run(deadline()),
  'bulkhead': run(limit()),
  'rate limiter': run(new Ratelimit({ limitPeriod: 1, limitForPeriod: 10_000 })),
  'retry, breaker, bulkhead': run(again(), breaker(), limit()),
  'breaker, timeout, bulkhead': run(breaker(), deadline(), limit()),
  'one deadline around a retry': run(deadline(), again()),
  'full stack': run(again(), breaker(), deadline(), limit()),
  'one failure: retry': run(again()),
  'open breaker': run(breaker(BreakerState.OPENED)),
  'full bulkhead': run(limit(1)),
}
