import type { Capability } from '@resilience4cata/core/run/instance'
import { keyed } from '@resilience4cata/runtime/keys/keyed'
import { forceOpen } from './manual.ts'
import { circuitBreaker, CLOSED, type CircuitBreaker } from './runtime.ts'

/** `key`: a state and a window of its own for each. One that isn't closed is kept. */
export const keys: Capability<CircuitBreaker> = /*#__PURE__*/ keyed<CircuitBreaker>({
  create: circuitBreaker,
  isNeutral: ({ state }, inFlight) => state === CLOSED && inFlight === 0,
  refuseAll: forceOpen,
})
