import { now } from '@resilience4cata/runtime/clock'
import { rowOf, type BudgetRow } from '../parts/budget.ts'
import type { Hedge } from './runtime.ts'

/** Its row in `registry.snapshot()`: the budget, where there is one, and how long it waits. */
export const snapshot = ({ budget, settings, realm }: Hedge): { budget: BudgetRow | null; delayMs: number } => ({ budget: budget.active ? rowOf(budget, now(realm)) : null, delayMs: settings.delay })

/** State begins anew. Calls under way go on with the delays that they have. */
export function reset(hedge: Hedge): void {
  if (hedge.budget.active) hedge.budget.reset()
  if (hedge.delays) hedge.delays = hedge.draw()
}
