import { brand, ResilienceError } from '@resilience4cata/core/rejection'

/** As many attempts were in flight as the limit allowed just then. */
export const LimitExceededError = /*#__PURE__*/ brand(class LimitExceededError extends ResilienceError {
  declare readonly code: 'R4C_LIMIT_EXCEEDED'
  /** The limit, at that moment. */
  declare readonly limit: number
}, 'LimitExceededError', 'R4C_LIMIT_EXCEEDED', 'adaptiveLimit')
export type LimitExceededError = InstanceType<typeof LimitExceededError>
