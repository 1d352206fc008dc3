import { brand, ResilienceError } from '@resilience4cata/core/rejection'

/** Why an attempt was cancelled that its call no longer needs: the reason of its attempt signal, never what a caller gets. Its name is `'AbortError'`. */
export const HedgeCancelledError = /*#__PURE__*/ brand(class HedgeCancelledError extends ResilienceError {
  declare readonly code: 'R4C_HEDGE_CANCELLED'
}, 'AbortError', 'R4C_HEDGE_CANCELLED', 'hedge')
export type HedgeCancelledError = InstanceType<typeof HedgeCancelledError>
