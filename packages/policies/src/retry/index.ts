// The room's door to programs.
import type { RunSide } from '@resilience4cata/core/run/room'
import { now } from '@resilience4cata/runtime/clock'
import { rowOf } from '../parts/budget.ts'
import { events } from './events.ts'
import { keys } from './keys.ts'
import { budget, maxDuration } from './limits.ts'
import { retryLists } from './lists.ts'
import { longWaits } from './long-waits.ts'
import { planned } from './planned.ts'
import { check, TABLE, TRAITS } from './options.ts'
import { retry, type Retry } from './runtime.ts'
import { wrap } from './wrap.ts'

export { ResultRejectedError } from './errors.ts'
export type { GaveUp, GiveUpReason, Retrying } from './events.ts'
export type { RetryOptions } from './options.ts'

export const room: RunSide<Retry> = {
  traits: TRAITS,
  table: TABLE,
  check,
  create: retry,
  capabilities: { retryLists, planned, longWaits, maxDuration, budget, keys },
  wrap,
  events,
  snapshot: ({ budget, realm }) => ({ budget: budget?.active ? rowOf(budget, now(realm)) : null }),
  reset: ({ budget }) => budget?.reset(),
}
