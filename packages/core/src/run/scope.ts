/**
 * What can end a call or an attempt early: the caller's signal, a Timeout, a Hedge. Waiting layers listen to it and know no policy.
 * `undefined` in its place means that nothing can.
 */
export interface Scope {
  readonly aborted: boolean
  readonly reason: unknown
  /** When it is over by itself, on the realm's clock, which the timer that says so may be behind: nothing begins in it any more. None where only somebody ends it. */
  readonly due?: number | undefined
  /** Another attempt has answered in its place: whatever it still brings is no outcome. Layers inside book it as cancelled, a value too. */
  readonly lost?: boolean
  /** What `attemptSignal()` gives: the caller's own signal, or one that is created when first asked for. */
  readonly signal: AbortSignal
  /** `fire` runs once, in the macrotask of the abort. O(1) to add and to remove. */
  listen(fire: () => void): Listening
}

export interface Listening { end(): void }

/** Hears how what is inside of it has ended: a value that is no thenable, or a failure. The first of the two counts; may be called in anybody's async context. */
export interface Ticket extends Scope {
  resolve(value: unknown): void
  reject(failure: unknown): void
  /** Of a race right inside that answers through it: called first of all, with what ends the attempt, when it is cancelled before it has ended. */
  leave: ((scope: Scope) => void) | undefined
}
