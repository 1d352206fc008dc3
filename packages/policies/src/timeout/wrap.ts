// The race as a closure; template.ts is the same as text. Both only call runtime.ts.
import type { AsyncInner, Call, Wrap } from '@resilience4cata/core/run/room'
import { AttemptScope } from '@resilience4cata/runtime/scope/attempt-scope'
import { within } from '@resilience4cata/runtime/scope/invocation'
import { dispose } from '../parts/dispose.ts'
import { overdue, syncStart } from './overdue.ts'
import type { Race, Timeout } from './runtime.ts'

export const wrap: Wrap<Timeout> = {
  async: (timeout, inner) => async (call) => {
    const outer = call.scope
    if (outer?.aborted) throw outer.reason
    call.verdict = undefined
    const scope = new AttemptScope(outer)
    const race = timeout.begin()
    const answer = timeout.promise()
    const listening = outer?.listen(() => timeout.leave(race, outer.reason))
    void run(timeout, race, inner, within(call, scope), call)
    try {
      return await answer
    } catch (failure) {
      // here, and not in the timer: what the user has listens in the context of this very call
      if (race.error !== undefined && race.error === failure) expire(timeout, race, scope)
      throw failure
    } finally {
      listening?.end()
      scope.close()
    }
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
    dispose(value, timeout.settings.dispose, timeout)
    throw error
  },
}

/** Never rejects. */
async function run(timeout: Timeout, race: Race, inner: AsyncInner, attempt: Call, call: Call): Promise<void> {
  let value: unknown
  try {
    value = await inner(attempt)
  } catch (failure) {
    if (race.open) call.verdict = attempt.verdict
    return timeout.onFailure(race, failure)
  }
  if (race.open) call.verdict = attempt.verdict
  timeout.onSuccess(race, value)
}

function expire(timeout: Timeout, race: Race, scope: AttemptScope): void {
  timeout.tell?.(race.elapsedMs, race.late)
  if (timeout.settings.cancel) scope.cancel(race.error)
}

/** What the classifier has said was said of another outcome. */
function judged<E>(error: E | undefined, call: Call): E | undefined {
  if (error) call.verdict = undefined
  return error
}
