// The room's door to programs.
import type { RunSide } from '@resilience4cata/core/run/room'
import { events } from './events.ts'
import { reset, snapshot } from './handle.ts'
import { keys } from './keys.ts'
import { check, TABLE, TRAITS } from './options.ts'
import { rolling } from './rolling.ts'
import { rateLimiter, type RateLimiter } from './runtime.ts'
import { waitingTurns } from './turns.ts'
import { wrap } from './wrap.ts'

export { RateLimitExceededError } from './errors.ts'
export type { RateLimiterRejected, RateLimiterWaited } from './events.ts'
export { RateLimiterHandle } from './handle.ts'
export type { RateLimiterOptions } from './options.ts'

export const room: RunSide<RateLimiter> = {
  traits: TRAITS,
  table: TABLE,
  check,
  create: rateLimiter,
  capabilities: { rolling, waitingTurns, keys },
  wrap,
  events,
  snapshot,
  reset,
}
