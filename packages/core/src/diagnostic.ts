/** A mistake, as data: said by the compiler with a place, by configuration without one, in the same words. */
export interface Fault {
  /** `R4C-FAM-NNN`: `r4c explain`, the command of unplugin-resilience4cata, says more of it. */
  readonly code: string
  /** The fact, with the value got: `maxAttempts must be at least 1, got 0`. */
  readonly says: string
  /** What to do. */
  readonly note?: string
  /** The option it is about, if one: lets the compiler find the place. */
  readonly option?: string
  /** What it is about, where there is no line to show: `instances.prices.retry`, or a site's id. */
  readonly where?: string
}

export const fault = (code: string, says: string, note?: string, option?: string): Fault => ({
  code,
  says,
  ...(note !== undefined && { note }),
  ...(option !== undefined && { option }),
})

/** The same mistakes, with what they are about: a nameless site says nothing. */
export const at = (where: string, faults: readonly Fault[]): Fault[] => faults.map((f) => (where ? { ...f, where } : f))

export const quote = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text)

/** How a value stands in a message: text quoted, long things cut, functions by name. */
export function show(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'function') return value.name ? `[function ${value.name}]` : '[function]'
  if (Array.isArray(value)) return '[array]'
  if (typeof value === 'object' && value !== null) return '[object]'
  return typeof value === 'bigint' ? `${value}n` : String(value)
}

/** The nearest of the known words, when it is near enough to be a slip of the finger. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.ceil(word.length / 3) + 2
  for (const candidate of known) {
    const apart = distance(word.toLowerCase(), candidate.toLowerCase(), least)
    if (apart < least) [best, least] = [candidate, apart]
  }
  return best
}

// Levenshtein, one row; another letter counts as one too many and one too few, or words that only begin alike would be near. Words longer than 64 characters are nobody's slip
function distance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) >= bound || a.length > 64 || b.length > 64) return bound
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 2))
    }
    row = next
  }
  return row[b.length]!
}
