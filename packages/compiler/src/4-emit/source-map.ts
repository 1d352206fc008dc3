// A version 3 source map for one source, written segment by segment as the output grows.
import { fileOf } from '@resilience4cata/core/build/file-of'
import type { SourceMap } from '../index.ts'
import type { Lines } from '../report/lines.ts'

const DIGITS = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const [A, COMMA, SEMICOLON] = [65, 44, 59]
// of a segment: a comma, and five numbers of at most seven digits
const LONGEST = 36

export class Mappings {
  /** The text of the mappings: a map has a segment for each word, and a string for each would be most of its cost. */
  #bytes: Uint8Array
  #length = 0
  #column = 0
  #last = { generated: 0, line: 1, column: 0, name: 0 }
  readonly #names = new Map<string, number>()
  readonly #source: string
  readonly #lines: Lines
  #fresh = true
  constructor(lines: Lines) {
    this.#source = lines.code
    this.#lines = lines
    this.#bytes = new Uint8Array(2 * lines.code.length + LONGEST)
  }

  /** The output goes on with `text`, which comes from nowhere of its own. */
  advance(text: string): void {
    const last = text.lastIndexOf('\n')
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#breakLine()
    this.#column += text.length - last - 1
  }

  /** The output goes on with the source's own text: a segment for each word and each sign. */
  verbatim(from: number, to: number): void {
    const source = this.#source
    let { line, column } = this.#lines.at(from)
    let generated = this.#column
    let inWord = false
    for (let i = from; i < to; i++) {
      const code = source.charCodeAt(i)
      const word = isWord(code)
      if (code > SPACE && !(word && inWord)) this.#write(generated, line, column)
      inWord = word
      generated++
      column++
      if (code === LINE_FEED) {
        this.#breakLine()
        generated = 0
      }
      if (endsLine(code) && !(code === RETURN && source.charCodeAt(i + 1) === LINE_FEED)) {
        line++
        column = 0
      }
    }
    this.#column = generated
  }

  /** The output goes on with `text`, which comes from `offset`, where it is called `name`. What is blank in front of it comes from nowhere. */
  generated(text: string, offset: number, name?: string): void {
    const begins = text.search(/\S/)
    if (begins < 0) return this.advance(text)
    if (begins > 0) this.advance(text.slice(0, begins))
    this.#segment(offset, name)
    this.advance(begins > 0 ? text.slice(begins) : text)
  }

  #segment(offset: number, name: string | undefined): void {
    const { line, column } = this.#lines.at(offset)
    this.#write(this.#column, line, column)
    if (name === undefined) return
    const place = this.#names.get(name) ?? this.#names.size
    this.#names.set(name, place)
    this.#number(place - this.#last.name)
    this.#last.name = place
  }

  toMap(file: string): SourceMap {
    const name = fileOf(file).split(/[\\/]/).at(-1)!
    return { version: 3, file: name, sources: [name], sourcesContent: [this.#source], names: [...this.#names.keys()], mappings: new TextDecoder().decode(this.#bytes.subarray(0, this.#length)) }
  }

  #write(generated: number, line: number, column: number): void {
    this.#reserve()
    const last = this.#last
    if (!this.#fresh) this.#bytes[this.#length++] = COMMA
    this.#number(generated - last.generated)
    this.#bytes[this.#length++] = A
    this.#number(line - last.line)
    this.#number(column - last.column)
    last.generated = generated
    last.line = line
    last.column = column
    this.#fresh = false
  }

  #breakLine(): void {
    this.#reserve()
    this.#bytes[this.#length++] = SEMICOLON
    this.#column = this.#last.generated = 0
    this.#fresh = true
  }

  /** Base 64, five bits a digit, the lowest of which is the sign. */
  #number(n: number): void {
    let rest = n < 0 ? (-n << 1) | 1 : n << 1
    do {
      const digit = rest & 31
      rest >>>= 5
      this.#bytes[this.#length++] = DIGITS[rest > 0 ? digit | 32 : digit]!
    } while (rest > 0)
  }

  #reserve(): void {
    if (this.#length + LONGEST <= this.#bytes.length) return
    const longer = new Uint8Array(this.#bytes.length * 2)
    longer.set(this.#bytes)
    this.#bytes = longer
  }
}

const LINE_FEED = 10, RETURN = 13, SPACE = 32

const endsLine = (code: number) => code === LINE_FEED || code === RETURN || code === 0x2028 || code === 0x2029

const isWord = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 36 || code === 95 || code > 127
