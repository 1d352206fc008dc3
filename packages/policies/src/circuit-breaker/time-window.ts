import type { Capability } from '@resilience4cata/core/run/instance'
import { TimeWindow } from '../parts/sliding-window-time.ts'
import type { CircuitBreaker } from './runtime.ts'

/** `windowDuration`. */
export const timeWindow: Capability<CircuitBreaker> = (breaker) => {
  const lastCalls = breaker.makeWindow
  breaker.makeWindow = (options) => (options.windowDuration === undefined ? lastCalls(options) : new TimeWindow(options.windowDuration))
}
