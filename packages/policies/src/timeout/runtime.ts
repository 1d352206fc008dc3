// Calls that race with a deadline. Whoever comes first, the answer or the timer, closes the race; what comes afterwards is late and changes nothing. On success a
// call costs one clock read and the promise that its caller gets: a race is used again once the function that ran in it has ended.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import { rejection } from '@resilience4cata/core/run/stackless'
import { now } from '@resilience4cata/runtime/clock'
import { rejected } from '@resilience4cata/runtime/outcome/rejected'
import { Deadlines } from '../parts/deadlines.ts'
import type { Release } from '../parts/disposal.ts'
import { isEdge } from '../parts/edge.ts'
import { release } from '../parts/release.ts'
import { CallTimeoutError } from './errors.ts'
import { DEFAULTS, type Resolved, type TimeoutOptions } from './options.ts'
import { Race } from './race.ts'

export class Timeout extends Instance<Resolved> {
  readonly policy = 'timeout'
  readonly defaults = DEFAULTS as unknown as Resolved
  /** A deadline has passed (`outcome` is undefined), or something came after it. */
  declare tell: ((elapsedMs: number, late: boolean, outcome?: 'SUCCESS' | 'FAILURE') => void) | undefined
  /** `afterwards`, where somebody may listen. */
  declare hear?: (timeout: Timeout, race: Race) => void
  /** Tells the layers right outside that the timeout answers in their place: of the capability `outside`. `left`: the caller has gone. */
  declare outside: ((race: Race, left: boolean) => void) | undefined
  /** What becomes of a late value. */
  release: Release = release
  /** The options that hold: also while later ones are wrong. */
  settings: Resolved = this.defaults
  pending = 0
  timedOut = 0
  lateSettled = 0
  /** What was begun in an earlier one is no longer counted. */
  era = 0
  /** None while it is switched off. */
  deadlines: Deadlines<Race> | undefined
  /** Races that are over, linked by `next`: as many as were ever under way at once. */
  #spare: Race | undefined

  /** Attempts that are under way keep the deadline that they have. */
  override apply(options: Resolved): Resolved {
    this.settings = options
    if (options.enabled === false) this.deadlines = undefined
    else if (options.duration !== this.deadlines?.duration) this.deadlines = this.draw()
    return options
  }

  /** An attempt begins, with options that are `ready()`. Who answers for it must follow: `promise()` of the race, or `answerThrough`. `at`: the time, where a layer outside has read it in this turn. */
  begin(at?: number): Race {
    const race = this.#spare ?? new Race()
    this.#spare = race.next
    race.next = undefined
    race.among = this.deadlines && isEdge(this.realm) ? this.draw() : this.deadlines
    // switched off, it lets the attempt through and doesn't count it
    if ((race.era = race.among ? this.era : -1) >= 0) this.pending++
    race.open = true
    race.among?.begin(race, at)
    if (this.realm.kit?.heard) this.hear?.(this, race)
    return race
  }

  /** The function is done. A value that comes late is released. */
  onSuccess(race: Race, value: unknown): void {
    const answer = this.#answerOf(race, 'SUCCESS')
    if (answer) answer(value)
    else this.release(value)
  }

  /** The function has failed. */
  onFailure(race: Race, failure: unknown): void {
    this.#answerOf(race, 'FAILURE')?.(rejected(failure))
  }

  /** Nobody is answered by it any longer. */
  close(race: Race): void {
    if (race.open) race.among?.end(race)
    race.open = false
    if (race.era === this.era) this.pending--
    if (race.watched) {
      race.listening?.end()
      race.scope?.close()
    }
  }

  rejection(timeoutMs: number): CallTimeoutError {
    this.timedOut++
    const error = rejection(CallTimeoutError, this, 'timeout', `: no answer within ${timeoutMs} ms`)
    error.timeoutMs = timeoutMs
    return error
  }

  /** Deadlines of their own. */
  draw(): Deadlines<Race> {
    const { duration } = this.settings
    // in the timer's turn, and in whose context it was armed: only what nobody of the user's hears
    return new Deadlines(this.realm, duration, (race, at, late) => {
      this.close(race)
      race.late = late
      race.endedAt = at
      race.error = this.rejection(duration)
      ;(race.outside ?? this.outside)?.(race, false)
      race.wake?.()
      race.answer!(rejected(race.error))
    })
  }

  /** How to answer; nothing when somebody else has. */
  #answerOf(race: Race, outcome: 'SUCCESS' | 'FAILURE'): Race['answer'] {
    if (!race.open) {
      this.lateSettled++
      this.tell?.(now(this.realm) - race.due + race.among!.duration, true, outcome)
      return undefined
    }
    const { answer } = race
    this.close(race)
    // nobody has it any longer, and it keeps nobody's answer
    race.answer = race.outside = undefined
    if (race.watched) race.watched = race.wake = race.scope = race.listening = undefined
    race.next = this.#spare
    this.#spare = race
    return answer
  }
}

export const timeout = (site: string, written?: TimeoutOptions, furnish?: Capability<Timeout>): Timeout =>
  enter(new Timeout(site, written as Partial<Resolved> | undefined), furnish)
