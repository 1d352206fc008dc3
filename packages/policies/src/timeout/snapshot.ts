import { Deadlines } from '../parts/deadlines.ts'
import type { Timeout } from './runtime.ts'

/** Its row in `registry.snapshot()`. */
export const snapshot = ({ counts }: Timeout): Timeout['counts'] => ({ ...counts })

/** State begins anew. What is under way goes on and isn't counted any longer. */
export function reset(timeout: Timeout): void {
  timeout.counts = { pending: 0, timedOut: 0, lateSettled: 0 }
  timeout.deadlines &&= new Deadlines(timeout.realm, timeout.deadlines.duration)
}
