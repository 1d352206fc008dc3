import type { Timeout } from './runtime.ts'

/** Its row in `registry.snapshot()`: attempts under way, those that were out of time, and what came late. */
export const snapshot = ({ pending, timedOut, lateSettled }: Timeout): { pending: number; timedOut: number; lateSettled: number } => ({ pending, timedOut, lateSettled })

/** State begins anew. What is under way goes on and isn't counted any longer. */
export function reset(timeout: Timeout): void {
  timeout.era++
  timeout.pending = timeout.timedOut = timeout.lateSettled = 0
  if (timeout.deadlines) timeout.deadlines = timeout.draw()
}
