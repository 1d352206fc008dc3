// A hedged call whose attempts a classifier judges: the site's, or the hedge's own, which replaces that for the hedge.
import type { Judgement } from '@resilience4cata/core/classifier'
import type { Scope } from '@resilience4cata/core/run/scope'
import { judgeError, judgeResult } from '@resilience4cata/runtime/outcome/judge'
import type { Attempt, Start } from './attempt.ts'
import { Flight } from './flight.ts'
import type { Hedge } from './runtime.ts'

/** As `fly`; `start` leaves on its attempt what the site's classifier has said of it. */
export const flyJudged = (hedge: Hedge, start: Start, scope?: Scope): Flight =>
  new Flight(hedge, start, (attempt) => judgementOf(hedge, attempt), scope).run()

function judgementOf(hedge: Hedge, { verdict, what, thrown }: Attempt): Judgement | undefined {
  const { classifier } = hedge.settings
  if (!classifier) return verdict
  return thrown ? judgeError(classifier, what, hedge) : judgeResult(classifier, what, hedge)
}
