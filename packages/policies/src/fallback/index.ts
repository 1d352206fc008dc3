// The room's door to programs.
import type { RunSide } from '@resilience4cata/core/run/room'
import { lists } from '../parts/failure-lists.ts'
import { checkGiven } from './at-once.ts'
import { events } from './events.ts'
import { TABLE, TRAITS } from './options.ts'
import { fallback, type Fallback } from './runtime.ts'
import { wrap } from './wrap.ts'

export type { Applied, Failed } from './events.ts'
export type { FallbackConditions, FallbackContext, FallbackHandler, FallbackOptions } from './options.ts'

export const room: RunSide<Fallback> = {
  traits: TRAITS,
  table: TABLE,
  // what the compiler has read is there, if not among the options
  check: (options, instance) => (instance.normalise ? checkGiven(options, instance) : []),
  create: fallback,
  capabilities: { lists },
  wrap,
  events,
  snapshot: () => undefined,
}
