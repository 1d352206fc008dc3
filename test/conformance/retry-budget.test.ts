// Each script is what Finagle's RetryBudget did, step by step; see the file's notes.
import { expect, it } from 'vitest'
import { Budget, rowOf } from '@resilience4cata/policies/parts/budget'
import vectors from './retry-budget.json' with { type: 'json' }

interface Step { calls?: number; retry?: number; advance?: number; expect?: { granted?: number; remaining?: number } }

it.each(vectors.scenarios.map((scenario) => [scenario.id, scenario] as const))('%s', (_id, { config, steps }) => {
  const budget = new Budget()
  budget.configure({ percent: config.budgetPercent, perSecond: config.budgetMinRetriesPerSecond, window: config.budgetWindow })
  let now = 0
  for (const [i, step] of (steps as Step[]).entries()) {
    now += step.advance ?? 0
    for (let n = 0; n < (step.calls ?? 0); n++) budget.onCall()
    let granted = 0
    for (let n = 0; n < (step.retry ?? 0); n++) if (!budget.refuses(now)) granted++
    if (step.expect?.granted !== undefined) expect(granted, `step ${i} granted`).toBe(step.expect.granted)
    if (step.expect?.remaining !== undefined) {
      const { retries, allowedRetries } = rowOf(budget, now)!
      expect(Math.max(0, allowedRetries - retries), `step ${i} remaining`).toBe(step.expect.remaining)
    }
  }
})

it('has scenarios', () => expect(vectors.scenarios).toHaveLength(60))
