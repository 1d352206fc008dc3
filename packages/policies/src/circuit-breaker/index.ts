// The room's door to programs.
import type { RunSide } from '@resilience4cata/core/run/room'
import { events } from './events.ts'
import { keys } from './keys.ts'
import { reset } from './manual.ts'
import { openWaits } from './open-waits.ts'
import { check, TABLE, TRAITS } from './options.ts'
import { ownRejections } from './own-rejections.ts'
import { recordLists } from './record-lists.ts'
import { circuitBreaker, type CircuitBreaker } from './runtime.ts'
import { snapshot } from './snapshot.ts'
import { slowCalls, timeWindow } from './timed.ts'
import { wrap } from './wrap.ts'

export { CallNotPermittedError } from './errors.ts'
export type { BreakerRejected, StateTransition, ThresholdExceeded, TransitionReason } from './events.ts'
export { CircuitBreakerHandle } from './handle.ts'
export type { CircuitBreakerOptions } from './options.ts'
export type { CircuitBreakerSnapshot } from './snapshot.ts'

export const room: RunSide<CircuitBreaker> = {
  traits: TRAITS,
  table: TABLE,
  check,
  create: circuitBreaker,
  capabilities: { openWaits, ownRejections, recordLists, slowCalls, timeWindow, keys },
  wrap,
  events,
  snapshot,
  reset,
}
