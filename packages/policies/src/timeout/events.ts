import type { EventsOf } from '@resilience4cata/core/run/room'
import { afterwards } from './afterwards.ts'
import type { Timeout } from './runtime.ts'

/** `timeout.timedOut`: an attempt had no answer at its deadline. */
export interface TimedOut {
  /** Milliseconds since the attempt began. */
  readonly elapsedMs: number
  /** The event loop was blocked, and the timer with it. */
  readonly late: boolean
}
/** `timeout.lateSettled`: what was called has ended after its caller had been answered. */
export interface LateSettled {
  /** How it has ended. */
  readonly outcome: 'SUCCESS' | 'FAILURE'
  /** Milliseconds since the attempt began. */
  readonly elapsedMs: number
}

export const events: EventsOf<Timeout> = {
  names: ['timedOut', 'lateSettled'],
  hear(timeout) { timeout.hear ??= (race) => { if (timeout.realm.kit?.heard) afterwards(race) } },
  tell: (_timeout, { timedOut, lateSettled }) => (elapsedMs, late, outcome) => {
    if (outcome) lateSettled?.({ outcome, elapsedMs } satisfies LateSettled)
    else timedOut?.({ elapsedMs, late } satisfies TimedOut)
  },
}
