// A hedged call whose attempts a classifier judges: the site's, or the hedge's own, which replaces that for the hedge.
import type { Judgement } from '@resilience4cata/core/classifier'
import type { Scope } from '@resilience4cata/core/run/scope'
import { now } from '@resilience4cata/runtime/clock'
import { judge } from '@resilience4cata/runtime/outcome/judge'
import { Outcome as Judged } from '@resilience4cata/runtime/outcome/outcome'
import { hintOf, isRejected } from '../parts/judgement.ts'
import { resultRejected } from '../parts/result-rejected.ts'
import type { Attempt, Outcome, Start } from './attempt.ts'
import { Flight } from './flight.ts'
import type { Hedge, Obstacle } from './runtime.ts'

/** As `fly`; `start` leaves on its attempt what the site's classifier has said of it. */
export const flyJudged = (hedge: Hedge, start: Start, scope?: Scope): JudgedFlight => new JudgedFlight(hedge, start, scope).run()

class JudgedFlight extends Flight {
  /** What is said of the attempt that is looked at. */
  #judgement: Judgement | undefined
  /** A rejected result, in case nothing better comes. */
  #kept: Attempt | undefined
  /** Until when the other side has asked for no more. */
  #heldUntil = -Infinity

  /** What the site's classifier has said of the answer. */
  get verdict(): Judgement | undefined { return this.outcome?.verdict }

  protected override first(): unknown { return this.watch() }

  protected override hinders(at: number): Obstacle | false { return at < this.#heldUntil ? 'PUSHBACK' : super.hinders(at) }

  protected override judge(attempt: Attempt): Outcome | undefined {
    const outcome = new Judged(attempt.what, attempt.thrown, attempt.verdict)
    this.#judgement = judge(outcome, this.hedge.settings.classifier, this.hedge)
    return this.#judgement === 'mistaken' ? outcome : undefined
  }

  protected override mayGoOn(attempt: Attempt): boolean {
    const judgement = this.#judgement
    const isFailure = judgement === undefined ? super.mayGoOn(attempt) : isRejected(judgement)
    const hint = hintOf(judgement)
    if (isFailure && hint > 0) this.#heldUntil = Math.max(this.#heldUntil, now(this.hedge.realm) + hint)
    this.#keep(isFailure ? attempt : undefined)
    return isFailure
  }

  protected override exhausted(last: Outcome): Outcome {
    this.#kept = undefined
    if (last.thrown || this.plan.onExhaustedResult !== 'throw') return last
    // to the layers outside that is a failure like any other
    return { what: resultRejected(this.hedge, last.what), thrown: true }
  }

  protected override end(): void {
    super.end()
    this.#keep(undefined)
  }

  #keep(attempt: Attempt | undefined): void {
    this.release(this.#kept)
    this.#kept = attempt
  }
}
