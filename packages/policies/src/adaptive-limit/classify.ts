// What an adaptive limit makes of an outcome where a classifier may have judged it: the site's, or its own, which replaces that for the limit.
import type { Judgement } from '@resilience4cata/core/classifier'
import type { Scope } from '@resilience4cata/core/run/scope'
import { judgeError, judgeResult } from '@resilience4cata/runtime/outcome/judge'
import type { Outcome } from '@resilience4cata/runtime/outcome/outcome'
import type { AdaptiveLimit } from './runtime.ts'

/** The permit goes back. A verdict that is none is a mistake: to the layers outside the attempt has failed with it. */
export function sampleOutcome(limit: AdaptiveLimit, permit: number, outcome: Outcome, startedAt?: number, scope?: Scope): void {
  const { what, thrown } = outcome
  if (permit <= 0 || (thrown ? scope?.aborted : scope?.lost)) return limit.onCancelled(permit)
  let word: string | undefined
  try {
    word = wordOf(judgementOf(limit, outcome))
  } catch (mistake) {
    limit.onCancelled(permit)
    return outcome.fail(mistake)
  }
  if (word === 'overload') limit.onDrop(permit)
  else if (word === undefined && thrown) limit.onFailure(permit, what)
  else if (!thrown && (word === undefined || word === 'success')) limit.onSuccess(permit, startedAt)
  else limit.onCancelled(permit)
}

function judgementOf(limit: AdaptiveLimit, { what, thrown, verdict }: Outcome): Judgement | undefined {
  const { classifier } = limit.settings
  if (!classifier) return verdict
  return thrown ? judgeError(classifier, what, limit) : judgeResult(classifier, what, limit)
}

const wordOf = (judgement: Judgement | undefined) => (typeof judgement === 'object' ? judgement.verdict : judgement)
