export interface Place {
  /** From 1. */
  readonly line: number
  /** From 0, in UTF-16 units, as source maps count. */
  readonly column: number
}

/** Where lines begin, for turning offsets into places. Made once a file, and only when there is something to report. */
export class Lines {
  readonly #starts: readonly number[]
  constructor(readonly code: string) {
    const starts = [0]
    const ends = /\r\n|[\n\r\u2028\u2029]/g
    while (ends.test(code)) starts.push(ends.lastIndex)
    this.#starts = starts
  }

  at(offset: number): Place {
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
    const start = this.#starts[line - 1]
    return start === undefined ? undefined : this.code.slice(start, this.#starts[line]).replace(/[\n\r\u2028\u2029]+$/, '')
  }
}
