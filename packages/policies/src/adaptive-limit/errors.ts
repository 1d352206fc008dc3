import { brand, ResilienceError } from '@resilience4cata/core/rejection'

/** As many attempts were in flight as the limit allowed just then. */
class LimitExceededErrorClass extends ResilienceError {
  declare readonly limit: number
}

export type LimitExceededError = LimitExceededErrorClass
export const LimitExceededError = /*#__PURE__*/ brand(LimitExceededErrorClass, 'LimitExceededError', 'R4C_LIMIT_EXCEEDED', 'adaptiveLimit')
