// Permits by time. Each attempt reads the clock once and takes a permit, or is refused; nothing is handed back, and no timer runs but for callers that wait.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import type { Scope } from '@resilience4cata/core/run/scope'
import { rejection } from '@resilience4cata/core/run/stackless'
import { now } from '@resilience4cata/runtime/clock'
import { Cycles } from './cycles.ts'
import { RateLimitExceededError } from './errors.ts'
import { DEFAULTS, type RateLimiterOptions, type Resolved } from './options.ts'
import type { Schedule } from './schedule.ts'
import type { Turn, Turns } from './turns.ts'

export class RateLimiter extends Instance<Resolved> {
  readonly policy = 'rateLimiter'
  readonly defaults = DEFAULTS
  declare tell: ((event: 'rejected' | 'waited', ms: number) => void) | undefined
  /** Who waits, and after a refusal where `maxWait` is written: this caller's turn, which it has to claim. Of the capability `waitingTurns`. */
  declare turns: Turns | undefined
  declare wait: (scope?: Scope) => Promise<Turn> | Turn
  /** The capability `rolling` knows another kind. */
  scheduleFor: (options: Resolved, present: Schedule | undefined) => Schedule = cycles
  /** None before the first resolve. */
  declare schedule: Schedule | undefined
  /** The options that hold: also while later ones are wrong. */
  declare settings: Resolved
  /** The clock as the last `acquire` has read it, for whoever needs it in the same turn; NaN where it has read none. */
  at = NaN
  /** Of the last refusal: read in the same turn. */
  declare retryAfterMs: number
  declare enabled: boolean

  /** Whether there was a permit. The same reading of the clock serves `wait`. */
  acquire(): boolean {
    if (!this.enabled) return true
    const at = (this.at = now(this.realm))
    // nobody overtakes who waits
    return (this.turns ? this.turns.overtake(at) : this.schedule!.take(at)) || this.refuse(at)
  }

  // apart, and not private, which takes engines more words: of a caller they take in only so much
  refuse(at: number): boolean {
    this.retryAfterMs = this.schedule!.startAt(this.turns?.length ?? 0, at) - at
    return false
  }

  rejection(): RateLimitExceededError {
    const { permits, period } = this.settings
    const { retryAfterMs } = this
    this.tell?.('rejected', retryAfterMs)
    const error = rejection(RateLimitExceededError, this, 'rate limiter', ` admits ${permits} in ${period} ms: the next permit comes in ${Math.ceil(retryAfterMs)} ms`)
    error.retryAfterMs = retryAfterMs
    return error
  }

  override apply(options: Resolved): Resolved {
    this.enabled = options.enabled !== false
    this.at = NaN;
    (this.schedule = this.scheduleFor(options, this.schedule)).adjust(options.permits, options.period)
    this.settings = options
    this.turns?.reschedule()
    return options
  }
}

const cycles = (_options: Resolved, present: Schedule | undefined): Schedule => present ?? new Cycles()

export const rateLimiter = (site: string, written?: RateLimiterOptions, furnish?: Capability<RateLimiter>): RateLimiter =>
  enter(new RateLimiter(site, written as Partial<Resolved>), furnish)
