// How many of the last calls failed, how many were slow: constant time and constant memory for each call, two bits of it per call of the window.

/** The two bits of an outcome. */
export const FAILED = 1
export const SLOW = 2

/** How many calls there are of each outcome. By itself it forgets nothing; windows extend it. */
export class Tally {
  calls = 0
  /** Neither failed nor slow, failed, slow, both. */
  counts = [0, 0, 0, 0]

  get failures(): number { return this.counts[FAILED]! + this.counts[FAILED | SLOW]! }

  /** Whether a rate may be reached now: none is where no call was bad. `at` is the time of the record; only a window over time looks at it. */
  add(outcome: number, _at?: number): boolean {
    this.calls++
    this.counts[outcome]!++
    return true
  }
}

export const slowOf = ({ counts }: Tally): number => counts[SLOW]! + counts[FAILED | SLOW]!

/** The last `size` calls. */
export class CountWindow extends Tally {
  // sixteen outcomes to a word; calls that haven't been made yet are clean
  readonly #words: Uint32Array
  #head = 0

  constructor(readonly size: number) {
    super()
    this.counts[0] = size
    this.#words = new Uint32Array((size + 15) >>> 4)
  }

  override add(outcome: number): boolean {
    // a full window of clean calls stays what it is
    return (this.calls < this.size || outcome > 0 || this.counts[0]! < this.size) && this.#shift(outcome)
  }

  // apart, so that engines put the question into its callers
  #shift(outcome: number): boolean {
    if (this.calls < this.size) this.calls++
    const word = this.#head >>> 4
    const shift = (this.#head & 15) << 1
    this.#head = this.#head + 1 === this.size ? 0 : this.#head + 1
    const before = (this.#words[word]! >>> shift) & 3
    this.#words[word]! ^= (before ^ outcome) << shift
    this.counts[before]!--
    this.counts[outcome]!++
    return true
  }
}
