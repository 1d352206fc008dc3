import type { EventsOf } from '@resilience4cata/core/run/room'
import type { BulkheadFullError } from './errors.ts'
import type { Bulkhead } from './runtime.ts'

/** `bulkhead.rejected`: a call had no slot. */
export interface BulkheadRejected {
  /** FULL: it doesn't wait; QUEUE_FULL: too many wait already; WAIT_EXPIRED: it waited `maxWait` for nothing. */
  readonly reason: BulkheadFullError['reason']
}

export const events: EventsOf<Bulkhead> = {
  names: ['rejected'],
  tell: (_bulkhead, publish) => (reason) => publish['rejected']?.({ reason } satisfies BulkheadRejected),
}
