import type { EventsOf } from '@resilience4cata/core/run/room'
import { CONFIGURED, GROWN, OVERLOAD, REJECTED, type AdaptiveLimit } from './runtime.ts'

/** `adaptiveLimit.limitChanged`. */
export interface LimitChanged {
  /** The limit before. */
  readonly from: number
  /** The limit now. */
  readonly to: number
  /** GROWN: enough successes; OVERLOAD: a sign of it; CONFIGURED: new bounds. */
  readonly reason: 'GROWN' | 'OVERLOAD' | 'CONFIGURED'
}
/** `adaptiveLimit.rejected`: as many attempts as `limit` were in flight. */
export interface AdaptiveLimitRejected {
  /** The limit, at that moment. */
  readonly limit: number
}

const REASONS: Readonly<Record<number, LimitChanged['reason']>> = { [GROWN]: 'GROWN', [OVERLOAD]: 'OVERLOAD', [CONFIGURED]: 'CONFIGURED' }

export const events: EventsOf<AdaptiveLimit> = {
  names: ['limitChanged', 'rejected'],
  tell: (adaptive, publish) => (what, from) => {
    const { limit } = adaptive
    if (what === REJECTED) publish['rejected']?.({ limit } satisfies AdaptiveLimitRejected)
    else publish['limitChanged']?.({ from: from!, to: limit, reason: REASONS[what]! } satisfies LimitChanged)
  },
}
