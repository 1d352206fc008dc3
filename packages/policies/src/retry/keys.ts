import type { Capability } from '@resilience4cata/core/run/instance'
import { keyed } from '@resilience4cata/runtime/keys/keyed'
import { rowOf } from '../parts/budget.ts'
import { retry, type Retry } from './runtime.ts'

/** `key`: a budget of its own for each. One without retries in its window is forgotten. */
export const keys: Capability<Retry> = /*#__PURE__*/ keyed<Retry>({
  create: retry,
  isNeutral: ({ budget }, _inFlight, at) => !rowOf(budget!, at())?.retries,
  refuseAll: ({ budget }) => { budget!.refuses = () => true },
})
