import type { Judgement } from '@resilience4cata/core/classifier'

/** How an attempt ended, and what the site's classifier says of it, on its way outwards through the layers of a site that has one. */
export class Outcome {
  /** `what` it returned, or threw. */
  constructor(public what: unknown, public thrown: boolean, public verdict: Judgement | undefined) {}

  /** To the layers further outside it has failed with this. */
  fail(failure: unknown): void {
    this.what = failure
    this.thrown = true
  }

  /** The same with a mistake of the site, on which no layer has a say. */
  mistake(mistake: unknown): 'mistaken' {
    this.fail(mistake)
    return (this.verdict = 'mistaken')
  }
}

export const returned = (value: unknown, verdict?: Judgement): Outcome => new Outcome(value, false, verdict)
export const threw = (failure: unknown, verdict?: Judgement): Outcome => new Outcome(failure, true, verdict)
