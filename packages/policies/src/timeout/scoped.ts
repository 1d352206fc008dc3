// What few attempts need: to be cancelled at their deadline, and to be left by their caller.
import type { Scope, Ticket } from '@resilience4cata/core/run/scope'
import { isRejected, rejected } from '@resilience4cata/runtime/outcome/rejected'
import { AttemptScope } from '@resilience4cata/runtime/scope/attempt-scope'
import { afterwards } from './afterwards.ts'
import type { Race } from './race.ts'

/**
 * The scope that ends the inside of an attempt: made when it is first asked for, in the context of the call. `outer`: the caller's, or of a layer outside, which is
 * also that of the inside where the timeout is switched off: then there may be none.
 */
export const scopeOf = (race: Race, outer?: Scope): Scope => (race.among ? (race.scope ??= make(race, outer)) : outer!)

function make(race: Race, outer: Scope | undefined): AttemptScope {
  const { error, timeout: { settings: { cancel } } } = race
  // who leaves behind the deadline leaves nothing any longer
  const scope = new AttemptScope(error ? undefined : outer)
  if (cancel) scope.due = race.due
  if (race.open) afterwards(race)
  else if (error && cancel) scope.cancel(error)
  // asked for when all is over: by a retry, behind an attempt that was late. A caller that has left is followed by itself
  else scope.close()
  return scope
}

/** Answers at once when `outer` ends the call; what the function still brings is late. A timeout that is switched off answers nothing by itself. */
export function leaveWith(race: Race, outer: Scope | undefined): void {
  if (!outer) return
  race.watched = true
  race.outer = outer
  if (!race.among) return
  const go = () => leave(race, outer)
  // who has been heard on the way has made the caller leave before
  if (outer.aborted) go()
  else race.listening = outer.listen(go)
}

function leave(race: Race, outer: Scope): void {
  race.outer = outer
  // which says too whether the attempt has lost
  race.scope?.follow(outer)
  race.close()
  // not before whoever has aborted goes on, as where layers hear of it by a promise
  void Promise.resolve().then(() => race.tellOutside(outer.reason))
  race.answer!(rejected(outer.reason))
}

/** In place of `promise()` and `leaveWith`: an attempt of a layer right outside ends with what the race is answered with, and the race with an attempt that is cancelled. */
export function answerThrough(race: Race, attempt: Ticket): void {
  race.attempt = attempt
  race.answer = race.through ??= ending(race)
  attempt.leave = race.leave ??= leaving(race)
  if (attempt.aborted) race.leave(attempt)
}

// made by functions of their own: one that holds a closure pays for what that captures at each call
const ending = (race: Race) => (outcome: unknown) => {
  const { attempt } = race
  race.attempt = undefined
  if (isRejected(outcome)) fail(attempt!, outcome)
  else attempt!.resolve(outcome)
}

/** A failure is handed on behind what is told of it in the context of the call. */
const fail = (attempt: Ticket, failed: PromiseLike<never>): unknown => Promise.resolve(failed).catch((failure: unknown) => attempt.reject(failure))

/** One that has just been answered isn't left any longer. */
const leaving = (race: Race) => (attempt: Scope) => { if (race.open && race.among) leave(race, attempt) }
