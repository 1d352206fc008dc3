import { brand, ResilienceError } from '@resilience4cata/core/rejection'

/** No answer within the duration of a timeout. What was called may still be running: it was asked to stop through its attempt signal. */
export const CallTimeoutError = /*#__PURE__*/ brand(class CallTimeoutError extends ResilienceError {
  declare readonly code: 'R4C_CALL_TIMEOUT'
  /** The duration, in milliseconds. */
  declare readonly timeoutMs: number
}, 'CallTimeoutError', 'R4C_CALL_TIMEOUT', 'timeout')
export type CallTimeoutError = InstanceType<typeof CallTimeoutError>
