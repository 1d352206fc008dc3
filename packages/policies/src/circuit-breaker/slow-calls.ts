import type { Capability } from '@resilience4cata/core/run/instance'
import { now } from '@resilience4cata/runtime/clock'
import type { CircuitBreaker } from './runtime.ts'

/** `slowCallDuration`: from admission to settlement, waiting in inner layers included. */
export const slowCalls: Capability<CircuitBreaker> = (breaker) => {
  breaker.isSlow = (startedAt, at) => at - startedAt! > breaker.ready().slowCallDuration
}

/** When an attempt begins; no clock is read while no call is slow. */
export const attemptStart = (breaker: CircuitBreaker): number => (breaker.ready().slowCallDuration > 0 ? now(breaker.realm) : NaN)
