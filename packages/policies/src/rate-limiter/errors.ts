import { brand, ResilienceError } from '@resilience4cata/core/rejection'

/** A rate limiter had no permit for an attempt. `retryAfterMs` says when there will be one. */
export const RateLimitExceededError = /*#__PURE__*/ brand(class RateLimitExceededError extends ResilienceError {
  declare readonly code: 'R4C_RATE_LIMIT_EXCEEDED'
  /** Milliseconds until this attempt would have had its permit. */
  declare readonly retryAfterMs: number
}, 'RateLimitExceededError', 'R4C_RATE_LIMIT_EXCEEDED', 'rateLimiter')
export type RateLimitExceededError = InstanceType<typeof RateLimitExceededError>
