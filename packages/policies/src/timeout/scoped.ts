// What few attempts need: to be cancelled at their deadline, and to be left by their caller.
import type { Scope } from '@resilience4cata/core/run/scope'
import { rejectedPromise } from '@resilience4cata/runtime/outcome/rejected'
import { AttemptScope } from '@resilience4cata/runtime/scope/attempt-scope'
import { afterwards } from './afterwards.ts'
import type { Race } from './race.ts'
import type { Timeout } from './runtime.ts'

/** The scope that ends the inside of an attempt: made when it is first asked for, in the context of the call. `outer`: the caller's, or of a layer outside. */
export function scopeOf(timeout: Timeout, race: Race, outer?: Scope): AttemptScope {
  if (race.scope) return race.scope
  const scope = (race.scope = new AttemptScope(outer))
  if (race.open) afterwards(timeout, race)
  else over(timeout, race, scope)
  return scope
}

/** It is asked for when all is over: by a retry, behind an attempt that was late. A caller that has left is followed by itself. */
function over({ settings }: Timeout, { error }: Race, scope: AttemptScope): void {
  if (error && settings.cancel) scope.cancel(error)
  else scope.close()
}

/** Answers at once when `outer` ends the call; what the function still brings is late. A timeout that is switched off answers nothing by itself. */
export function leaveWith(timeout: Timeout, race: Race, outer: Scope | undefined): void {
  if (!race.among) return
  race.listening = outer?.listen(() => {
    race.scope?.cancel(outer.reason)
    timeout.close(race)
    ;(race.outside ?? timeout.outside)?.(race, true)
    race.answer!(rejectedPromise(outer.reason))
  })
}
