// The room's door to programs.
import type { RunSide } from '@resilience4cata/core/run/room'
import { disposal } from '../parts/disposal.ts'
import { lists } from '../parts/failure-lists.ts'
import { events } from './events.ts'
import { keys } from './keys.ts'
import { check, TABLE, TRAITS } from './options.ts'
import { hedge, type Hedge } from './runtime.ts'
import { reset, snapshot } from './snapshot.ts'
import { wrap } from './wrap.ts'

export { HedgeCancelledError } from './errors.ts'
export type { Hedged, HedgeFailed, HedgeSkipped, HedgeWon, Skipped } from './events.ts'
export type { HedgeOptions } from './options.ts'
export type { Trigger } from './runtime.ts'

export const room: RunSide<Hedge> = {
  traits: TRAITS,
  table: TABLE,
  check,
  create: hedge,
  capabilities: { lists, disposal, keys },
  wrap,
  events,
  snapshot,
  reset,
}
