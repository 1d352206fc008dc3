import { brand, ResilienceError } from '@resilience4cata/core/rejection'

/** A bulkhead had no slot for a call. `FULL`: it doesn't wait; `QUEUE_FULL`: too many wait already; `WAIT_EXPIRED`: it waited `maxWait` for nothing. */
export const BulkheadFullError = /*#__PURE__*/ brand(class BulkheadFullError extends ResilienceError {
  declare readonly code: 'R4C_BULKHEAD_FULL'
  /** Which bound it was. */
  declare readonly reason: 'FULL' | 'QUEUE_FULL' | 'WAIT_EXPIRED'
}, 'BulkheadFullError', 'R4C_BULKHEAD_FULL', 'bulkhead')
export type BulkheadFullError = InstanceType<typeof BulkheadFullError>
