// What one row of the table is about.
export interface Row {
  readonly name: string
  /** The decorators of the measured method. */
  readonly marks: readonly string[]
  /** What the method does: asks a store and computes with the answer (default), hands a field of it on, can't be moved, or isn't async. */
  readonly body?: 'field' | 'called' | 'sync'
  /** What the store does: answers (default), fails every second time, fails always, never answers. */
  readonly store?: 'flaky' | 'down' | 'silent'
  /** Every call is refused with this error, once a few have been made. */
  readonly refused?: string
  /** Somebody listens to all events. */
  readonly listens?: true
  /** The program uses AsyncLocalStorage. */
  readonly als?: true
  /** A module of `floor/sites`, and what is written differently there. */
  readonly floor?: { readonly site: string; readonly edits?: readonly (readonly [string, string])[] }
  /** Another row whose peers serve here too: their programs are about the layers, not about our own varieties. */
  readonly peersOf?: string
  /** At most so many times the plain call, on Node 20; `engine: 'interpreted'` likewise. */
  readonly wanted?: number
  readonly wantedInterpreted?: number
}
