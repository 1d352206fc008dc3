// Most of a file has nothing to do with us. What can't declare anything outside of itself is put off, unless its text has something of interest in it: a decorator,
// or a name that is asked for. It is walked when a name of its text is asked for, or what stands in it.
import { escapes, places } from './interest.ts'

interface Range { readonly start: number; readonly end: number }
/** A comment, or a text that nobody has parsed. */
export interface Quiet { readonly start?: number | null; readonly end?: number | null }
interface Piece extends Range { walk: (() => void) | undefined }

/** So many names are searched for in the text; then all of it is walked. */
const SEARCHES = 24
const NOTHING: Range = { start: -1, end: -1 }

export class Later {
  readonly #code: string
  /** Offsets, in order. */
  readonly #interest: readonly number[]
  /** Those that aren't walked stand side by side. */
  #pieces: Piece[] = []
  readonly #named = new Set<string>()
  #sorted = true
  /** What has to be walked now, with all that stands in it. */
  #asked = NOTHING

  /** `names`: those of interest from the beginning. `quiet`: where an `@` is no decorator's, in order. */
  constructor(code: string, names: Iterable<string>, quiet: readonly Quiet[]) {
    this.#code = code
    const offsets = [...names].flatMap((name) => {
      this.#named.add(name)
      return [...places(code, name)]
    })
    for (let at = code.indexOf('@'); at >= 0; at = code.indexOf('@', at + 1)) if (!isInside(at, quiet)) offsets.push(at)
    // a name may be written with escapes
    this.#interest = offsets.concat(...escapes(code)).sort((a, b) => a - b)
  }

  /** Walks what stands between `start` and `end`, now or later. */
  put(start: number, end: number, walk: () => void): void {
    if ((start <= this.#asked.end && end >= this.#asked.start) || this.#interests(start, end)) return walk()
    const last = this.#pieces.at(-1)
    if (last && last.start > start) this.#sorted = false
    this.#pieces.push({ start, end, walk })
  }

  /** Everything between is walked. */
  within(start: number, end: number): void {
    const outer = this.#asked
    this.#asked = { start, end }
    for (const piece of this.#touching(start, end)) {
      const { walk } = piece
      piece.walk = undefined
      walk?.()
    }
    this.#asked = outer
  }

  /** Everything that may mention the name is walked. */
  named(name: string): void {
    if (this.#named.has(name) || this.#named.size > SEARCHES) return
    this.#named.add(name)
    if (this.#named.size > SEARCHES) this.within(0, this.#code.length)
    else for (const at of places(this.#code, name)) this.within(at, at)
  }

  /** Those that aren't walked yet. */
  #touching(start: number, end: number): Piece[] {
    if (!this.#sorted) this.#pieces = this.#pieces.filter(({ walk }) => walk).sort((a, b) => a.start - b.start)
    this.#sorted = true
    const found: Piece[] = []
    for (let i = firstFrom(this.#pieces.length, (at) => this.#pieces[at]!.start > end) - 1; i >= 0; i--) {
      const piece = this.#pieces[i]!
      if (!piece.walk) continue
      if (piece.end < start) break
      found.push(piece)
    }
    return found.reverse()
  }

  #interests(start: number, end: number): boolean {
    const at = firstFrom(this.#interest.length, (i) => this.#interest[i]! >= start)
    return at < this.#interest.length && this.#interest[at]! < end
  }
}

function firstFrom(length: number, is: (index: number) => boolean): number {
  let low = 0, high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (is(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function isInside(offset: number, quiet: readonly Quiet[]): boolean {
  const at = firstFrom(quiet.length, (i) => quiet[i]!.end! > offset)
  return at < quiet.length && quiet[at]!.start! <= offset
}
