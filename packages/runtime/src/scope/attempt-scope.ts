import type { Listening, Scope } from '@resilience4cata/core/run/scope'
import { Listeners } from './listeners.ts'

/**
 * What ends one attempt early: whoever made it (a Timeout, a Hedge), or what is around it (`outer`: an outer one, the caller). Its AbortController exists only
 * once somebody asks for the signal: making one costs as much as all the rest of a call.
 */
export class AttemptScope extends Listeners implements Scope {
  aborted = false
  lost = false
  // what few attempts come to isn't there before
  declare reason: unknown
  declare due: number | undefined
  declare private outer: Listening | undefined
  /** Whose signal it has: a controller of its own, made when somebody asks, or somebody else. */
  declare source: { readonly signal: AbortSignal; abort?(reason: unknown): void } | undefined

  constructor(outer: Scope | undefined) {
    super()
    if (outer?.aborted) this.follow(outer)
    else if (outer) this.outer = outer.listen(() => this.follow(outer))
  }

  get signal(): AbortSignal {
    if (!this.source) {
      this.source = new AbortController()
      if (this.aborted) this.source.abort!(this.reason)
    }
    return this.source.signal
  }

  /** Ends the attempt, once: waiting layers inside first, in this turn, then the body's own listeners. */
  cancel(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.close()
    this.fire()
    this.source?.abort?.(reason)
  }

  /** Ends it because its outcome is no longer of interest to anybody. */
  lose(reason: unknown): void {
    this.lost = true
    this.cancel(reason)
  }

  /** Ends it as what is around it has ended. */
  follow({ reason, lost = false }: Scope): void {
    this.lost = lost
    this.cancel(reason)
  }

  /** The attempt has settled: what is around it forgets it. */
  close(): void { this.outer?.end() }
}
