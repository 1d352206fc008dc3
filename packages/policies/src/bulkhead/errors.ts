import { brand, ResilienceError } from '@resilience4cata/core/rejection'

/** A bulkhead had no slot for a call. `FULL`: it doesn't wait; `QUEUE_FULL`: too many wait already; `WAIT_EXPIRED`: it waited `maxWait` for nothing. */
class BulkheadFullErrorClass extends ResilienceError {
  declare readonly reason: 'FULL' | 'QUEUE_FULL' | 'WAIT_EXPIRED'
}

export type BulkheadFullError = BulkheadFullErrorClass
export const BulkheadFullError = /*#__PURE__*/ brand(BulkheadFullErrorClass, 'BulkheadFullError', 'R4C_BULKHEAD_FULL', 'bulkhead')
