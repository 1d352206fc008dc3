// A version 3 source map for one source, written segment by segment as the output grows.
import type { SourceMap } from '../index.ts'
import type { Lines } from '../report/lines.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function vlq(n: number): string {
  let rest = n < 0 ? (-n << 1) | 1 : n << 1
  let text = ''
  do {
    const digit = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? digit | 32 : digit]
  } while (rest > 0)
  return text
}

export class Mappings {
  #text = ''
  #column = 0
  #last = { generated: 0, line: 1, column: 0 }
  #fresh = true
  constructor(readonly lines: Lines) {}

  /** The output goes on with `text`, which comes from nowhere of its own. */
  advance(text: string): void {
    const breaks = text.split('\n').length - 1
    if (breaks > 0) {
      this.#text += ';'.repeat(breaks)
      this.#column = this.#last.generated = 0
      this.#fresh = true
    }
    this.#column += breaks > 0 ? text.length - text.lastIndexOf('\n') - 1 : text.length
  }
  /** What comes next comes from `offset`. */
  segment(offset: number): void {
    const { line, column } = this.lines.at(offset)
    this.#text += (this.#fresh ? '' : ',') + vlq(this.#column - this.#last.generated) + 'A' + vlq(line - this.#last.line) + vlq(column - this.#last.column)
    this.#last = { generated: this.#column, line, column }
    this.#fresh = false
  }
  toMap(file: string, source: string): SourceMap {
    const name = file.split('/').at(-1)!
    return { version: 3, file: name, sources: [name], sourcesContent: [source], names: [], mappings: this.#text }
  }
}
