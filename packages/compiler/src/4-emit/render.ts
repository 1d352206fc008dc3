// Edits → text and map. The user's text maps to itself at every word, generated text to where its layer is written.
import type { SourceMap } from '../index.ts'
import type { Edit, Edits, Piece } from './edits.ts'
import type { Tree } from '../1-parse/parse.ts'
import { foldedPart, foldingOf, type Folding } from './fold.ts'
import { Lines } from '../report/lines.ts'
import { Mappings } from './source-map.ts'

export interface Rendered { readonly code: string; readonly map: SourceMap }

export function render(tree: Tree, edits: Edits, id: string): Rendered {
  const output = new Output(tree, edits.sorted())
  output.user(0, tree.code.length, { indent: '', outdent: '' }, false)
  return { code: output.code, map: output.mappings.toMap(id, tree.code) }
}

interface Margin { readonly indent: string; readonly outdent: string }

class Output {
  code = ''
  readonly source: string
  readonly mappings: Mappings
  #folding: Folding | undefined
  constructor(readonly tree: Tree, readonly edits: readonly Edit[]) {
    this.source = tree.code
    this.mappings = new Mappings(new Lines(tree.code))
  }

  /** Asked for only where text moves or is indented. */
  get folding(): Folding { return (this.#folding ??= foldingOf(this.tree)) }

  /** `within`: the edit that this text is a piece of; it may be the very range that is replaced. */
  user(from: number, to: number, margin: Margin, folded: boolean, within?: Edit, moved = false): void {
    let at = from
    for (let i = this.firstFrom(from); i < this.edits.length && this.edits[i]!.start <= to; i++) {
      const edit = this.edits[i]!
      if (edit === within || (moved && edit.start === from && edit.end === to) || edit.start < at || edit.end > to || !belongs(edit, from, to)) continue
      this.copy(at, edit.start, margin, folded)
      for (const piece of edit.pieces) this.piece(piece, margin, folded, edit)
      at = edit.end
    }
    this.copy(at, to, margin, folded)
  }

  piece(piece: Piece, { indent, outdent }: Margin, folded: boolean, edit: Edit): void {
    if ('from' in piece) return this.user(piece.from, piece.to, { indent: indent + (piece.indent ?? ''), outdent: outdent + (piece.outdent ?? '') }, folded || piece.folded === true, edit, piece.moved)
    const [first, ...more] = piece.text.split('\n')
    this.write(first!, piece.at, piece.name)
    for (const line of more) this.write(`\n${line === '' ? '' : indent}${line}`, piece.at)
  }

  write(text: string, at: number, name?: string): void {
    if (text === '') return
    const lead = /^\s*/.exec(text)![0]
    this.append(lead)
    if (lead.length < text.length) this.mappings.segment(at, name)
    this.append(text.slice(lead.length))
  }

  /** Untouched text, a segment for each word and each sign. */
  copy(from: number, to: number, { indent, outdent }: Margin, folded: boolean): void {
    if (folded) return this.fold(from, to)
    const reindents = indent !== '' || outdent !== ''
    let inWord = false
    let start = from
    for (let i = from; i < to; i++) {
      const code = this.source.charCodeAt(i)
      const word = isWord(code)
      if (code > SPACE && !(word && inWord)) {
        this.append(this.source.slice(start, i))
        this.mappings.segment((start = i))
      }
      inWord = word
      if (code !== LINE_BREAK || !reindents || /[\r\n]/.test(this.source[i + 1] ?? '\n') || this.isVerbatim(i)) continue
      this.append(this.source.slice(start, i + 1) + indent)
      if (this.source.startsWith(outdent, i + 1)) i += outdent.length
      start = i + 1
    }
    this.append(this.source.slice(start, to))
  }

  fold(from: number, to: number): void {
    for (const { text, at } of foldedPart(this.source, from, to, this.folding)) this.words(text, at)
  }

  /** A segment for each word and each sign of text that stands in the source as it is. */
  words(text: string, at: number): void {
    let inWord = false, start = 0
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      const word = isWord(code)
      if (code > SPACE && !(word && inWord)) {
        this.append(text.slice(start, i))
        this.mappings.segment(at + (start = i))
      }
      inWord = word
    }
    this.append(text.slice(start))
  }

  append(text: string): void {
    if (text === '') return
    this.code += text
    this.mappings.advance(text)
  }

  /** Where a line break is part of a value or a comment. */
  isVerbatim = (at: number) => [this.folding.quasis, this.folding.strings, this.folding.comments].some((ranges) => ranges.some(({ start, end }) => start <= at && at < end))

  firstFrom(offset: number): number {
    let low = 0, high = this.edits.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.edits[middle]!.start < offset) low = middle + 1
      else high = middle
    }
    return low
  }
}

const LINE_BREAK = 10, SPACE = 32

const isWord = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 36 || code === 95 || code > 127

const belongs = ({ start, side }: Edit, from: number, to: number) =>
  side === 'left' ? start > from || from === 0 : side === 'right' ? start < to : true
