// Attempts that wait for a permit, first in, first out: the `waitingTurns` capability. No permit is reserved ahead: whoever stands first has the next one when it
// comes, so one who leaves costs the others nothing. One timer, for the first in line; on an edge runtime, where a timer ends with the request that armed it, one
// for each of them.
import type { Scope } from '@resilience4cata/core/run/scope'
import { now } from '@resilience4cata/runtime/clock'
import { startTimer, stopTimer } from '@resilience4cata/runtime/timers'
import { poolsTimers } from '../parts/edge.ts'
import { Waiter, WaitingLine } from '../parts/waiting-line.ts'
import type { RateLimiter } from './runtime.ts'

/** One attempt's place in line, and what came of it. */
export class Turn extends Waiter {
  /** When its permit came; NaN as long as it has none. */
  startedAt = NaN
  settle: (() => void) | undefined
  /** Its own, on an edge runtime. */
  timer: unknown

  /** `latest`: when it would have waited too long. */
  constructor(readonly limiter: RateLimiter, readonly since: number, readonly latest: number, public retryAfterMs: number) { super() }

  /** True when the permit is there and its caller still wants it; otherwise it goes to the next in line. Asked once, by the site, after the wait. */
  claim(scope?: Scope): boolean {
    const { limiter, startedAt } = this
    if (this.timer) stopTimer(limiter.realm, this.timer)
    if (Number.isNaN(startedAt)) {
      limiter.retryAfterMs = this.retryAfterMs
      return false
    }
    if (scope?.aborted) {
      limiter.turns!.passOn(startedAt)
      return false
    }
    limiter.tell?.('waited', startedAt - this.since)
    return true
  }
}

export class Turns {
  readonly #limiter: RateLimiter
  readonly #line = new WaitingLine<Turn>()
  #timer: unknown
  /** When the first in line has its permit. NaN: no timer runs. */
  #due = NaN
  #armedBy: unknown

  constructor(limiter: RateLimiter) { this.#limiter = limiter }

  get length(): number { return this.#line.length }

  /** Right after `acquire` has refused, on the same reading of the clock. */
  wait(scope: Scope | undefined): Promise<Turn> | Turn {
    const { at: refusedAt, retryAfterMs } = this.#limiter
    const { maxWait, maxQueue } = this.#limiter.settings
    const turn = new Turn(this.#limiter, refusedAt, refusedAt + maxWait, retryAfterMs)
    if (scope?.aborted || retryAfterMs > maxWait || this.length >= maxQueue) return turn
    return new Promise((settle) => {
      turn.settle = () => settle(turn)
      this.#line.join(turn)
      turn.listening = scope?.listen(() => this.#dismiss(turn))
      if (!poolsTimers(this.#limiter.realm)) this.#armOwn(turn, this.length - 1, refusedAt)
      // timers that a test has swapped since may never fire
      else if (this.length === 1 || this.#armedBy !== globalThis.setTimeout) this.#arm(refusedAt)
    })
  }

  /** A permit for somebody who isn't in line: only when those in it have been served. */
  overtake(at: number): boolean {
    if (this.length > 0) this.#serve(at, at)
    return this.length === 0 && this.#take(at)
  }

  /** A permit was given and not used: the next in line has it. */
  passOn(startedAt: number): void {
    if (this.#limiter.enabled) this.#limiter.schedule!.giveBack(startedAt)
    if (this.length === 0) return
    const at = now(this.#limiter.realm)
    this.#serve(at, at)
  }

  /** Other numbers hold: serves whom they allow, refuses whom they would let wait longer than it may, in order. Who is refused no longer counts. */
  reschedule(): void {
    if (this.length === 0) return
    const at = now(this.#limiter.realm)
    this.#serve(at, at)
    let position = 0
    for (let turn = this.#line.first, next = turn?.next; turn; turn = next, next = turn?.next) {
      const start = this.#limiter.schedule!.startAt(position, at)
      if (start > turn.latest) {
        turn.retryAfterMs = start - at
        this.#dismiss(turn)
      } else position++
    }
    this.#arm(at)
  }

  /** Permits of `at` go to the first in line; the timer is for what the clock says. */
  #serve(at: number, clock: number): void {
    for (let turn = this.#line.first; turn && this.#take(at); turn = this.#line.first) {
      turn.startedAt = at
      this.#dismiss(turn)
    }
    this.#arm(clock)
  }

  /** A disabled limiter lets everybody through. */
  #take(at: number): boolean { return !this.#limiter.enabled || this.#limiter.schedule!.take(at) }

  #dismiss(turn: Turn): void {
    if (!this.#line.leave(turn)) return
    turn.settle!()
    if (this.length === 0) this.#disarm()
  }

  #arm(clock: number): void {
    if (this.length === 0 || !poolsTimers(this.#limiter.realm)) return
    const due = this.#limiter.schedule!.startAt(0, clock)
    if (due === this.#due && this.#armedBy === globalThis.setTimeout) return
    this.#disarm()
    this.#due = due
    this.#armedBy = globalThis.setTimeout
    this.#timer = startTimer(this.#limiter.realm, () => this.#fire(), Math.max(1, due - clock))
  }

  #disarm(): void {
    if (Number.isNaN(this.#due)) return
    stopTimer(this.#limiter.realm, this.#timer)
    this.#due = NaN
  }

  #fire(): void {
    const due = this.#due
    this.#due = NaN
    this.#serveDue(due)
  }

  /** `position`: how many stand before it. Runs until it has claimed: a request that waits for nothing of its own is cancelled there, also when another has its answer on the way. */
  #armOwn(turn: Turn, position: number, clock: number): void {
    const due = position < 0 ? clock : this.#limiter.schedule!.startAt(position, clock)
    turn.timer = startTimer(this.#limiter.realm, () => this.#fireOwn(turn, due), Math.max(1, due - clock))
  }

  #fireOwn(turn: Turn, due: number): void {
    const at = this.#serveDue(due)
    this.#armOwn(turn, this.#positionOf(turn), at)
  }

  /** Negative when it has left. */
  #positionOf(turn: Turn): number {
    let position = this.#line.holds(turn) ? 0 : -1
    for (let ahead = turn.previous; ahead; ahead = ahead.previous) position++
    return position
  }

  /** The timer's word counts, not the clock's: one that is early starts the attempt at its due time, one that is late at its own. */
  #serveDue(due: number): number {
    const clock = now(this.#limiter.realm)
    const at = Math.max(clock, due)
    // timers are early by 1 ms at most: more than that, and the clock stands still
    this.#serve(at, at - clock > 1 ? at : clock)
    return at
  }
}

/** The capability: attempts of an async site may wait for their permits. */
export function waitingTurns(limiter: RateLimiter): void {
  const turns = (limiter.turns ??= new Turns(limiter))
  limiter.wait ??= (scope) => turns.wait(scope)
}
