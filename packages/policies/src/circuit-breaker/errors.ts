import { brand, ResilienceError } from '@resilience4cata/core/rejection'

/**
 * A circuit breaker has refused a call: it is open, or it is trying out and has given out all its permits. `retryAfterMs`: what is left of the wait; 0 while it
 * tries out; `undefined` when it was forced open.
 */
export const CallNotPermittedError = /*#__PURE__*/ brand(class CallNotPermittedError extends ResilienceError {
  declare readonly code: 'R4C_CALL_NOT_PERMITTED'
  /** The state that the breaker was in. */
  declare readonly state: 'OPEN' | 'HALF_OPEN' | 'FORCED_OPEN'
  /** No retry repeats it, whatever its lists say: it would only knock again at a closed door. */
  get retryable(): false { return false }
}, 'CallNotPermittedError', 'R4C_CALL_NOT_PERMITTED', 'circuitBreaker')
export type CallNotPermittedError = InstanceType<typeof CallNotPermittedError>
