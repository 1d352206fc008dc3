// The race of attempts as a closure; template.ts is the same as text. Both only call runtime.ts, flight.ts and classify.ts.
import type { AsyncInner, Call, Wrap } from '@resilience4cata/core/run/room'
import { Invocation } from '@resilience4cata/runtime/scope/invocation'
import { flyJudged } from './classify.ts'
import type { Attempt } from './attempt.ts'
import type { Hedge } from './runtime.ts'

export const wrap: Wrap<Hedge> = {
  async: (hedge, inner) => async (call) => {
    const flight = flyJudged(hedge, (attempt) => launch(inner, attempt, call), call.scope)
    try {
      return await flight.answer
    } finally {
      call.attempts = flight.launched
      call.verdict = flight.verdict
    }
  },
}

/** Each attempt is a call of its own. Never rejects. */
async function launch(inner: AsyncInner, attempt: Attempt, { body, self, args }: Call): Promise<void> {
  const admitted = function (this: unknown, ...values: unknown[]) {
    attempt.admit()
    return body.apply(this, values)
  }
  const own = new Invocation(admitted, self, args, attempt)
  let value: unknown
  try {
    value = await inner(own)
  } catch (failure) {
    attempt.verdict = own.verdict
    return attempt.reject(failure)
  }
  attempt.verdict = own.verdict
  attempt.resolve(value)
}
