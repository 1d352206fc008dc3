import type { World } from './layer.ts'

type Fire = (isLate: boolean) => void
interface Entry { readonly due: number; readonly fire: Fire }

// a timer may be early by less
const EARLY = 1
const SLICE = 50
const LAG = 25

/**
 * Deadlines of one length behind one timer, which runs in slices, for the first of them, and isn't cleared when nobody waits any longer. The one that a timer
 * runs for ends with it, whatever the clock says; where the clock says that the timer is late, what has been answered meanwhile is heard first.
 */
export class Pool {
  #entries: Entry[] = []
  #runs = false
  /** For whom the timer runs, and what is left of its time after that. */
  #first: Entry | undefined
  #left = 0

  constructor(readonly world: World, readonly duration: number) {}

  /** Answers with what takes it back. */
  begin(fire: Fire): () => void {
    const entry = { due: this.world.now() + this.duration, fire }
    this.#entries.push(entry)
    this.#arm()
    return () => { this.#entries = this.#entries.filter((other) => other !== entry) }
  }

  #arm(): void {
    const [first] = this.#entries
    if (this.#runs || !first) return
    const rest = this.#rest(first)
    const part = Math.min(SLICE, Math.max(EARLY, rest))
    this.#runs = true
    this.#left = rest > part ? rest - (part - EARLY) : 0
    this.#first = first
    this.world.after(part, () => (this.#entries[0] && this.#isLate(this.#entries[0]) ? this.world.defer(() => this.#fire()) : this.#fire()))
  }

  #fire(): void {
    this.#runs = false
    const due = this.#entries.filter((entry) => this.#rest(entry) < EARLY)
    this.#entries = this.#entries.filter((entry) => !due.includes(entry))
    this.#arm()
    for (const entry of due) entry.fire(this.#isLate(entry))
  }

  #isLate(entry: Entry): boolean { return this.world.now() - entry.due > LAG }

  #rest(entry: Entry): number { return Math.min(entry.due - this.world.now(), entry === this.#first ? this.#left : Infinity) }
}
