// All that a registry publishes: each type with its fields.
import type { RegistryEvents } from '@resilience4cata/runtime/event-types'
import type { AdaptiveLimitRejected, LimitChanged } from './adaptive-limit/events.ts'
import type { BulkheadRejected } from './bulkhead/events.ts'
import type { BreakerRejected, StateTransition, ThresholdExceeded } from './circuit-breaker/events.ts'
import type { Applied, Failed } from './fallback/events.ts'
import type { Hedged, HedgeFailed, HedgeSkipped, HedgeWon } from './hedge/events.ts'
import type { RateLimiterRejected, RateLimiterWaited } from './rate-limiter/events.ts'
import type { GaveUp, Retrying } from './retry/events.ts'
import type { LateSettled, TimedOut } from './timeout/events.ts'

/** All that a registry publishes, by type. Every event also has `type`, `instance` (its id), `at` (milliseconds on the registry's clock) and `toJSON`. Successful calls publish nothing. */
export interface Events extends RegistryEvents {
  /** The limit has changed. */
  'adaptiveLimit.limitChanged': LimitChanged
  /** An attempt had no room. */
  'adaptiveLimit.rejected': AdaptiveLimitRejected
  /** A call had no slot. */
  'bulkhead.rejected': BulkheadRejected
  /** A call was not permitted. */
  'circuitBreaker.rejected': BreakerRejected
  /** Somebody has reset it. */
  'circuitBreaker.reset': object
  /** The state has changed. */
  'circuitBreaker.stateTransition': StateTransition
  /** In METRICS_ONLY: it would have opened. Once, until the rate has been below again. */
  'circuitBreaker.thresholdExceeded': ThresholdExceeded
  /** The fallback's answer stands in place of the failure. */
  'fallback.applied': Applied
  /** The fallback has failed as well. */
  'fallback.failed': Failed
  /** No attempt has succeeded. */
  'hedge.failed': HedgeFailed
  /** One more attempt has begun. */
  'hedge.hedged': Hedged
  /** A further attempt would have begun and didn't; once for each call. */
  'hedge.skipped': HedgeSkipped
  /** An attempt that isn't the first has given the answer. */
  'hedge.won': HedgeWon
  /** An attempt had no permit. */
  'rateLimiter.rejected': RateLimiterRejected
  /** An attempt has its permit after a time in line. */
  'rateLimiter.waited': RateLimiterWaited
  /** An attempt has failed and none will follow. */
  'retry.gaveUp': GaveUp
  /** An attempt has failed and another one will follow. */
  'retry.retrying': Retrying
  /** What was called has ended after its caller had been answered. */
  'timeout.lateSettled': LateSettled
  /** An attempt had no answer at its deadline. */
  'timeout.timedOut': TimedOut
}
