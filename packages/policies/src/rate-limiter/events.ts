import type { EventsOf } from '@resilience4cata/core/run/room'
import type { RateLimiter } from './runtime.ts'

/** `rateLimiter.rejected`: an attempt had no permit. */
export interface RateLimiterRejected {
  /** Milliseconds until it would have had one. */
  readonly retryAfterMs: number
}
/** `rateLimiter.waited`: an attempt has got its permit after a time in line. */
export interface RateLimiterWaited {
  /** Milliseconds. */
  readonly ms: number
}

export const events: EventsOf<RateLimiter> = {
  names: ['rejected', 'waited'],
  tell: (_limiter, publish) => (event, ms) => {
    if (event === 'rejected') publish['rejected']?.({ retryAfterMs: ms } satisfies RateLimiterRejected)
    else publish['waited']?.({ ms } satisfies RateLimiterWaited)
  },
}
