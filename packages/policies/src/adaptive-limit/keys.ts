import type { Capability } from '@resilience4cata/core/run/instance'
import { keyed } from '@resilience4cata/runtime/keys/keyed'
import { isEmpty, refuseAll } from '../parts/hand-off.ts'
import { adaptiveLimit, type AdaptiveLimit } from './runtime.ts'

/** `key`: a limit of its own for each. What it has learned is forgotten with it. */
export const keys: Capability<AdaptiveLimit> = /*#__PURE__*/ keyed<AdaptiveLimit>({
  create: adaptiveLimit,
  isNeutral: (limit) => isEmpty(limit.inFlight, limit),
  refuseAll,
})
