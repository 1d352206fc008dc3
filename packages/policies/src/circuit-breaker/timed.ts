// Rules that need to know when a call began or ended. One clock reading serves the window, the slow calls and an opening.
import type { Capability } from '@resilience4cata/core/run/instance'
import { now } from '@resilience4cata/runtime/clock'
import { SLOW, slowOf } from './sliding-window.ts'
import { TimeWindow } from './sliding-window-time.ts'
import { SLOW_CALL_RATE } from './options.ts'
import type { CircuitBreaker } from './runtime.ts'

/** `slowCallDuration`: from admission to settlement, waiting in inner layers included. */
export const slowCalls: Capability<CircuitBreaker> = (breaker) => {
  breaker.recordTimed = (outcome, startedAt) => recordTimed(breaker, outcome, startedAt)
  breaker.slowExceeded = (calls, more) => {
    const { slowCallDuration = 0, slowCallRate = SLOW_CALL_RATE } = breaker.rules
    return slowCallDuration > 0 && ((slowOf(breaker.tally) + more) * 100) / calls >= slowCallRate
  }
}

/** `windowDuration`. */
export const timeWindow: Capability<CircuitBreaker> = (breaker) => {
  breaker.recordTimed = (outcome, startedAt) => recordTimed(breaker, outcome, startedAt)
  const lastCalls = breaker.windowFor
  breaker.windowFor = (rules, present) => {
    const { windowDuration } = rules
    if (windowDuration === undefined) return lastCalls(rules, present)
    return present instanceof TimeWindow && present.duration === windowDuration ? present : new TimeWindow(windowDuration)
  }
}

/** When an attempt begins; no clock is read while no call is slow. */
export const attemptStart = (breaker: CircuitBreaker): number | undefined => (breaker.ready().slowCallDuration! > 0 ? now(breaker.realm) : undefined)

function recordTimed(breaker: CircuitBreaker, outcome: number, startedAt = NaN): void {
  const { windowDuration, slowCallDuration = 0 } = breaker.rules
  if (windowDuration === undefined && slowCallDuration === 0) return breaker.record(outcome)
  const at = now(breaker.realm)
  breaker.record(slowCallDuration > 0 && at - startedAt > slowCallDuration ? outcome | SLOW : outcome, at)
}
