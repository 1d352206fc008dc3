import type { Capability } from '@resilience4cata/core/run/instance'
import { keyed } from '@resilience4cata/runtime/keys/keyed'
import { isEmpty, refuseAll } from '../parts/hand-off.ts'
import { bulkhead, type Bulkhead } from './runtime.ts'

/** `key`: slots of its own for each. */
export const keys: Capability<Bulkhead> = /*#__PURE__*/ keyed<Bulkhead>({
  create: bulkhead,
  isNeutral: (bulkhead) => isEmpty(bulkhead.inUse, bulkhead),
  refuseAll,
})
