// What an adaptive limit makes of an outcome where a classifier may have judged it: the site's, or its own, which replaces that for the limit.
import type { Judgement } from '@resilience4cata/core/classifier'
import type { Scope } from '@resilience4cata/core/run/scope'
import { judge } from '@resilience4cata/runtime/outcome/judge'
import type { Outcome } from '@resilience4cata/runtime/outcome/outcome'
import type { AdaptiveLimit } from './runtime.ts'

/** The permit goes back. A mistake says nothing of the other side. */
export function sampleOutcome(limit: AdaptiveLimit, permit: number, outcome: Outcome, startedAt?: number, scope?: Scope): void {
  const { what, thrown } = outcome
  if (permit <= 0 || (thrown ? scope?.aborted : scope?.lost)) return limit.onCancelled(permit)
  const word = wordOf(judge(outcome, limit.settings.classifier, limit))
  if (word === 'overload') limit.onDrop(permit)
  else if (word === undefined && thrown) limit.onFailure(permit, what)
  else if (!thrown && (word === undefined || word === 'success')) limit.onSuccess(permit, startedAt)
  else limit.onCancelled(permit)
}

const wordOf = (judgement: Judgement | undefined) => (typeof judgement === 'object' ? judgement.verdict : judgement)
