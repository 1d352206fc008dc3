import type { EventsOf } from '@resilience4cata/core/run/room'
import { FAILED, HEDGED, WON, type Hedge, type Obstacle, type Trigger } from './runtime.ts'

/** `hedge.hedged`: one more attempt has begun. */
export interface Hedged {
  /** Its number, from 2. */
  readonly attempt: number
  /** DELAY: those under way take long; FAILURE: an earlier one has failed. */
  readonly trigger: Trigger
}
/** `hedge.won`: an attempt that isn't the first has given the answer. */
export interface HedgeWon {
  /** Its number, from 2. */
  readonly attempt: number
}
/** Why no further attempt was begun. */
export type Skipped = 'BUDGET' | 'BREAKER' | 'LOCAL_REJECTION' | 'PUSHBACK'
/** `hedge.skipped`: a further attempt would have begun and didn't; once for each call. */
export interface HedgeSkipped {
  /** BUDGET: too many already; BREAKER, LOCAL_REJECTION: a layer inside has refused it; PUSHBACK: the other side has asked for no more for a while. */
  readonly reason: Skipped
}
/** `hedge.failed`: no attempt has succeeded. */
export interface HedgeFailed {
  /** Attempts that were begun. */
  readonly attempts: number
  /** What the call fails with. */
  readonly failure: unknown
}

export const events: EventsOf<Hedge> = {
  names: ['hedged', 'won', 'skipped', 'failed'],
  tell: (_hedge, { hedged, won, skipped, failed }) => (happening, attempt, why) => {
    if (happening === HEDGED) hedged?.({ attempt, trigger: why as Trigger } satisfies Hedged)
    else if (happening === WON) won?.({ attempt } satisfies HedgeWon)
    else if (happening === FAILED) failed?.({ attempts: attempt, failure: why } satisfies HedgeFailed)
    else skipped?.({ reason: skippedFor(why as Obstacle) } satisfies HedgeSkipped)
  },
}

const skippedFor = (obstacle: Obstacle): Skipped =>
  obstacle === 'BUDGET' || obstacle === 'PUSHBACK' ? obstacle as Skipped : obstacle === 'R4C_CALL_NOT_PERMITTED' ? 'BREAKER' : 'LOCAL_REJECTION'
