// What is to change in a text, and nothing else: all that no edit mentions is the user's and stays as it is, byte for byte.
import { Ranges } from './ranges.ts'

/** A part of the output. */
export type Piece =
  /** Generated; the map leads to `at`. `name`: what stands there in the source, where it has another name here. */
  | { readonly text: string; readonly at: number; readonly name?: string }
  /**
   * The user's own text, with the edits inside it. In front of its further lines `outdent` goes and `indent` comes; `folded`: on one line, see fold.ts.
   * `moved`: where it stood something else may have come for exactly this range.
   */
  | { readonly from: number; readonly to: number; readonly indent?: string; readonly outdent?: string; readonly folded?: boolean; readonly moved?: boolean }

export interface Edit {
  readonly start: number
  readonly end: number
  readonly pieces: readonly Piece[]
  /** Of an insertion: which neighbour it stays with when a range ends at this very place. */
  readonly side: 'left' | 'right' | undefined
  /** It ends a statement. */
  readonly ended?: true
}

export class Edits {
  readonly #edits: Edit[] = []
  /** The user's text that stands somewhere else than it did. */
  readonly kept = new Ranges()

  replace(start: number, end: number, pieces: readonly Piece[] = []): void { this.#add({ start, end, pieces, side: undefined }) }
  /** In front of what begins at `at`. */
  before(at: number, pieces: readonly Piece[]): void { this.#add({ start: at, end: at, pieces, side: 'right' }) }
  /** Behind what ends at `at`. */
  after(at: number, pieces: readonly Piece[]): void { this.#add({ start: at, end: at, pieces, side: 'left' }) }
  /** The same, and the statement that ends there is ended by it. */
  ending(at: number, pieces: readonly Piece[]): void { this.#add({ start: at, end: at, pieces, side: 'left', ended: true }) }

  #add(edit: Edit): void {
    this.#edits.push(edit)
    for (const piece of edit.pieces) if ('from' in piece) this.kept.add(piece.from, piece.to)
  }
  /** Whether generated text has a word in it. */
  mention(word: string): boolean { return this.#edits.some(({ pieces }) => pieces.some((piece) => 'text' in piece && piece.text.includes(word))) }

  get isEmpty(): boolean { return this.#edits.length === 0 }

  /** In the order of the output. At one place: what belongs to the left, to the right, then replacements, an outer one before those inside it. */
  sorted(): readonly Edit[] {
    const rank = ({ side }: Edit) => (side === 'left' ? 0 : side === 'right' ? 1 : 2)
    return [...this.#edits].sort((a, b) => a.start - b.start || rank(a) - rank(b) || b.end - a.end)
  }
}
