// Who listens to one scope. The list runs through the listeners themselves: adding and removing are O(1), and nothing is kept of who has left.
import type { Listening } from '@resilience4cata/core/run/scope'

class Listener implements Listening {
  previous: Listener | undefined
  next: Listener | undefined

  /** `list`: none once it has fired or ended. */
  constructor(readonly fire: () => void, public list: Listeners | undefined) {}

  end(): void { this.list?.remove(this) }
}

/** What a scope is made of. */
export class Listeners {
  #first: Listener | undefined
  #last: Listener | undefined

  get empty(): boolean { return this.#first === undefined }

  listen(fire: () => void): Listening {
    const listener = new Listener(fire, this)
    listener.previous = this.#last
    if (this.#last) this.#last.next = listener
    else this.#first = listener
    return (this.#last = listener)
  }

  remove(listener: Listener): void {
    const { previous, next } = listener
    if (previous) previous.next = next
    else this.#first = next
    if (next) next.previous = previous
    else this.#last = previous
    listener.list = listener.previous = listener.next = undefined
  }

  /** In the order in which they came; one that another ends before its turn doesn't fire. */
  fire(): void {
    for (let listener = this.#first; listener; listener = this.#first) {
      this.remove(listener)
      listener.fire()
    }
  }
}
