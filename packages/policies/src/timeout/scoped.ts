// What few attempts need: to be cancelled at their deadline, and to be left by their caller.
import type { Scope } from '@resilience4cata/core/run/scope'
import { rejectedPromise } from '@resilience4cata/runtime/outcome/rejected'
import { AttemptScope } from '@resilience4cata/runtime/scope/attempt-scope'
import { afterwards } from './afterwards.ts'
import type { Race } from './race.ts'
import type { Timeout } from './runtime.ts'

/** The scope that ends the inside of an attempt: made when it is first asked for, during the call. `outer`: the caller's, or of a layer outside. */
export function scopeOf(timeout: Timeout, race: Race, outer?: Scope): AttemptScope {
  afterwards(timeout, race)
  return (race.scope ??= new AttemptScope(outer))
}

/** Answers at once when `outer` ends the call; what the function still brings is late. A timeout that is switched off answers nothing by itself. */
export function leaveWith(timeout: Timeout, race: Race, outer: Scope | undefined): void {
  if (!race.among) return
  race.listening = outer?.listen(() => {
    race.scope?.cancel(outer.reason)
    timeout.close(race)
    timeout.outside?.(race, true)
    race.answer!(rejectedPromise(outer.reason))
  })
}
