// The classifier of a compiled site: asked once per attempt, innermost.
import type { Classifier } from '@resilience4cata/core/classifier'
import type { Capability } from '@resilience4cata/core/run/instance'
import { realm, type Realm } from '@resilience4cata/core/run/realm'
import { judge } from './judge.ts'
import { returned, threw, type Outcome } from './outcome.ts'

export class SiteClassifier {
  realm: Realm = realm()

  /** `into`: of a site that has a registry of its own. */
  constructor(readonly id: string, readonly classifier: Classifier, into?: Capability) {
    into?.(this as never)
  }

  /** Before any layer acts. */
  ready(): void {}

  /** What an attempt returned, and what is said of it. */
  returned(value: unknown): Outcome { return this.#judged(returned(value)) }

  threw(failure: unknown): Outcome { return this.#judged(threw(failure)) }

  #judged(outcome: Outcome): Outcome {
    outcome.verdict = judge(outcome, this.classifier, this)
    return outcome
  }
}

export const judging = (site: string, classifier: Classifier, into?: Capability): SiteClassifier => new SiteClassifier(site, classifier, into)
