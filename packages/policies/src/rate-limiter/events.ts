import type { EventsOf } from '@resilience4cata/core/run/room'
import type { RateLimiter } from './runtime.ts'

/** `rateLimiter.rejected`: an attempt had no permit. */
export interface RateLimiterRejected { readonly retryAfterMs: number }
/** `rateLimiter.waited`: an attempt has got its permit after `ms` in line. */
export interface RateLimiterWaited { readonly ms: number }

export const events: EventsOf<RateLimiter> = {
  names: ['rejected', 'waited'],
  tell: (_limiter, publish) => (event, ms) => {
    if (event === 'rejected') publish['rejected']?.({ retryAfterMs: ms } satisfies RateLimiterRejected)
    else publish['waited']?.({ ms } satisfies RateLimiterWaited)
  },
}
