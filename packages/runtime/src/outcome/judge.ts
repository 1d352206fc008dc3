// The one place where a user's classifier is asked: by the interpreter for a site's, by a room for a layer's own.
import type { Classifier, Judgement, Verdict } from '@resilience4cata/core/classifier'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at, fault, show } from '@resilience4cata/core/diagnostic'
import type { Realm } from '@resilience4cata/core/run/realm'
import { verdictIsPromise } from '@resilience4cata/core/site-faults'
import { report, reportRejection } from '../report.ts'
import type { Outcome } from './outcome.ts'
import { pending } from './pending.ts'

/** On whose behalf: an instance, or a site. */
export interface Asker { readonly id: string; readonly realm: Realm }

/** `undefined`: it has no part for values, or doesn't say. */
export const judgeResult = (classifier: Classifier, value: unknown, asker: Asker): Judgement | undefined =>
  ask(classifier, 'result', value, asker)

/** `undefined`: it has no part for errors, or doesn't say; the lists decide. */
export const judgeError = (classifier: Classifier, error: unknown, asker: Asker): Judgement | undefined =>
  typeof classifier === 'function' ? undefined : ask(classifier, 'error', error, asker)

/**
 * What is said of an outcome: by the layer's own classifier, which replaces the site's for the layer. One that can't be used is a mistake: to the layers outside the
 * attempt has failed with it. That is no outcome that anybody is asked about.
 */
export function judge(outcome: Outcome, classifier: Classifier | undefined, asker: Asker): Judgement | undefined {
  const { what, thrown, verdict } = outcome
  if (!classifier || verdict === 'mistaken') return verdict
  try {
    return thrown ? judgeError(classifier, what, asker) : judgeResult(classifier, what, asker)
  } catch (mistake) {
    return outcome.mistake(mistake)
  }
}

// no closure: it is asked on each attempt
function ask(classifier: Classifier, part: 'result' | 'error', what: unknown, asker: Asker): Judgement | undefined {
  const about = { instance: asker.id, source: 'classifier' }
  let given: Verdict | undefined
  let promised: unknown
  try {
    given = typeof classifier === 'function' ? classifier(what) : classifier[part]?.(what)
    const verdict = given && typeof given === 'object' ? read(given) : given
    if (verdict === undefined || WORDS.has(typeof verdict === 'object' ? verdict?.verdict : verdict)) return verdict
    promised = pending(given)
  } catch (error) {
    report(asker.realm, error, about)
    return 'confused'
  }
  reportRejection(asker.realm, given, about)
  throw new ConfigurationError(at(asker.id, [promised ? verdictIsPromise() : unknownVerdict(given)]))
}

/** What stands there is read where it may throw, and once. A hint that is no number is none. */
const read = ({ verdict, retryAfterMs }: Exclude<Verdict, string>): Verdict => ({ verdict, retryAfterMs: Number(retryAfterMs) || 0 })

const WORDS = /*#__PURE__*/ new Set<unknown>(['success', 'failure', 'overload', 'ignore'])

const unknownVerdict = (verdict: unknown) =>
  fault('R4C-ATR-011', `the classifier's verdict must be one of "success", "failure", "overload", "ignore", got ${show(verdict)}`, 'With a hint: `{ verdict: "overload", retryAfterMs: 1000 }`.', 'classifier')
