import { now } from '@resilience4cata/runtime/clock'
import { rowOf, type BudgetRow } from '../parts/budget.ts'
import { Deadlines } from '../parts/deadlines.ts'
import type { Hedge } from './runtime.ts'

/** Its row in `registry.snapshot()`. */
export interface HedgeRow {
  /** `null` without one. */
  readonly budget: BudgetRow | null
  /** Milliseconds that an attempt may take before one more begins. */
  readonly delayMs: number
}
export const snapshot = ({ budget, settings, realm }: Hedge): HedgeRow => ({ budget: budget.active ? rowOf(budget, now(realm)) : null, delayMs: settings.delay })

/** State begins anew. Calls under way go on with the delays that they have. */
export function reset(hedge: Hedge): void {
  if (hedge.budget.active) hedge.budget.reset()
  hedge.delays &&= new Deadlines(hedge.realm, hedge.delays.duration)
}
