// Calls that race with a deadline. Whoever comes first, the answer or the timer, closes the race; what comes afterwards is late and changes nothing. On success a
// call costs one clock read and the promise that its caller gets: a race is used again once the function that ran in it is done with it.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import { rejection } from '@resilience4cata/core/run/stackless'
import { now } from '@resilience4cata/runtime/clock'
import { rejectedPromise } from '@resilience4cata/runtime/outcome/rejected'
import { Deadline, Deadlines } from '../parts/deadlines.ts'
import { dispose } from '../parts/dispose.ts'
import { CallTimeoutError } from './errors.ts'
import { DEFAULTS, type Resolved, type TimeoutOptions } from './options.ts'

/** One attempt on its way. */
export class Race extends Deadline {
  /** Which deadlines it stands among: others hold for later attempts once the duration has changed. */
  among!: Deadlines<Race>
  /** What was begun before a reset is no longer counted. */
  era = 0
  /** Settles the promise that the caller has. */
  answer!: (outcome: unknown) => void
  /** Set when the deadline came first. */
  error: CallTimeoutError | undefined = undefined
  late = false
  elapsedMs = 0
}

export class Timeout extends Instance<Resolved> {
  readonly policy = 'timeout'
  readonly defaults = DEFAULTS as unknown as Resolved
  /** A deadline has passed (`what` is undefined), or something came after it. */
  declare tell: ((elapsedMs: number, late: boolean, what?: 'SUCCESS' | 'FAILURE') => void) | undefined
  /** The options that hold: also while later ones are wrong. */
  settings: Resolved = this.defaults
  pending = 0
  timedOut = 0
  lateSettled = 0
  #era = 0
  #deadlines!: Deadlines<Race>
  /** Races that are over, linked by `next`: as many as were ever under way at once. */
  #spare: Race | undefined = undefined
  #opened!: Race
  readonly #executor = (resolve: (outcome: unknown) => void) => { this.#opened.answer = resolve }

  /** Attempts that are under way keep the deadline that they have. */
  override apply(options: Resolved): void {
    this.settings = options
    if (options.duration !== this.#deadlines?.duration) this.#draw()
  }

  /** An attempt begins. `promise()` must follow. */
  begin(at = now(this.realm)): Race {
    this.ready()
    const race = (this.#opened = this.#spare ?? new Race())
    this.#spare = race.next
    race.next = race.error = undefined
    race.among = this.#deadlines
    race.era = this.#era
    this.pending++
    race.among.begin(race, at)
    return race
  }

  /** What the caller of the attempt that has just begun gets. */
  promise(): Promise<unknown> { return new Promise(this.#executor) }

  /** The function is done. A value that comes late is released. */
  onSuccess(race: Race, value: unknown): void {
    if (race.open) this.#settle(race, value)
    else {
      this.#late(race, 'SUCCESS')
      dispose(value, this.settings.dispose, this)
    }
  }

  /** The function has failed. */
  onFailure(race: Race, failure: unknown): void {
    if (race.open) this.#settle(race, rejectedPromise(failure))
    else this.#late(race, 'FAILURE')
  }

  /** Somebody outside has ended the call: it is answered at once, and what the function still brings is late. */
  leave(race: Race, reason: unknown): void {
    if (!race.open) return
    this.#close(race)
    race.answer(rejectedPromise(reason))
  }

  /** What is under way goes on and isn't counted any longer. */
  reset(): void {
    this.#era++
    this.pending = this.timedOut = this.lateSettled = 0
    if (this.options) this.#draw()
  }

  #draw(): void { this.#deadlines = new Deadlines(this.realm, this.settings.duration, (race, at, late) => this.#due(race, at, late)) }

  #settle(race: Race, outcome: unknown): void {
    const { answer } = race
    this.#close(race)
    // nobody has it any longer
    race.next = this.#spare
    this.#spare = race
    answer(outcome)
  }

  #close(race: Race): void {
    race.among.end(race)
    this.#leaves(race)
  }

  #leaves(race: Race): void { if (race.era === this.#era) this.pending-- }

  #due(race: Race, at: number, late: boolean): void {
    const { duration } = race.among
    this.#leaves(race)
    race.late = late
    race.elapsedMs = Math.max(at, race.due) - race.due + duration
    race.error = this.rejection(duration)
    race.answer(rejectedPromise(race.error))
  }

  #late(race: Race, outcome: 'SUCCESS' | 'FAILURE'): void {
    this.lateSettled++
    this.tell?.(now(this.realm) - race.due + race.among.duration, true, outcome)
  }

  rejection(timeoutMs: number): CallTimeoutError {
    this.timedOut++
    return rejection(CallTimeoutError, this, `timeout ${this.id}: no answer within ${timeoutMs} ms`, { timeoutMs })
  }
}

export const timeout = (site: string, written?: TimeoutOptions, ...capabilities: Capability<Timeout>[]): Timeout =>
  enter(new Timeout(site, written as Partial<Resolved> | undefined), capabilities)
