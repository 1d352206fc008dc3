// The room's door to programs.
import type { RunSide } from '@resilience4cata/core/run/room'
import { disposal } from '../parts/disposal.ts'
import { events } from './events.ts'
import { TABLE, TRAITS } from './options.ts'
import { timeout, type Timeout } from './runtime.ts'
import { reset, snapshot } from './snapshot.ts'
import { wrap } from './wrap.ts'

export { CallTimeoutError } from './errors.ts'
export type { LateSettled, TimedOut } from './events.ts'
export type { TimeoutOptions } from './options.ts'

export const room: RunSide<Timeout> = {
  traits: TRAITS,
  table: TABLE,
  create: timeout,
  capabilities: { disposal },
  wrap,
  events,
  snapshot,
  reset,
}
