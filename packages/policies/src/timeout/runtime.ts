// Calls that race with a deadline. Whoever comes first, the answer or the timer, closes the race; what comes afterwards is late and changes nothing. On success a
// call costs one clock read and the promise that its caller gets: a race is used again once the function that ran in it has ended.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import { rejection } from '@resilience4cata/core/run/stackless'
import { Deadlines } from '../parts/deadlines.ts'
import type { Release } from '../parts/disposal.ts'
import { release } from '../parts/release.ts'
import { CallTimeoutError } from './errors.ts'
import { DEFAULTS, type Resolved, type TimeoutOptions } from './options.ts'
import { Race, type Outside } from './race.ts'

export class Timeout extends Instance<Resolved> {
  readonly policy = 'timeout'
  readonly defaults = DEFAULTS as unknown as Resolved
  /** A deadline has passed (`outcome` is undefined), or something came after it. */
  declare tell: ((elapsedMs: number, late: boolean, outcome?: 'SUCCESS' | 'FAILURE') => void) | undefined
  /** `afterwards`, where somebody listens: it asks. */
  declare hear?: (race: Race) => void
  /** Of the capability `outside`. */
  declare outside: Outside | undefined
  /** What becomes of a late value. */
  release: Release = release
  /** The options that hold: also while later ones are wrong. */
  declare settings: Resolved
  /** Attempts under way, those that were out of time, and what came late. Others after a reset: what was begun before is no longer counted. */
  counts = { pending: 0, timedOut: 0, lateSettled: 0 }
  /** None while it is switched off. */
  declare deadlines: Deadlines<Race> | undefined
  /** Races that are over, linked by `next`: as many as were ever under way at once. */
  declare spare: Race | undefined

  /** Attempts that are under way keep the deadline that they have. */
  override apply(options: Resolved): Resolved {
    this.settings = options
    if (options.enabled === false) this.deadlines = undefined
    else if (options.duration !== this.deadlines?.duration) this.deadlines = new Deadlines(this.realm, options.duration)
    return options
  }

  /** An attempt begins, with options that are `ready()`. Who answers for it must follow: `promise()` of the race, or `answerThrough`. `at`: the time, where a layer outside has read it in this turn. */
  begin(at?: number): Race {
    const race = this.spare ?? new Race(this)
    this.spare = race.next
    race.next = undefined
    race.among = this.deadlines?.ofOneCall()
    race.counts = this.counts
    race.open = true
    // switched off, it lets the attempt through and doesn't count it
    if (race.among) {
      race.counts.pending++
      race.among.begin(race, at)
    }
    this.hear?.(race)
    return race
  }

  rejection(timeoutMs: number): CallTimeoutError {
    this.counts.timedOut++
    const error = rejection(CallTimeoutError, this, 'timeout', `: no answer within ${timeoutMs} ms`)
    error.timeoutMs = timeoutMs
    return error
  }
}

export const timeout = (site: string, written?: TimeoutOptions, furnish?: Capability<Timeout>): Timeout =>
  enter(new Timeout(site, written as Partial<Resolved> | undefined), furnish)
