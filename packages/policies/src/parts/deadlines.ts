// Deadlines of one length end in the order in which they begin. So they stand in one line, and one native timer, for the first of them, serves all calls. The line
// runs through the deadlines themselves: leaving it from the middle is O(1), and nothing is kept behind a call that hangs.
import type { Realm } from '@resilience4cata/core/run/realm'
import { now } from '@resilience4cata/runtime/clock'
import { defer, startTimer, stopTimer } from '@resilience4cata/runtime/timers'

// The native timer runs in slices and isn't renewed when nobody waits: so a long deadline never holds a process that has nothing left to do, and no call pays
// for clearing it.
const SLICE = 50
// the event loop was blocked for longer than this: answers may lie unread in the sockets
const LAG = 25

export class Deadline {
  due = NaN
  open = false
  previous: this | undefined = undefined
  next: this | undefined = undefined
  /** Where no timer may serve two calls. */
  timer: unknown = undefined
}

export class Deadlines<D extends Deadline> {
  readonly #realm: Realm
  readonly #onDue: (deadline: D, at: number, late: boolean) => void
  #first: D | undefined = undefined
  #last: D | undefined = undefined
  /** Whose timer runs; none runs while this is undefined. */
  #armedBy: unknown = undefined
  #run = 0
  /** For whom, and what will be left of its time by the timer's own word. */
  #armedFor: D | undefined = undefined
  #left = 0
  #graceGiven = false
  /** On an edge runtime one request's timer may not wake another. */
  readonly #isolated = globalThis.navigator?.userAgent === 'Cloudflare-Workers'

  /** `onDue` is called in the async context of whoever has armed the timer; `late`: the event loop was blocked. */
  constructor(realm: Realm, readonly duration: number, onDue: (deadline: D, at: number, late: boolean) => void) {
    this.#realm = realm
    this.#onDue = onDue
  }

  begin(deadline: D, at: number): void {
    deadline.due = at + this.duration
    deadline.open = true
    if (this.#isolated || this.#realm.profile === 'edge') return this.#alone(deadline)
    deadline.previous = this.#last
    if (this.#last) this.#last.next = deadline
    else this.#first = deadline
    this.#last = deadline
    // a test may have switched to fake timers or back: then the timer that runs may never fire
    if (this.#armedBy !== timersOf(this.#realm)) this.#arm(this.#first!.due - at)
  }

  /** Opens one that never ends. */
  beginEndless(deadline: D): void {
    deadline.due = Infinity
    deadline.open = true
  }

  /** Closes a deadline that is open. */
  end(deadline: D): void {
    const { previous, next, timer } = deadline
    deadline.open = false
    if (deadline.due === Infinity) return
    if (timer !== undefined) {
      deadline.timer = undefined
      return stopTimer(this.#realm, timer)
    }
    if (previous) previous.next = next
    else this.#first = next
    if (next) next.previous = previous
    else this.#last = previous
    deadline.previous = deadline.next = undefined
    if (deadline === this.#armedFor) this.#armedFor = undefined
  }

  #arm(rest: number): void {
    const part = Math.max(1, Math.min(rest, SLICE))
    const run = ++this.#run
    this.#armedBy = timersOf(this.#realm)
    this.#armedFor = this.#first
    this.#graceGiven = false
    // timers are early by up to 1 ms; the one that a deadline was left to is its end, whatever the clock says
    this.#left = rest > part ? rest - part + 1 : 0
    startTimer(this.#realm, () => this.#fire(run), part)
  }

  #fire(run: number): void {
    if (run !== this.#run) return
    const at = now(this.#realm)
    const rest = this.#rest(at)
    if (rest < 1 && at - this.#first!.due > lagOf(this.#realm) && !this.#graceGiven) {
      this.#graceGiven = true
      return defer(this.#realm, () => this.#fire(run))
    }
    this.#armedBy = undefined
    if (rest < 1) this.#expire(this.#first!, at)
    while (this.#first && this.#first.due - at < 1) this.#expire(this.#first, at)
    if (this.#first && this.#armedBy === undefined) this.#arm(this.#rest(at))
  }

  /** Of the first deadline; infinite when there is none. */
  #rest(at: number): number {
    if (!this.#first) return Infinity
    const rest = this.#first.due - at
    return this.#first === this.#armedFor ? Math.min(rest, this.#left) : rest
  }

  #expire(deadline: D, at: number): void {
    this.end(deadline)
    this.#onDue(deadline, at, at - deadline.due > lagOf(this.#realm))
  }

  #alone(deadline: D): void {
    deadline.timer = startTimer(this.#realm, () => {
      this.end(deadline)
      this.#onDue(deadline, now(this.#realm), false)
    }, this.duration)
  }
}

const timersOf = ({ timers }: Realm): unknown => timers ?? globalThis.setTimeout
const lagOf = ({ lagThreshold = LAG }: Realm): number => lagThreshold
