// A version 3 source map for one source, written segment by segment as the output grows.
import type { SourceMap } from '../index.ts'
import type { Lines } from '../report/lines.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function vlq(n: number): string {
  if (n >= 0 && n < 16) return DIGITS[n << 1]!
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
  #last = { generated: 0, line: 1, column: 0, name: 0 }
  readonly #names = new Map<string, number>()
  #fresh = true
  constructor(readonly lines: Lines) {}

  /** The output goes on with `text`, which comes from nowhere of its own. */
  advance(text: string): void {
    const last = text.lastIndexOf('\n')
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#text += ';'
    if (last >= 0) {
      this.#column = this.#last.generated = 0
      this.#fresh = true
    }
    this.#column += text.length - last - 1
  }
  /** What comes next comes from `offset`, where it is called `name`. */
  segment(offset: number, name?: string): void {
    const { line, column } = this.lines.at(offset)
    const last = this.#last
    this.#text += (this.#fresh ? '' : ',') + vlq(this.#column - last.generated) + 'A' + vlq(line - last.line) + vlq(column - last.column)
    last.generated = this.#column
    last.line = line
    last.column = column
    this.#fresh = false
    if (name === undefined) return
    const place = this.#names.get(name) ?? this.#names.size
    this.#names.set(name, place)
    this.#text += vlq(place - last.name)
    last.name = place
  }
  toMap(file: string, source: string): SourceMap {
    const name = file.replace(/[?#].*$/, '').split(/[\\/]/).at(-1)!
    return { version: 3, file: name, sources: [name], sourcesContent: [source], names: [...this.#names.keys()], mappings: this.#text }
  }
}
