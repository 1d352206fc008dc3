import type { HedgePart } from '../program.ts'
import { Budget } from './budget.ts'
import { Flight } from './flight.ts'
import type { Policy } from './layer.ts'
import { Pool } from './pool.ts'

const DEFAULTS = {
  enabled: true, maxAttempts: 2, delay: 1000, hedgeOn: ['exception'], abortOn: [], onExhaustedResult: 'return',
  budgetPercent: 10, budgetMinHedgesPerSecond: 1, budgetWindow: 10_000,
} as const

export const hedge: Policy<HedgePart> = (part, world) => {
  let options: Required<HedgePart> & { readonly enabled: boolean } = { ...DEFAULTS, ...part }
  const budget = new Budget(options.budgetPercent, options.budgetMinHedgesPerSecond, options.budgetWindow)
  let pool = new Pool(world, options.delay)
  return {
    around: (next) => function* (call) {
      if (!options.enabled) return yield* next(call)
      if (call.stop?.aborted) throw call.stop.reason
      budget.onCall()
      return yield new Promise((resolve, reject) => new Flight({ ...options }, () => options, budget, pool, world, next, call, resolve, reject).begin())
    },
    row: () => ({ budget: budget.row(world.now()), delayMs: options.delay }),
    configure(changed) {
      const { delay } = options
      options = { ...options, ...changed }
      if (options.delay !== delay) pool = new Pool(world, options.delay)
      budget.configure(options.enabled ? options.budgetPercent : 0, options.budgetMinHedgesPerSecond, options.budgetWindow)
    },
  }
}
