// What a breaker makes of an outcome where a classifier may have judged it: the site's, or its own, which replaces that for the breaker.
import type { Judgement } from '@resilience4cata/core/classifier'
import type { Instance } from '@resilience4cata/core/run/instance'
import type { Scope } from '@resilience4cata/core/run/scope'
import { judge } from '@resilience4cata/runtime/outcome/judge'
import type { Outcome } from '@resilience4cata/runtime/outcome/outcome'
import { failWithin } from './own-rejections.ts'
import { IGNORED, type CircuitBreaker } from './runtime.ts'
import { FAILED } from './sliding-window.ts'

/** The permit goes back. A mistake is no outcome. */
export function recordOutcome(breaker: CircuitBreaker, permit: number, outcome: Outcome, startedAt?: number, scope?: Scope, inner: readonly Instance<any>[] = []): void {
  const { what, thrown } = outcome
  // what fails because its caller has left is nobody's failure, and what has lost is no outcome
  if (permit <= 0 || (thrown ? scope?.aborted : scope?.lost)) return breaker.onCancelled(permit)
  const recorded = outcomeOf(judge(outcome, breaker.rules.classifier, breaker))
  if (recorded !== undefined) breaker.settle(permit, recorded, startedAt)
  else if (!thrown) breaker.onSuccess(permit, startedAt)
  else if (breaker.judgeOwn) failWithin(breaker, permit, what, inner, startedAt)
  else breaker.onFailure(permit, what, startedAt)
}

/** A classifier that has thrown, or can't be used, says nothing: the attempt isn't recorded. */
function outcomeOf(judgement: Judgement | undefined): number | undefined {
  const word = typeof judgement === 'object' ? judgement.verdict : judgement
  if (word === undefined) return undefined
  return word === 'success' ? 0 : word === 'failure' || word === 'overload' ? FAILED : IGNORED
}
