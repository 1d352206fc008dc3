// Calls that race with a deadline. Whoever comes first, the answer or the timer, closes the race; what comes afterwards is late and changes nothing. On success a
// call costs one clock read and the promise that its caller gets: a race is used again once the function that ran in it has ended.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import { rejection } from '@resilience4cata/core/run/stackless'
import { now } from '@resilience4cata/runtime/clock'
import { rejectedPromise } from '@resilience4cata/runtime/outcome/rejected'
import { Deadlines } from '../parts/deadlines.ts'
import { dispose } from '../parts/dispose.ts'
import { CallTimeoutError } from './errors.ts'
import { DEFAULTS, type Resolved, type TimeoutOptions } from './options.ts'
import { Race } from './race.ts'

export class Timeout extends Instance<Resolved> {
  readonly policy = 'timeout'
  readonly defaults = DEFAULTS as unknown as Resolved
  /** A deadline has passed (`outcome` is undefined), or something came after it. */
  declare tell: ((elapsedMs: number, late: boolean, outcome?: 'SUCCESS' | 'FAILURE') => void) | undefined
  /** Tells the layers right outside that the timeout answers in their place: of the capability `outside`. `left`: the caller has gone. */
  declare outside?: (race: Race, left: boolean) => void
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

  /** An attempt begins. `promise()` must follow. The notes are for `outside`. */
  begin(note0 = 0, note1 = 0, note2 = 0, note3 = 0, note4 = 0): Race {
    const { enabled } = this.ready()
    const race = (this.#opened = this.#spare ?? new Race())
    this.#spare = race.next
    race.next = race.wake = race.error = race.scope = race.listening = race.deliver = undefined
    race.note0 = note0
    race.note1 = note1
    race.note2 = note2
    race.note3 = note3
    race.note4 = note4
    race.among = this.#deadlines
    race.era = this.#era
    this.pending++
    if (enabled === false) race.among.beginEndless(race)
    else race.among.begin(race, now(this.realm))
    if (this.tell || (this.outside && this.realm.kit?.heard)) this.afterwards(race)
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
    race.scope?.cancel(reason)
    this.#close(race)
    this.outside?.(race, true)
    race.answer!(rejectedPromise(reason))
  }

  /** Lets the call hear of its deadline in its own async context: to be called during it. */
  afterwards(race: Race): void {
    if (!race.wake) void new Promise<void>((wake) => { race.wake = wake }).then(() => this.#expired(race))
  }

  /** What is under way goes on and isn't counted any longer. */
  reset(): void {
    this.#era++
    this.pending = this.timedOut = this.lateSettled = 0
    if (this.options) this.#draw()
  }

  rejection(timeoutMs: number): CallTimeoutError {
    this.timedOut++
    return rejection(CallTimeoutError, this, `timeout ${this.id}: no answer within ${timeoutMs} ms`, { timeoutMs })
  }

  #draw(): void { this.#deadlines = new Deadlines(this.realm, this.settings.duration, (race, at, late) => this.#due(race, at, late)) }

  #settle(race: Race, outcome: unknown): void {
    const answer = race.answer!
    this.#close(race)
    // nobody has it any longer, and it has nobody's answer
    race.answer = race.wake = race.scope = race.listening = undefined
    race.next = this.#spare
    this.#spare = race
    answer(outcome)
  }

  #close(race: Race): void {
    race.among.end(race)
    this.#closed(race)
  }

  #closed(race: Race): void {
    if (race.era === this.#era) this.pending--
    race.listening?.end()
    race.scope?.close()
  }

  /** In the timer's turn, and in whose context it was armed: only what nobody of the user's hears. */
  #due(race: Race, at: number, late: boolean): void {
    const { duration } = race.among
    this.#closed(race)
    race.late = late
    race.elapsedMs = Math.max(at, race.due) - race.due + duration
    race.error = this.rejection(duration)
    this.outside?.(race, false)
    race.answer!(rejectedPromise(race.error))
    race.wake?.()
  }

  #expired({ elapsedMs, late, scope, error, deliver }: Race): void {
    this.tell?.(elapsedMs, late)
    if (this.settings.cancel) scope?.cancel(error)
    deliver?.()
  }

  #late(race: Race, outcome: 'SUCCESS' | 'FAILURE'): void {
    this.lateSettled++
    this.tell?.(now(this.realm) - race.due + race.among.duration, true, outcome)
  }
}

export const timeout = (site: string, written?: TimeoutOptions, ...capabilities: Capability<Timeout>[]): Timeout =>
  enter(new Timeout(site, written as Partial<Resolved> | undefined), capabilities)
