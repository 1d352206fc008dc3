import type { World } from './layer.ts'

interface Entry { readonly due: number; readonly fire: () => void }

// a timer may be early by less
const EARLY = 1
const SLICE = 50

/** Deadlines of one length behind one timer, which runs in slices, for the first of them, and isn't cleared when nobody waits any longer. */
export class Pool {
  #entries: Entry[] = []
  #runs = false

  constructor(readonly world: World, readonly duration: number) {}

  /** Answers with what takes it back. */
  begin(fire: () => void): () => void {
    const entry = { due: this.world.now() + this.duration, fire }
    this.#entries.push(entry)
    this.#arm()
    return () => { this.#entries = this.#entries.filter((other) => other !== entry) }
  }

  #arm(): void {
    if (this.#runs || this.#entries.length === 0) return
    this.#runs = true
    this.world.after(Math.min(SLICE, Math.max(EARLY, this.#entries[0]!.due - this.world.now())), () => {
      this.#runs = false
      const due = this.#entries.filter((entry) => entry.due - this.world.now() < EARLY)
      this.#entries = this.#entries.filter((entry) => !due.includes(entry))
      this.#arm()
      for (const { fire } of due) fire()
    })
  }
}
