// How many of the last calls failed, how many were slow: constant time and constant memory for each call, two bits of it per call of the window.

/** The two bits of an outcome. */
export const FAILED = 1
export const SLOW = 2

/** Four running counts. By itself it forgets nothing; windows extend it. */
export class Tally {
  calls = 0
  failures = 0
  slow = 0
  slowFailures = 0

  /** `at` is the time of the record; only a window over time looks at it. */
  add(outcome: number, _at?: number): void {
    this.calls++
    this.count(outcome, 1)
  }

  protected count(outcome: number, by: number): void {
    if (outcome & FAILED) this.failures += by
    if (outcome & SLOW) {
      this.slow += by
      if (outcome & FAILED) this.slowFailures += by
    }
  }
}

/** The last `size` calls. */
export class CountWindow extends Tally {
  // sixteen outcomes to a word; the bits of calls that haven't been made yet are 0
  readonly #words: Uint32Array
  #head = 0

  constructor(readonly size: number) {
    super()
    this.#words = new Uint32Array((size + 15) >>> 4)
  }

  override add(outcome: number): void {
    // a full window of clean calls stays what it is
    if (this.calls < this.size || outcome | this.failures | this.slow) this.#shift(outcome)
  }

  // apart, so that engines put the question into its callers
  #shift(outcome: number): void {
    if (this.calls < this.size) this.calls++
    const word = this.#head >>> 4
    const shift = (this.#head & 15) << 1
    this.#head = this.#head + 1 === this.size ? 0 : this.#head + 1
    const before = (this.#words[word]! >>> shift) & 3
    if (before === outcome) return
    this.#words[word]! ^= (before ^ outcome) << shift
    this.count(before, -1)
    this.count(outcome, 1)
  }
}
