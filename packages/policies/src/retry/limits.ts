// What may end a retry although attempts are left: time and budget. One clock reading serves both.
import type { Capability } from '@resilience4cata/core/run/instance'
import { now } from '@resilience4cata/runtime/clock'
import { Budget } from '../parts/budget.ts'
import { BUDGET_EXHAUSTED, MAX_DURATION, type Retry } from './runtime.ts'

export const budget: Capability<Retry> = (retry) => {
  retry.budget = new Budget()
  retry.limit = limit
}

export const maxDuration: Capability<Retry> = (retry) => { retry.limit = limit }

/** When the call began; no clock is read while there is no bound. */
export const startOf = (retry: Retry): number => (retry.ready().maxDuration > 0 ? now(retry.realm) : NaN)

function limit(retry: Retry, wait: number, startedAt: number): number {
  const { maxDuration } = retry.ready()
  const timed = maxDuration > 0 && !Number.isNaN(startedAt)
  if (!timed && !retry.budget?.active) return 0
  const at = now(retry.realm)
  if (timed && at - startedAt + wait > maxDuration) return MAX_DURATION
  return retry.budget?.refuses(at) ? BUDGET_EXHAUSTED : 0
}
