// Deadlines of one length end in the order in which they begin. So they stand in one line, and one native timer, for the first of them, serves all calls. The line
// runs through the deadlines themselves: leaving it from the middle is O(1), and nothing is kept behind a call that hangs.
import type { Realm } from '@resilience4cata/core/run/realm'
import { now } from '@resilience4cata/runtime/clock'
import { sleep } from '@resilience4cata/runtime/sleep'
import { defer } from '@resilience4cata/runtime/timers'
import { poolsTimers } from './edge.ts'

// The native timer runs in slices and isn't renewed when nobody waits: so a long deadline never holds a process that has nothing left to do, and no call pays
// for clearing it.
const SLICE = 50
// the event loop was blocked for longer than this: answers may lie unread in the sockets
const LAG = 25

export abstract class Deadline {
  due = NaN
  open!: boolean
  previous: this | undefined
  next: this | undefined

  /** Its time is over. Called in the async context of whoever has armed the timer; `late`: the event loop was blocked. */
  abstract expire(at: number, late: boolean): void
}

export class Deadlines<D extends Deadline> {
  #first: D | undefined
  #last: D | undefined
  /** Whose timer runs; none runs while this is undefined. */
  #armedBy: unknown
  #run = 0
  /** For whom, and what will be left of its time by the timer's own word. */
  #armedFor: D | undefined
  #left!: number
  #graceGiven!: boolean

  constructor(readonly realm: Realm, readonly duration: number) {}

  /** Where the deadlines of one call stand. */
  ofOneCall(): Deadlines<D> { return this.realm.pools || poolsTimers(this.realm) ? this : new Deadlines(this.realm, this.duration) }

  /** `reading`: of the clock, in this turn. */
  begin(deadline: D, reading?: number): void {
    // what was read by a layer that is switched off is NaN
    const at = reading! >= 0 ? reading! : now(this.realm)
    deadline.due = at + this.duration
    deadline.open = true
    deadline.previous = this.#last
    if (this.#last) this.#last.next = deadline
    else this.#first = deadline
    this.#last = deadline
    // a test may have switched to fake timers or back: then the timer that runs may never fire
    if (this.#armedBy !== timersOf(this.realm)) this.#arm(this.#first!.due - at)
  }

  /** Closes a deadline that is open. */
  end(deadline: D): void {
    const { previous, next } = deadline
    deadline.open = false
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
    this.#armedBy = timersOf(this.realm)
    this.#armedFor = this.#first
    this.#graceGiven = false
    // timers are early by up to 1 ms; the one that a deadline was left to is its end, whatever the clock says
    this.#left = rest > part ? rest - part + 1 : 0
    sleep(this.realm, () => this.#fire(run), part)
  }

  #fire(run: number): void {
    if (run !== this.#run) return
    const at = now(this.realm)
    const { lagThreshold = LAG } = this.realm
    const isLate = (deadline: D) => at - deadline.due > lagThreshold
    let first = this.#first
    if (first && isLate(first) && !this.#graceGiven) {
      this.#graceGiven = true
      return defer(this.realm, () => this.#fire(run))
    }
    this.#armedBy = undefined
    for (; first && this.#rest(first, at) < 1; first = this.#first) {
      this.end(first)
      first.expire(at, isLate(first))
    }
    if (first && this.#armedBy === undefined) this.#arm(this.#rest(first, at))
  }

  #rest(first: D, at: number): number {
    return Math.min(first.due - at, first === this.#armedFor ? this.#left : Infinity)
  }
}

const timersOf = ({ timers }: Realm): unknown => timers ?? globalThis.setTimeout
