import type { Capability } from '@resilience4cata/core/run/instance'
import { keyed } from '@resilience4cata/runtime/keys/keyed'
import { rowOf } from '../parts/budget.ts'
import { hedge, type Hedge } from './runtime.ts'

/** `key`: a budget of its own for each. One without further attempts in its window is forgotten. */
export const keys: Capability<Hedge> = /*#__PURE__*/ keyed<Hedge>({
  create: hedge,
  isNeutral: ({ budget }, _inFlight, at) => !rowOf(budget, at())?.retries,
  refuseAll: ({ budget }) => { budget.refuses = () => true },
})
