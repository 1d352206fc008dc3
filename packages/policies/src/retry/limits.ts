// What may end a retry although attempts are left: time and budget. One clock reading serves both.
import { onApply } from '@resilience4cata/core/run/instance'
import { now } from '@resilience4cata/runtime/clock'
import { Budget } from '../parts/budget.ts'
import { BUDGET_EXHAUSTED, MAX_DURATION } from './decisions.ts'
import { planned } from './planned.ts'
import { LIMIT_DEFAULTS, type Resolved } from './options.ts'
import type { Retry } from './runtime.ts'

export class RetryBudget extends Budget {
  apply(options: Resolved): void {
    const { enabled, budgetPercent, budgetMinRetriesPerSecond, budgetWindow } = { ...LIMIT_DEFAULTS, ...options }
    this.configure({ percent: enabled === false ? 0 : budgetPercent, perSecond: budgetMinRetriesPerSecond, window: budgetWindow })
  }
}

export const budget = (retry: Retry): void => {
  maxDuration(retry)
  const budget = (retry.budget = new RetryBudget())
  onApply(retry, (options) => budget.apply(options))
  retry.start = () => {
    retry.ready()
    budget.onCall()
    return 0
  }
}

export const maxDuration = (retry: Retry): void => {
  retry.defaults = { ...retry.defaults, ...LIMIT_DEFAULTS }
  planned(retry)
  retry.limit = limit
}

/** When the call began; no clock is read while there is no bound. */
export const startOf = (retry: Retry): number => ((retry.ready().maxDuration ?? 0) > 0 ? now(retry.realm) : NaN)

function limit(retry: Retry, wait: number, startedAt = NaN): number {
  const { maxDuration = 0 } = retry.ready()
  const timed = maxDuration > 0 && !Number.isNaN(startedAt)
  if (!timed && !retry.budget?.active) return wait
  const at = now(retry.realm)
  if (timed && at - startedAt + wait > maxDuration) return MAX_DURATION
  return retry.budget?.refuses(at) ? BUDGET_EXHAUSTED : wait
}
