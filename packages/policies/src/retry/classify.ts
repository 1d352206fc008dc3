// What a classifier says, turned into a decision: the only way for a returned value to be retried (SEMANTICS §7.2, §7.4).
import type { Judgement } from '@resilience4cata/core/classifier'
import type { Call } from '@resilience4cata/core/run/room'
import { judgeError, judgeResult } from '@resilience4cata/runtime/outcome/judge'
import { dispose } from '../parts/dispose.ts'
import { endsRetries } from '../parts/failures.ts'
import { hintOf, isRejected } from '../parts/judgement.ts'
import { resultRejected } from '../parts/result-rejected.ts'
import { CLASSIFIER_FAILED, INTERRUPTED, MAX_ATTEMPTS, NOT_RETRYABLE } from './decisions.ts'
import { MAX_RETRY_AFTER } from './options.ts'
import type { Retry } from './runtime.ts'

/** How an attempt ended. */
export interface Outcome { readonly what: unknown; readonly thrown: boolean }

/** The retry's own classifier replaces the site's, for the retry. */
export function judgementOf(retry: Retry, { what, thrown }: Outcome, call: Call): Judgement | undefined {
  const { classifier, enabled } = retry.ready()
  if (!classifier || enabled === false) return call.verdict
  const asker = { id: retry.site, realm: retry.realm }
  return thrown ? judgeError(classifier, what, asker) : judgeResult(classifier, what, asker)
}

/** After attempt number `attempts`, that threw or whose result isn't accepted: how long to wait, or why to stop. */
export function onOutcome(retry: Retry, attempts: number, outcome: Outcome, judgement: Judgement | undefined, startedAt: number, call: Call): number {
  const { what, thrown } = outcome
  const { scope } = call
  if (judgement === undefined) return retry.onFailure(attempts, what, startedAt, scope)
  const { enabled, maxAttempts, maxRetryAfter = MAX_RETRY_AFTER } = retry.ready()
  if (enabled === false) return MAX_ATTEMPTS
  if (judgement === 'confused') return stop(retry, scope?.aborted ? INTERRUPTED : CLASSIFIER_FAILED, attempts, outcome)
  const retryable = isRejected(judgement) && !(thrown && endsRetries(what))
  const hint = hintOf(judgement)
  const pushedBack = hint > (retry.sync ? 0 : maxRetryAfter) && retryable && attempts < maxAttempts && !scope?.aborted
  if (pushedBack) return stop(retry, NOT_RETRYABLE, attempts, outcome, 'PUSHBACK')
  return retry.onFailure(attempts, what, startedAt, scope, retryable, hint, !thrown)
}

function stop(retry: Retry, reason: number, attempts: number, { what, thrown }: Outcome, detail?: string): number {
  retry.tell?.(reason, attempts, what, !thrown, detail)
  return reason
}

/** The end of a call without success: what was thrown, or the rejected result, or that it was rejected. */
export function giveUp(retry: Retry, decision: number, { what, thrown }: Outcome, call: Call): unknown {
  if (thrown) throw what
  const { enabled, onExhaustedResult } = retry.ready()
  if (onExhaustedResult !== 'throw' || enabled === false || decision === CLASSIFIER_FAILED) return what
  // to the layers outside this is a failure like any other
  call.verdict = undefined
  throw resultRejected(retry, what)
}

/** Before the next attempt: a rejected result is released. */
export function discard(retry: Retry, { what, thrown }: Outcome): void {
  if (!thrown) dispose(what, retry.ready().dispose, retry)
}
