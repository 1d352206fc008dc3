export interface Range { readonly start: number; readonly end: number }

interface Nested extends Range { readonly outer: Nested | undefined }

/** Ranges of text, side by side or inside each other, in no order. */
export class Ranges {
  readonly all: Range[] = []
  #nested: Nested[] | undefined

  add(start: number, end: number): void {
    this.all.push({ start, end })
    this.#nested = undefined
  }

  /** Of the narrowest one that has all of this text; none: `Infinity`. */
  width(start: number, end: number): number {
    const nested = (this.#nested ??= nest(this.all))
    let low = 0, high = nested.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (nested[middle]!.start <= start) low = middle + 1
      else high = middle
    }
    let range: Nested | undefined = nested[low - 1]
    while (range && range.end < end) range = range.outer
    return range ? range.end - range.start : Infinity
  }
}

function nest(all: readonly Range[]): Nested[] {
  let outer: Nested | undefined
  return [...all].sort((a, b) => a.start - b.start || b.end - a.end).map((range) => {
    while (outer && outer.end < range.end) outer = outer.outer
    const nested: Nested = { ...range, outer }
    outer = nested
    return nested
  })
}
