import type { EventsOf } from '@resilience4cata/core/run/room'
import { TURN } from '@resilience4cata/runtime/sleep'
import { ARGUMENT_CONSUMED, BUDGET_EXHAUSTED, CLASSIFIER_FAILED, INTERRUPTED, MAX_ATTEMPTS, MAX_DURATION, NOT_RETRYABLE } from './decisions.ts'
import type { Retry } from './runtime.ts'

/** Why a retry gave up. */
export type GiveUpReason = 'MAX_ATTEMPTS' | 'MAX_DURATION' | 'NOT_RETRYABLE' | 'INTERRUPTED' | 'CLASSIFIER_FAILED' | 'BUDGET_EXHAUSTED'

/** What the attempt threw, or the result that the classifier rejected. */
type Outcome = { readonly failure: unknown; readonly result?: never } | { readonly result: unknown; readonly failure?: never }

/** `attempt` is the one that has failed, from 1. */
export type Retrying = Outcome & { readonly attempt: number; readonly delayMs: number }
/** `detail` says more of NOT_RETRYABLE: `'PUSHBACK'`, the other side asked to wait longer than `maxRetryAfter`; `'ARGUMENT_CONSUMED'`, an argument can be read only once, and has been. */
export type GaveUp = Outcome & { readonly attempts: number; readonly reason: GiveUpReason; readonly detail?: 'PUSHBACK' | 'ARGUMENT_CONSUMED' }

const REASONS: Readonly<Record<number, GiveUpReason>> = {
  [MAX_ATTEMPTS]: 'MAX_ATTEMPTS',
  [MAX_DURATION]: 'MAX_DURATION',
  [NOT_RETRYABLE]: 'NOT_RETRYABLE',
  [INTERRUPTED]: 'INTERRUPTED',
  [CLASSIFIER_FAILED]: 'CLASSIFIER_FAILED',
  [BUDGET_EXHAUSTED]: 'BUDGET_EXHAUSTED',
  [ARGUMENT_CONSUMED]: 'NOT_RETRYABLE',
}

export const events: EventsOf<Retry> = {
  names: ['retrying', 'gaveUp'],
  tell: (retry, publish) => (decision, attempts, what, rejected = false, detail = decision === ARGUMENT_CONSUMED ? 'ARGUMENT_CONSUMED' : undefined) => {
    if (retry.ready().enabled === false) return
    const outcome = rejected ? { result: what } : { failure: what }
    if (decision >= 0) publish['retrying']?.({ attempt: attempts, delayMs: decision === TURN ? 0 : decision, ...outcome })
    else publish['gaveUp']?.({ attempts, reason: REASONS[decision], ...outcome, ...(detail && { detail }) })
  },
}
