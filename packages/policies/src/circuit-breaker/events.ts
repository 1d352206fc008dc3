import type { EventsOf } from '@resilience4cata/core/run/room'
import { FAILED, SLOW } from './sliding-window.ts'
import { EXCEEDED, MANUAL, RESET } from './manual.ts'
import { OPEN, PROBES_FAILED, PROBES_PASSED, REJECTED, WAIT_OVER, type CircuitBreaker, type State } from './runtime.ts'

/** Why a breaker changed its state: a rate was reached, the wait in OPEN is over, the half-open calls decided, or somebody's hand. */
export type TransitionReason = 'FAILURE_RATE' | 'SLOW_RATE' | 'WAIT_OVER' | 'PROBES_PASSED' | 'PROBES_FAILED' | 'MANUAL'

/** `circuitBreaker.stateTransition`. */
export interface StateTransition {
  /** The state before. */
  readonly from: State
  /** The state now. */
  readonly to: State
  /** Why. */
  readonly reason: TransitionReason
  /** Openings since it was last closed. */
  readonly opens: number
  /** Milliseconds that it will stay open; 0 in other states. */
  readonly waitMs: number
}
/** `circuitBreaker.rejected`: a call was not permitted. */
export interface BreakerRejected {
  /** OPEN, HALF_OPEN with all permits given out, or FORCED_OPEN. */
  readonly state: State
}
/** `circuitBreaker.thresholdExceeded`: a breaker that only measures would have opened; once, until the rate has been below again. */
export interface ThresholdExceeded {
  /** Which rate: of failures, or of slow calls. */
  readonly kind: 'FAILURE' | 'SLOW'
  /** Percent. */
  readonly rate: number
}

const REASONS: Readonly<Record<number, TransitionReason>> = {
  [FAILED]: 'FAILURE_RATE',
  [SLOW]: 'SLOW_RATE',
  [WAIT_OVER]: 'WAIT_OVER',
  [PROBES_PASSED]: 'PROBES_PASSED',
  [PROBES_FAILED]: 'PROBES_FAILED',
  [MANUAL]: 'MANUAL',
}

export const events: EventsOf<CircuitBreaker> = {
  names: ['stateTransition', 'rejected', 'thresholdExceeded', 'reset'],
  tell: (breaker, { stateTransition, rejected, thresholdExceeded, reset }) => (happening, from, rate) => {
    const { state: to, opens, waitMs } = breaker
    if (happening === REJECTED) rejected?.({ state: from } satisfies BreakerRejected)
    else if (happening === RESET) reset?.({})
    else if (rate !== undefined) thresholdExceeded?.({ kind: happening === EXCEEDED + FAILED ? 'FAILURE' : 'SLOW', rate } satisfies ThresholdExceeded)
    else stateTransition?.({ from, to, reason: REASONS[happening]!, opens, waitMs: to === OPEN ? waitMs : 0 } satisfies StateTransition)
  },
}
