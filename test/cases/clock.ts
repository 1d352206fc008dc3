import { ManualClock } from '@resilience4cata/testing/manual-clock'

/** A manual clock that can go from deadline to deadline: for calls that are to end, however long it takes. */
export class SteppingClock extends ManualClock {
  readonly #due = new Map<unknown, number>()

  override set(fire: () => void, ms: number): unknown {
    const handle = super.set(() => {
      this.#due.delete(handle)
      fire()
    }, ms)
    if (handle) this.#due.set(handle, this.now() + Math.max(0, ms))
    return handle
  }

  override clear(handle: unknown): void {
    this.#due.delete(handle)
    super.clear(handle)
  }

  /** Goes to the next deadline. `false`: nobody waits for one. */
  async step(): Promise<boolean> {
    await this.advance(0)
    if (this.pending() === 0) return false
    const before = this.#due.size
    const next = Math.min(...this.#due.values())
    await this.advance(Math.max(0, next - this.now()))
    // a sum of fractions may fall short of the deadline by its last bit
    if (this.now() < next && this.#due.size === before) await this.advance(2 ** -20)
    return true
  }
}
