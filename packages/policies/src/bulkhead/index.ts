// The room's door to programs.
import type { RunSide } from '@resilience4cata/core/run/room'
import { events } from './events.ts'
import { reset, snapshot } from './handle.ts'
import { keys } from './keys.ts'
import { check, TABLE, TRAITS } from './options.ts'
import { bulkhead, type Bulkhead } from './runtime.ts'
import { waiting } from './waiting.ts'
import { wrap } from './wrap.ts'

export { BulkheadFullError } from './errors.ts'
export type { BulkheadRejected } from './events.ts'
export { BulkheadHandle } from './handle.ts'
export type { BulkheadOptions } from './options.ts'

export const room: RunSide<Bulkhead> = {
  traits: TRAITS,
  table: TABLE,
  check,
  create: bulkhead,
  capabilities: { waiting, keys },
  wrap,
  events,
  snapshot,
  reset,
}
