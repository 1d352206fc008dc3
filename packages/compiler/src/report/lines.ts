export interface Place {
  /** From 1. */
  readonly line: number
  /** From 0, in UTF-16 units, as source maps count. */
  readonly column: number
}

/** Where lines begin, for turning offsets into places. Looked for as far as somebody asks. */
export class Lines {
  readonly #starts = [0]
  readonly #ends = /\r\n|[\n\r\u2028\u2029]/g
  #isDone = false
  constructor(readonly code: string) {}

  /** Whether there is one more. */
  #next(): boolean {
    if (this.#isDone || !this.#ends.test(this.code)) this.#isDone = true
    else this.#starts.push(this.#ends.lastIndex)
    return !this.#isDone
  }

  at(offset: number): Place {
    while (this.#starts.at(-1)! <= offset && this.#next());
    let low = 0
    let high = this.#starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - this.#starts[low]! }
  }

  /** The line's text without its end; `undefined` behind the last one. */
  text(line: number): string | undefined {
    while (this.#starts.length <= line && this.#next());
    const start = this.#starts[line - 1]
    return start === undefined ? undefined : this.code.slice(start, this.#starts[line]).replace(/[\n\r\u2028\u2029]+$/, '')
  }
}
