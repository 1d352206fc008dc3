// The calls of the last so many milliseconds, in ten slices, on a grid that begins with the first record. Whatever the clock does, no more than one whole
// window is cleared at once, and a step back books into the present slice.
import { Tally } from './sliding-window.ts'

const SLICES = 10
const OUTCOMES = 4

export class TimeWindow extends Tally {
  readonly #slices: Int32Array = new Int32Array(SLICES * OUTCOMES)
  #head = 0
  #sliceAt = NaN

  constructor(readonly duration: number) {
    super()
  }

  override add(outcome: number, at: number): boolean {
    this.#advance(at)
    super.add(outcome)
    this.#slices[this.#head * OUTCOMES + outcome]!++
    return this.counts[0]! < this.calls
  }

  /** The counts as they are at `at`; the window itself stays as it is. */
  asOf(at: number): Tally {
    const copy = new TimeWindow(this.duration)
    copy.#slices.set(this.#slices)
    copy.#head = this.#head
    copy.#sliceAt = this.#sliceAt
    copy.calls = this.calls
    copy.counts = [...this.counts]
    copy.#advance(at)
    return copy
  }

  #advance(at: number): void {
    const slice = this.duration / SLICES
    if (Number.isNaN(this.#sliceAt)) this.#sliceAt = at
    const passed = Math.floor((at - this.#sliceAt) / slice)
    if (!(passed > 0)) return
    this.#sliceAt += passed * slice
    for (let i = Math.min(passed, SLICES); i > 0; i--) {
      this.#head = (this.#head + 1) % SLICES
      this.#forget(this.#head * OUTCOMES)
    }
  }

  #forget(slice: number): void {
    for (let outcome = 0; outcome < OUTCOMES; outcome++) {
      const gone = this.#slices[slice + outcome]!
      this.calls -= gone
      this.counts[outcome]! -= gone
      this.#slices[slice + outcome] = 0
    }
  }
}
