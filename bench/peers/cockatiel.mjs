import { bulkhead, circuitBreaker, ConstantBackoff, ConsecutiveBreaker, CountBreaker, handleAll, retry, timeout, TimeoutStrategy, wrap } from 'cockatiel'

const again = () => retry(handleAll, { maxAttempts: 2, backoff: new ConstantBackoff(0) })
const breaker = (kind = new CountBreaker({ threshold: 0.5, size: 100 })) => circuitBreaker(handleAll, { halfOpenAfter: 3_600_000, breaker: kind })
const deadline = () => timeout(2000, TimeoutStrategy.Aggressive)
const limit = (most = 10) => bulkhead(most, 0)
const run = (policy) => (work) => () => policy.execute(work)

export const refusals = { CallNotPermittedError: (error) => error.isBrokenCircuitError, BulkheadFullError: (error) => error.isBulkheadRejectedError }

export const cases = {
  'retry': run(again()),
  'circuit breaker': run(breaker()),
  'timeout': run(deadline()),
  'bulkhead': run(limit()),
  'retry, breaker, bulkhead': run(wrap(again(), breaker(), limit())),
  'breaker, timeout, bulkhead': run(wrap(breaker(), deadline(), limit())),
  'one deadline around a retry': run(wrap(deadline(), again())),
  'full stack': run(wrap(again(), breaker(), deadline(), limit())),
  'one failure: retry': run(again()),
  'open breaker': run(breaker(new ConsecutiveBreaker(1))),
  'full bulkhead': run(limit(1)),
}
