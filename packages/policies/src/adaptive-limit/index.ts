// The room's door to programs.
import type { RunSide } from '@resilience4cata/core/run/room'
import { lists } from '../parts/failure-lists.ts'
import { events } from './events.ts'
import { reset, snapshot } from './handle.ts'
import { keys } from './keys.ts'
import { latency } from './latency.ts'
import { check, TABLE, TRAITS } from './options.ts'
import { adaptiveLimit, type AdaptiveLimit } from './runtime.ts'
import { waiting } from './waiting.ts'
import { wrap } from './wrap.ts'

export { LimitExceededError } from './errors.ts'
export type { AdaptiveLimitRejected, LimitChanged } from './events.ts'
export { AdaptiveLimitHandle } from './handle.ts'
export type { AdaptiveLimitOptions } from './options.ts'

export const room: RunSide<AdaptiveLimit> = {
  traits: TRAITS,
  table: TABLE,
  check,
  create: adaptiveLimit,
  capabilities: { lists, latency, waiting, keys },
  wrap,
  events,
  snapshot,
  reset,
}
