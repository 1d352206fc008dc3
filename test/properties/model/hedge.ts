import type { HedgePart } from '../program.ts'
import { Budget } from './budget.ts'
import { Flight } from './flight.ts'
import type { Policy } from './layer.ts'
import { Pool } from './pool.ts'

export const hedge: Policy<HedgePart> = (part, world) => {
  const budget = new Budget(part.budgetPercent ?? 10, part.budgetMinHedgesPerSecond ?? 1, part.budgetWindow ?? 10_000)
  const pool = new Pool(world, part.delay ?? 1000)
  return {
    around: (next) => function* (call) {
      if (call.stop?.aborted) throw call.stop.reason
      budget.onCall()
      return yield new Promise((resolve, reject) => new Flight(part, budget, pool, world, next, call, resolve, reject).begin())
    },
    row: () => ({ budget: budget.row(world.now()), delayMs: part.delay ?? 1000 }),
  }
}
