// Edits → text and map. The user's text maps to itself at every word, generated text to where its layer is written.
import type { SourceMap } from '../index.ts'
import type { Edit, Edits, Piece } from './edits.ts'
import { foldedPart, type Folding } from './fold.ts'
import { Lines } from '../report/lines.ts'
import { Mappings } from './source-map.ts'

export interface Rendered { readonly code: string; readonly map: SourceMap }

/** `verbatim`: where a line break is part of a value (templates) or of a comment: never indented. */
export function render(source: string, edits: Edits, id: string, verbatim: readonly Range[], folding: Folding): Rendered {
  const output = new Output(source, edits.sorted(), verbatim, folding)
  output.user(0, source.length, { indent: '', outdent: '' }, false)
  return { code: output.code, map: output.mappings.toMap(id, source) }
}

export interface Range { readonly start: number; readonly end: number }

interface Margin { readonly indent: string; readonly outdent: string }

class Output {
  code = ''
  readonly mappings: Mappings
  constructor(readonly source: string, readonly edits: readonly Edit[], readonly verbatim: readonly Range[], readonly folding: Folding) {
    this.mappings = new Mappings(new Lines(source))
  }

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
    this.write(first!, piece.at)
    for (const line of more) this.write(`\n${line === '' ? '' : indent}${line}`, piece.at)
  }

  write(text: string, at: number): void {
    if (text === '') return
    const lead = /^\s*/.exec(text)![0]
    this.append(lead)
    if (lead.length < text.length) this.mappings.segment(at)
    this.append(text.slice(lead.length))
  }

  /** Untouched text, a segment for each word and each sign. */
  copy(from: number, to: number, { indent, outdent }: Margin, folded: boolean): void {
    if (folded) return this.fold(from, to)
    let inWord = false
    let pending = ''
    for (let i = from; i < to; i++) {
      const char = this.source[i]!
      const word = /[\w$]/.test(char)
      if (char !== '\n' && char !== ' ' && !(word && inWord)) {
        this.append(pending)
        pending = ''
        this.mappings.segment(i)
      }
      inWord = word
      pending += char
      if (char !== '\n' || (indent === '' && outdent === '') || /[\r\n]/.test(this.source[i + 1] ?? '\n') || this.isVerbatim(i)) continue
      pending += indent
      if (this.source.startsWith(outdent, i + 1)) i += outdent.length
    }
    this.append(pending)
  }

  fold(from: number, to: number): void {
    for (const { text, at } of foldedPart(this.source, from, to, this.folding)) this.write(text, at)
  }

  append(text: string): void {
    this.code += text
    this.mappings.advance(text)
  }

  isVerbatim = (at: number) => this.verbatim.some((range) => range.start <= at && at < range.end)

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
