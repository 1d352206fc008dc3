import { onAbort } from './signals.mjs'
import { after } from './waiting.mjs'

// Callers that wait for a slot, first in, first out. Bundled only where a site has `maxWait`.

class Queue {
  first = null; #last = null; #length = 0; #maxWait; #maxQueue

  constructor({ maxWait, maxQueue }) {
    this.#maxWait = maxWait
    this.#maxQueue = maxQueue
  }
  get length() { return this.#length; }

  /** A promise of 0 (the slot is ours), -2 (queue full), -3 (waited too long) or -4 (aborted). */
  wait(signal) {
    return new Promise((done) => {
      if (this.#length >= this.#maxQueue) return done(-2)
      const waiter = { done, previous: this.#last, next: null }
      if (this.first === null) this.first = waiter
      else this.#last.next = waiter
      this.#last = waiter
      this.#length++
      waiter.cancel = after(this.#maxWait, () => this.leave(waiter, -3))
      if (signal !== undefined) waiter.forget = onAbort(signal, () => this.leave(waiter, -4))
    })
  }
  leave(waiter, outcome) {
    const { previous, next } = waiter
    if (previous === null) this.first = next
    else previous.next = next
    if (next === null) this.#last = previous
    else next.previous = previous
    this.#length--
    waiter.cancel()
    waiter.forget?.()
    waiter.done(outcome)
  }
}
export const queue = (options) => new Queue(options)
