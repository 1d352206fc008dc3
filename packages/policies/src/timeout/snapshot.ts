import { Deadlines } from '../parts/deadlines.ts'
import type { Timeout } from './runtime.ts'

/** Its row in `registry.snapshot()`. */
export interface TimeoutRow {
  /** Attempts under way. */
  readonly pending: number
  /** Deadlines that have passed without an answer. */
  readonly timedOut: number
  /** Attempts that have ended after their deadline. */
  readonly lateSettled: number
}
export const snapshot = ({ counts }: Timeout): TimeoutRow => ({ ...counts })

/** State begins anew. What is under way goes on and isn't counted any longer. */
export function reset(timeout: Timeout): void {
  timeout.counts = { pending: 0, timedOut: 0, lateSettled: 0 }
  timeout.deadlines &&= new Deadlines(timeout.realm, timeout.deadlines.duration)
}
