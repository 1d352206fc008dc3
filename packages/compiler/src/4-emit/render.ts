// Edits → text and map. The user's text maps to itself at every word, generated text to where its layer is written.
import type { SourceMap } from '../index.ts'
import type { Edit, Edits, Piece } from './edits.ts'
import type { Tree } from '../1-parse/parse.ts'
import { foldedPart, foldingOf } from './fold.ts'
import type { Lines } from '../report/lines.ts'
import { Mappings } from './source-map.ts'

/** A part of the output: the user's own text, or what is generated. That maps to `at`, where `name` stands; without, it comes from nowhere. */
type Part = { readonly from: number; readonly to: number } | { readonly text: string; readonly at?: number; readonly name?: string | undefined }

/** The text, and what it takes to make its map: a build without maps has no use for one. */
export class Rendered {
  readonly code: string
  readonly #parts: readonly Part[]
  readonly #lines: Lines
  readonly #id: string
  #map: SourceMap | undefined

  constructor(tree: Tree, edits: Edits, id: string) {
    const output = new Output(tree, edits.sorted())
    output.user(0, tree.code.length, { indent: '', outdent: '' }, false)
    this.code = output.code
    this.#parts = output.parts
    this.#lines = tree.lines
    this.#id = id
  }

  /** Made when it is first asked for. */
  get map(): SourceMap { return (this.#map ??= mapOf(this.#parts, this.#lines, this.#id)) }
}

function mapOf(parts: readonly Part[], lines: Lines, id: string): SourceMap {
  const mappings = new Mappings(lines)
  for (const part of parts) {
    if ('from' in part) mappings.verbatim(part.from, part.to)
    else if (part.at === undefined) mappings.advance(part.text)
    else mappings.generated(part.text, part.at, part.name)
  }
  return mappings.toMap(id)
}

interface Margin { readonly indent: string; readonly outdent: string }

class Output {
  code = ''
  /** What was written last: to ask the whole text for its end would copy it each time. */
  last = ''
  readonly parts: Part[] = []
  readonly source: string
  /** What is inserted where a piece ends is part of that piece, and of no other one that ends there. */
  readonly done = new Set<Edit>()
  constructor(readonly tree: Tree, readonly edits: readonly Edit[]) { this.source = tree.code }

  /** `within`: the edit that this text is a piece of; it may be the very range that is replaced. */
  user(from: number, to: number, margin: Margin, folded: boolean, within?: Edit, moved = false): void {
    let at = from, isOpen = false
    for (let i = this.firstFrom(from); i < this.edits.length && this.edits[i]!.start <= to; i++) {
      const edit = this.edits[i]!
      if (edit === within || (moved && edit.start === from && edit.end === to) || edit.start < at || edit.end > to || !belongs(edit, from, to) || this.done.has(edit)) continue
      this.done.add(edit)
      this.copy(at, edit.start, margin, folded, isOpen)
      for (const piece of edit.pieces) this.piece(piece, margin, folded, edit)
      at = edit.end
      isOpen = edit.ended !== true && !this.last.endsWith(';')
    }
    this.copy(at, to, margin, folded, isOpen)
  }

  piece(piece: Piece, { indent, outdent }: Margin, folded: boolean, edit: Edit): void {
    if ('from' in piece) return this.user(piece.from, piece.to, { indent: indent + (piece.indent ?? ''), outdent: outdent + (piece.outdent ?? '') }, folded || piece.folded === true, edit, piece.moved)
    // line breaks of text that goes
    if (folded && /^[\r\n]+$/.test(piece.text)) return
    if (!piece.text.includes('\n')) return this.write(piece.text, piece.at, piece.name)
    const [first, ...more] = piece.text.split('\n')
    this.write(first!, piece.at, piece.name)
    for (const line of more) this.write(`\n${line === '' ? '' : indent}${line}`, piece.at)
  }

  write(text: string, at?: number, name?: string): void {
    if (text === '') return
    this.code += this.last = text
    this.parts.push(at === undefined ? { text } : { text, at, name })
  }

  /** Untouched text. `isOpen`: what stands in front of it may end a statement, and has no semicolon. */
  copy(from: number, to: number, { indent, outdent }: Margin, folded: boolean, isOpen: boolean): void {
    if (from >= to) return
    if (folded) return this.fold(from, to, isOpen)
    if (indent === '' && outdent === '') return this.verbatim(from, to)
    const { quasis, strings, comments } = foldingOf(this.tree, from, to)
    // where a line break is part of a value or a comment
    const isKept = (at: number) => [quasis, strings, comments].some((ranges) => ranges.some(({ start, end }) => start <= at && at < end))
    let start = from
    for (let i = this.source.indexOf('\n', from); i >= 0 && i < to; i = this.source.indexOf('\n', i + 1)) {
      if (/[\r\n]/.test(this.source[i + 1] ?? '\n') || isKept(i)) continue
      this.verbatim(start, i + 1)
      this.write(indent)
      start = i + 1 + (this.source.startsWith(outdent, i + 1) ? outdent.length : 0)
    }
    this.verbatim(start, to)
  }

  fold(from: number, to: number, isOpen: boolean): void {
    for (const { text, at } of foldedPart(this.source, from, to, foldingOf(this.tree, from, to), isOpen)) {
      if (this.source.startsWith(text, at)) this.verbatim(at, at + text.length)
      else this.write(text, at)
    }
  }

  verbatim(from: number, to: number): void {
    if (from >= to) return
    this.code += this.last = this.source.slice(from, to)
    this.parts.push({ from, to })
  }

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

const belongs = ({ start, side }: Edit, from: number, to: number) =>
  side === 'left' ? start > from || from === 0 : side === 'right' ? start < to : true
