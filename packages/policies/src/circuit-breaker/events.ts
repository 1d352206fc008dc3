import type { EventsOf } from '@resilience4cata/core/run/room'
import { FAILED, SLOW } from '../parts/sliding-window.ts'
import { MANUAL, OPEN, PROBES_FAILED, PROBES_PASSED, REJECTED, RESET, STATES, THRESHOLD, TRANSITION, WAIT_OVER, type CircuitBreaker, type State } from './runtime.ts'

/** Why a breaker changed its state. */
export type TransitionReason = 'FAILURE_RATE' | 'SLOW_RATE' | 'WAIT_OVER' | 'PROBES_PASSED' | 'PROBES_FAILED' | 'MANUAL'

/** `circuitBreaker.stateTransition`. `opens`: openings since it was last closed; `waitMs`: how long it will stay open, 0 in other states. */
export interface StateTransition { readonly from: State; readonly to: State; readonly reason: TransitionReason; readonly opens: number; readonly waitMs: number }
/** `circuitBreaker.rejected`: a call was not permitted. */
export interface BreakerRejected { readonly state: 'OPEN' | 'HALF_OPEN' | 'FORCED_OPEN' }
/** `circuitBreaker.thresholdExceeded`: a breaker that only measures would have opened; once, until the rate has been below again. */
export interface ThresholdExceeded { readonly kind: 'FAILURE' | 'SLOW'; readonly rate: number }

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
  tell: (breaker, publish) => {
    const tellers: Readonly<Record<number, (...facts: number[]) => void>> = {
      [TRANSITION]: (from, to, reason) => {
        const waitMs = to === OPEN ? breaker.waitMs : 0
        publish['stateTransition']?.({ from: STATES[from!]!, to: STATES[to!]!, reason: REASONS[reason!]!, opens: breaker.opens, waitMs } satisfies StateTransition)
      },
      [REJECTED]: (state) => publish['rejected']?.({ state: STATES[state!] as BreakerRejected['state'] } satisfies BreakerRejected),
      [THRESHOLD]: (kind, rate) => publish['thresholdExceeded']?.({ kind: kind === FAILED ? 'FAILURE' : 'SLOW', rate: rate! } satisfies ThresholdExceeded),
      [RESET]: () => publish['reset']?.({}),
    }
    return (kind, ...facts) => tellers[kind]!(...facts)
  },
}
