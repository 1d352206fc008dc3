// The race as a closure; template.ts is the same as text. Both only call runtime.ts.
import type { AsyncInner, Call, Wrap } from '@resilience4cata/core/run/room'
import { within } from '@resilience4cata/runtime/scope/invocation'
import { drop, overdue, syncStart } from './overdue.ts'
import type { Race } from './race.ts'
import type { Timeout } from './runtime.ts'
import { leaveWith, scopeOf } from './scoped.ts'

export const wrap: Wrap<Timeout> = {
  async: (timeout, inner) => async (call) => {
    const outer = call.scope
    call.verdict = undefined
    const race = timeout.begin()
    const answer = race.promise()
    const scope = scopeOf(race, outer)
    leaveWith(race, outer)
    void run(race, inner, within(call, scope), call)
    return answer
  },

  sync: (timeout, inner) => (call) => {
    const startedAt = syncStart(timeout)
    let value: unknown
    try {
      value = inner(call)
    } catch (failure) {
      throw judged(overdue(timeout, startedAt), call) ?? failure
    }
    const error = judged(overdue(timeout, startedAt), call)
    if (!error) return value
    drop(timeout, value)
    throw error
  },
}

/** Never rejects. */
async function run(race: Race, inner: AsyncInner, attempt: Call, call: Call): Promise<void> {
  let value: unknown
  try {
    value = await inner(attempt)
  } catch (failure) {
    if (race.open) call.verdict = attempt.verdict
    return race.reject(failure)
  }
  if (race.open) call.verdict = attempt.verdict
  race.resolve(value)
}

/** What the classifier has said was said of another outcome. */
function judged<E>(error: E | undefined, call: Call): E | undefined {
  if (error) call.verdict = undefined
  return error
}
