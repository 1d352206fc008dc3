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

export interface Events extends RegistryEvents {
  'adaptiveLimit.limitChanged': LimitChanged
  'adaptiveLimit.rejected': AdaptiveLimitRejected
  'bulkhead.rejected': BulkheadRejected
  'circuitBreaker.rejected': BreakerRejected
  'circuitBreaker.reset': object
  'circuitBreaker.stateTransition': StateTransition
  'circuitBreaker.thresholdExceeded': ThresholdExceeded
  'fallback.applied': Applied
  'fallback.failed': Failed
  'hedge.failed': HedgeFailed
  'hedge.hedged': Hedged
  'hedge.skipped': HedgeSkipped
  'hedge.won': HedgeWon
  'rateLimiter.rejected': RateLimiterRejected
  'rateLimiter.waited': RateLimiterWaited
  'retry.gaveUp': GaveUp
  'retry.retrying': Retrying
  'timeout.lateSettled': LateSettled
  'timeout.timedOut': TimedOut
}
