import { now } from '@resilience4cata/runtime/clock'
import { FAILED, SLOW, slowOf, type Tally } from './sliding-window.ts'
import { TimeWindow } from './sliding-window-time.ts'
import { HALF_OPEN, OPEN, type CircuitBreaker, type State } from './runtime.ts'

/** A breaker's row in `registry.snapshot()`, besides its `instance` and `config`. */
export interface CircuitBreakerSnapshot {
  /** As it is now: a breaker whose wait is over is OPEN until somebody calls. */
  readonly state: State
  /** Calls of the window, or the half-open ones; while it is open, those that have opened it. So are the next three. */
  readonly calls: number
  /** Those that count as failed. */
  readonly failures: number
  /** Those that took longer than `slowCallDuration`. */
  readonly slow: number
  /** Those that are both. */
  readonly slowFailures: number
  /** Percent; `null` below `minimumCalls`. */
  readonly failureRate: number | null
  /** Percent; `null` below `minimumCalls`. */
  readonly slowRate: number | null
  /** Openings since it was last closed. */
  readonly opens: number
  /** Milliseconds that OPEN still lasts; 0 when the next call may try. */
  readonly remainingWaitMs: number
  /** Half-open calls that may still be let through in this round. */
  readonly halfOpenPermits: number
  /** Half-open calls that have been recorded. */
  readonly halfOpenRecorded: number
  /** Calls that were rejected, since the start or the last reset. */
  readonly rejected: number
  /** Results that came after the state had changed, since the start or the last reset. */
  readonly lateResults: number
}

export function snapshot(breaker: CircuitBreaker): CircuitBreakerSnapshot {
  const { halfOpenCalls } = breaker.ready()
  const tally = present(breaker)
  const { calls, failures, counts } = tally
  const slow = slowOf(tally)
  const rate = (part: number) => (calls > 0 && calls >= breaker.minimumCalls ? (part * 100) / calls : null)
  const halfOpen = breaker.state === HALF_OPEN
  return {
    state: breaker.state,
    calls,
    failures,
    slow,
    slowFailures: counts[FAILED | SLOW]!,
    failureRate: rate(failures),
    slowRate: rate(slow),
    opens: breaker.opens,
    remainingWaitMs: breaker.state === OPEN ? Math.max(0, breaker.until - now(breaker.realm)) : 0,
    halfOpenPermits: halfOpen ? Math.max(0, halfOpenCalls - breaker.before - breaker.given) : 0,
    halfOpenRecorded: halfOpen ? calls : 0,
    rejected: breaker.rejected,
    lateResults: breaker.late,
  }
}

/** A window over time forgets also while nothing is recorded: as of now, on a copy. */
const present = ({ tally, realm }: CircuitBreaker): Tally => (tally instanceof TimeWindow ? tally.asOf(now(realm)) : tally)
