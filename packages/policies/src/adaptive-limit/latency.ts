// `latencyThreshold`: a slow success is a sign of overload. The start time stands at the site, beside the permit.
import type { Capability } from '@resilience4cata/core/run/instance'
import { now } from '@resilience4cata/runtime/clock'
import type { AdaptiveLimit } from './runtime.ts'

export const latency: Capability<AdaptiveLimit> = (limit) => {
  limit.isSlow = (startedAt) => {
    const { latencyThreshold } = limit.settings
    return latencyThreshold > 0 && now(limit.realm) - startedAt > latencyThreshold
  }
}

/** When an attempt begins; no clock is read while no success is slow. */
export const latencyStart = (limit: AdaptiveLimit): number => (limit.settings.latencyThreshold > 0 ? now(limit.realm) : NaN)
