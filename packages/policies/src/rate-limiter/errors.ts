import { brand, ResilienceError } from '@resilience4cata/core/rejection'

/** A rate limiter had no permit for an attempt. `retryAfterMs` says when there will be one. */
class RateLimitExceededErrorClass extends ResilienceError {
  declare readonly retryAfterMs: number
}

export type RateLimitExceededError = RateLimitExceededErrorClass
export const RateLimitExceededError = /*#__PURE__*/ brand(RateLimitExceededErrorClass, 'RateLimitExceededError', 'R4C_RATE_LIMIT_EXCEEDED', 'rateLimiter')
