import type { Capability } from '@resilience4cata/core/run/instance'
import { keyed } from '@resilience4cata/runtime/keys/keyed'
import { rateLimiter, type RateLimiter } from './runtime.ts'
import { Turn } from './turns.ts'

/** `key`: permits of its own for each. One that has all of them is forgotten, as is one that nobody has asked for a period. */
export const keys: Capability<RateLimiter> = /*#__PURE__*/ keyed<RateLimiter>({
  create: rateLimiter,
  isNeutral: ({ schedule, settings, turns }, _inFlight, at) => !turns?.length && schedule!.left(at()) >= settings.permits,
  refuseAll(limiter) {
    limiter.acquire = () => {
      limiter.retryAfterMs = limiter.settings.period
      return false
    }
    limiter.wait = () => new Turn(limiter, NaN, NaN, limiter.retryAfterMs)
  },
})
