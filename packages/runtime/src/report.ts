// An error in what users hand in (listener, matcher, classifier, key, dispose) never changes the call: it is reported instead.
import type { ErrorSource, Realm } from '@resilience4cata/core/run/realm'

/** To `registry.onError`, else to the platform's `reportError`, else thrown in a task of its own: Node's uncaught-exception path. */
export function report(realm: Realm, error: unknown, about: ErrorSource): void {
  if (realm.onError) {
    try {
      const answer: unknown = realm.onError(error, about)
      return whenRejected(answer, toPlatform)
    } catch (worse) {
      return toPlatform(worse)
    }
  }
  toPlatform(error)
}

/** What a listener or matcher returned: nobody awaits it, but its rejection is reported. */
export function reportRejection(realm: Realm, answer: unknown, about: ErrorSource): void {
  whenRejected(answer, (error) => report(realm, error, about))
}

function whenRejected(answer: unknown, then: (error: unknown) => void): void {
  if (typeof answer !== 'object' || answer === null) return
  try {
    const subscribe = (answer as { then?: unknown }).then
    if (typeof subscribe === 'function') subscribe.call(answer, undefined, then)
  } catch (error) {
    then(error)
  }
}

function toPlatform(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error)
  else globalThis.setTimeout(() => { throw error }, 0)
}

/** What needs somebody's attention and is no error. */
export function warn(text: string): void {
  if (typeof console !== 'undefined') console.warn(text)
}
