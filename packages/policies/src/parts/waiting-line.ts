// Callers that wait, first in, first out. The list runs through the waiters themselves, so that joining, being served and leaving from the middle are O(1) and
// nothing is kept of who has left: a ring with gaps would grow behind a head that never moves.
//
//   first ⇄ waiter ⇄ waiter ⇄ last        join: behind the last        leave: from anywhere
import type { Listening } from '@resilience4cata/core/run/scope'

/** One waiting caller. It awaits the promise that `settle` belongs to, so that it goes on in its own async context. */
export abstract class Waiter {
  previous: this | undefined
  next: this | undefined
  /** At a caller that may abort. */
  listening: Listening | undefined
}

export class WaitingLine<W extends Waiter> {
  first: W | undefined
  length = 0
  #last: W | undefined

  join(waiter: W): void {
    waiter.previous = this.#last
    if (this.#last) this.#last.next = waiter
    else this.first = waiter
    this.#last = waiter
    this.length++
  }

  /** False when it has left: a timer that was armed before somebody swapped the platform's timers, or by another request of an edge runtime, can't be stopped. */
  holds(waiter: W): boolean { return waiter.previous !== undefined || this.first === waiter }

  /** Takes a waiter out. False when it has left already. */
  leave(waiter: W): boolean {
    if (!this.holds(waiter)) return false
    const { previous, next } = waiter
    if (previous) previous.next = next
    else this.first = next
    if (next) next.previous = previous
    else this.#last = previous
    waiter.previous = waiter.next = undefined
    this.length--
    waiter.listening?.end()
    return true
  }
}
