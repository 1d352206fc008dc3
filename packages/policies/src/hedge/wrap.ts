// The race of attempts as a closure; template.ts is the same as text. Both only call runtime.ts and flight.ts.
import type { Judgement } from '@resilience4cata/core/classifier'
import type { AsyncInner, Call, Wrap } from '@resilience4cata/core/run/room'
import { judgeError, judgeResult } from '@resilience4cata/runtime/outcome/judge'
import { Invocation } from '@resilience4cata/runtime/scope/invocation'
import { Flight, type Attempt } from './flight.ts'
import type { Hedge } from './runtime.ts'

export const wrap: Wrap<Hedge> = {
  async: (hedge, inner) => async (call) => {
    if (call.scope?.aborted) throw call.scope.reason
    const calls = new Map<Attempt, Call>()
    const start = (attempt: Attempt) => launch(inner, attempt, call, calls)
    const flight = new Flight(hedge, start, (attempt, what, thrown) => judgementOf(hedge, calls.get(attempt)!, what, thrown), call.scope)
    try {
      return await flight.run().answer
    } finally {
      call.attempts = flight.launched
      call.verdict = flight.judgement
    }
  },
}

/** Each attempt is a call of its own. */
async function launch(inner: AsyncInner, attempt: Attempt, { body, self, args }: Call, calls: Map<Attempt, Call>): Promise<unknown> {
  const admitted = function (this: unknown, ...values: unknown[]) {
    attempt.admit()
    return body.apply(this, values)
  }
  const own = new Invocation(admitted, self, args, attempt.scope)
  calls.set(attempt, own)
  return inner(own)
}

/** The hedge's own classifier replaces the site's, for the hedge. */
function judgementOf(hedge: Hedge, { verdict }: Call, what: unknown, thrown: boolean): Judgement | undefined {
  const { classifier } = hedge.settings
  if (!classifier) return verdict
  return thrown ? judgeError(classifier, what, hedge) : judgeResult(classifier, what, hedge)
}
