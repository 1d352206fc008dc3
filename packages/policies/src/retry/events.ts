import type { EventsOf } from '@resilience4cata/core/run/room'
import { TURN } from '@resilience4cata/runtime/sleep'
import { ARGUMENT_CONSUMED, BUDGET_EXHAUSTED, CLASSIFIER_FAILED, INTERRUPTED, MAX_ATTEMPTS, MAX_DURATION, NOT_RETRYABLE } from './decisions.ts'
import type { Retry } from './runtime.ts'

/** Why a retry gave up. NOT_RETRYABLE: not in `retryOn`, in `abortOn`, an open breaker, or what `detail` says; INTERRUPTED: its caller, or a layer outside, has cancelled the call. */
export type GiveUpReason = 'MAX_ATTEMPTS' | 'MAX_DURATION' | 'NOT_RETRYABLE' | 'INTERRUPTED' | 'CLASSIFIER_FAILED' | 'BUDGET_EXHAUSTED'

type Outcome = Threw | Rejected
interface Threw {
  /** What the attempt threw. */
  readonly failure: unknown
  /** The result that the classifier rejected. */
  readonly result?: never
}
interface Rejected {
  /** The result that the classifier rejected. */
  readonly result: unknown
  /** What the attempt threw. */
  readonly failure?: never
}

/** `retry.retrying`: an attempt has failed and another one will follow. */
export type Retrying = Outcome & {
  /** The one that has failed, from 1. */
  readonly attempt: number
  /** Milliseconds until the next one; 0: at once. */
  readonly delayMs: number
}
/** `retry.gaveUp`: an attempt has failed and none will follow. */
export type GaveUp = Outcome & {
  /** Attempts made. */
  readonly attempts: number
  /** Why. */
  readonly reason: GiveUpReason
  /** Says more of NOT_RETRYABLE: `'PUSHBACK'`, the other side asked to wait longer than `maxRetryAfter`; `'ARGUMENT_CONSUMED'`, an argument can be read only once, and has been. */
  readonly detail?: 'PUSHBACK' | 'ARGUMENT_CONSUMED'
}

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
