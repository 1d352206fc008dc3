import { Deadlines } from '../parts/deadlines.ts'
import { NONE, type Counts, type Timeout } from './runtime.ts'

/** Its row in `registry.snapshot()`. */
export const snapshot = ({ counts }: Timeout): Counts => ({ ...counts })

/** State begins anew. What is under way goes on and isn't counted any longer. */
export function reset(timeout: Timeout): void {
  timeout.counts = { ...NONE }
  timeout.deadlines &&= new Deadlines(timeout.realm, timeout.deadlines.duration)
}
