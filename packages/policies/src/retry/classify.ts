// What a classifier says, turned into a decision: the only way for a returned value to be retried.
import type { Judgement } from '@resilience4cata/core/classifier'
import type { Scope } from '@resilience4cata/core/run/scope'
import { judge } from '@resilience4cata/runtime/outcome/judge'
import type { Outcome } from '@resilience4cata/runtime/outcome/outcome'
import { abandon } from '@resilience4cata/runtime/outcome/pending'
import { dispose } from '../parts/dispose.ts'
import { mayRetry } from '../parts/failures.ts'
import { hintOf, isRejected } from '../parts/judgement.ts'
import { resultRejected } from '../parts/result-rejected.ts'
import { CLASSIFIER_FAILED, INTERRUPTED, MAX_ATTEMPTS, NOT_RETRYABLE } from './decisions.ts'
import { MAX_RETRY_AFTER } from './options.ts'
import { planned } from './planned.ts'
import type { Retry } from './runtime.ts'

/** How an attempt ended, and the arguments that it was made with. */
export type Attempted = readonly [outcome: Outcome, ...args: unknown[]]

/**
 * After attempt number `attempts`, whatever came of it: how long to wait before the next one, or, below 0, that the call ends with the outcome as it is then.
 * It ends with a mistake, of which nobody is told.
 */
export function afterAttempt(retry: Retry, attempted: Attempted, attempts: number, startedAt = NaN, scope?: Scope, sync?: boolean): number {
  const [outcome] = attempted
  const judgement = judgementOf(retry, outcome)
  if (judgement === 'mistaken' || (!outcome.thrown && judgement !== 'confused' && !isRejected(judgement))) return ENDED
  const decision = onOutcome(retry, attempted, attempts, judgement, startedAt, scope, sync)
  if (decision < 0) giveUp(retry, decision, outcome)
  else if (!outcome.thrown) drop(retry, outcome.what, sync)
  return decision
}

/** The same at a sync site, which can't wait as long as it is asked to: whoever else shares the retry may. */
export const afterSyncAttempt = (retry: Retry, attempted: Attempted, attempts: number, startedAt?: number, scope?: Scope): number =>
  afterAttempt(retry, attempted, attempts, startedAt, scope, true)

/** A rejected result is released before the next attempt. */
function drop(retry: Retry, result: unknown, sync: boolean | undefined): void {
  if (sync) abandon(result)
  dispose(result, retry.ready().dispose, retry)
}

// below all reasons to give up
const ENDED = -100

/** The retry's own classifier replaces the site's, for the retry. */
function judgementOf(retry: Retry, outcome: Outcome): Judgement | undefined {
  const { classifier, enabled } = retry.ready()
  return judge(outcome, enabled === false ? undefined : classifier, retry)
}

/** An attempt that threw or whose result isn't accepted: how long to wait, or why to stop. */
function onOutcome(retry: Retry, [outcome, ...args]: Attempted, attempts: number, judgement: Judgement | undefined, startedAt: number, scope: Scope | undefined, sync: boolean | undefined): number {
  const { what, thrown } = outcome
  if (scope?.aborted) return stop(retry, INTERRUPTED, attempts, outcome)
  if (judgement === undefined) return retry.onFailure([what, ...args], attempts, startedAt)
  const { enabled, maxAttempts, maxRetryAfter = MAX_RETRY_AFTER } = retry.ready()
  if (enabled === false) return MAX_ATTEMPTS
  if (judgement === 'confused') return stop(retry, CLASSIFIER_FAILED, attempts, outcome)
  const retryable = isRejected(judgement) && (!thrown || mayRetry(what))
  const hint = hintOf(judgement)
  const pushedBack = hint > (sync ? 0 : maxRetryAfter) && retryable && attempts < maxAttempts
  if (pushedBack) return stop(retry, NOT_RETRYABLE, attempts, outcome, 'PUSHBACK')
  if (hint > 0) planned(retry)
  return retry.onFailure([what, ...args], attempts, startedAt, retryable ? hint : NOT_RETRYABLE, !thrown)
}

function stop(retry: Retry, reason: number, attempts: number, { what, thrown }: Outcome, detail?: string): number {
  retry.tell?.(reason, attempts, what, !thrown, detail)
  return reason
}

/** The end of a call without success: what was thrown, or the rejected result, or that it was rejected. */
function giveUp(retry: Retry, decision: number, outcome: Outcome): void {
  const { enabled, onExhaustedResult } = retry.ready()
  if (outcome.thrown || onExhaustedResult !== 'throw' || enabled === false || decision === CLASSIFIER_FAILED) return
  // to the layers outside this is a failure like any other
  outcome.verdict = undefined
  outcome.fail(resultRejected(retry, outcome.what))
}
