import { now } from '@resilience4cata/runtime/clock'
import { rowOf, type BudgetRow } from '../parts/budget.ts'
import { Deadlines } from '../parts/deadlines.ts'
import type { Hedge } from './runtime.ts'

/** Its row in `registry.snapshot()`: the budget, where there is one, and how long it waits. */
export const snapshot = ({ budget, settings, realm }: Hedge): { budget: BudgetRow | null; delayMs: number } => ({ budget: budget.active ? rowOf(budget, now(realm)) : null, delayMs: settings.delay })

/** State begins anew. Calls under way go on with the delays that they have. */
export function reset(hedge: Hedge): void {
  if (hedge.budget.active) hedge.budget.reset()
  hedge.delays &&= new Deadlines(hedge.realm, hedge.delays.duration)
}
