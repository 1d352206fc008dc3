import { brand, ResilienceError } from '@resilience4cata/core/rejection'

/** An open circuit breaker has refused a call, or one that is trying out has given out all its permits. `retryAfterMs`: what is left of the wait, 0 while it tries out, none when it was forced open. */
class CallNotPermittedErrorClass extends ResilienceError {
  declare readonly state: 'OPEN' | 'HALF_OPEN' | 'FORCED_OPEN'
  /** No retry repeats it, whatever its lists say: it would only knock again at a closed door. */
  get retryable(): false { return false }
}

export type CallNotPermittedError = CallNotPermittedErrorClass
export const CallNotPermittedError = /*#__PURE__*/ brand(CallNotPermittedErrorClass, 'CallNotPermittedError', 'R4C_CALL_NOT_PERMITTED', 'circuitBreaker')
