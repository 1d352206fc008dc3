// Generated text before it is laid out: one line for each statement or bracket, with its depth and the layer that it belongs to.
import type { Code } from '@resilience4cata/core/build/code'
import type { Piece } from './edits.ts'
import { unquoted } from './quote.ts'

export interface Line {
  readonly text: string
  readonly depth: number
  readonly at: number
  /** It ends an expression, though it looks like the end of a block. */
  readonly ends?: true
  /** The bracket of a function that may also stand as a static method: see hoisted.ts. */
  readonly bracket?: 'attempt' | 'frame'
}

export interface Layout {
  readonly pretty: boolean
  /** The whitespace in front of the statement that the text stands in. */
  readonly base: string
  /** One step of indentation. */
  readonly unit: string
}

/** Lines of a room's text, whose own indentation is two spaces a step. */
export function linesOf(piece: Code | string, at: number, depth: number): Line[] {
  const lines = typeof piece === 'string' ? piece.split('\n') : piece.lines
  if (lines.length === 1) return [{ text: lines[0]!.trim(), depth, at }]
  const own = lines.map((line) => /^ */.exec(line)![0].length)
  const least = Math.min(...own)
  return lines.map((line, i) => ({ text: line.trim(), depth: depth + Math.floor((own[i]! - least) / 2), at }))
}

/** The end of an arrow. */
export const closes = (at: number): Line => ({ text: '}', at, depth: 0, ends: true })

export const deeper = (lines: readonly Line[], by: number): Line[] => (by === 0 ? [...lines] : lines.map((each) => ({ ...each, depth: each.depth + by })))

/** One emitter, two joins. `lead` stands in front of the first line in `lines`; in `pretty` that begins a line of its own, unless it `opens`: then it goes on behind what is there. */
export function join(lines: readonly Line[], layout: Layout, { lead = '', opens = false, indent = 0 } = {}): Piece[] {
  if (layout.pretty) {
    return lines.flatMap(({ text, depth, at }, i) => {
      const margin = layout.base + layout.unit.repeat(depth + indent)
      return unquoted((opens && i === 0 ? '' : `\n${margin}`) + text, at, margin)
    })
  }
  return lines.flatMap(({ text, at }, i) => unquoted((i === 0 ? lead : lines[i - 1]!.ends ? '; ' : separator(lines[i - 1]!.text, text)) + text, at, undefined))
}

/** What must stand between two lines that come to stand on one: a semicolon where only the line break ended the statement. */
export function separator(before: string, after: string): string {
  if (goesOn(before) || CLOSING.has(after[0])) return ' '
  if (before.endsWith('}') && /^(?:else|catch|finally)\b/.test(after)) return ' '
  return before === '}' ? ' ' : '; '
}

const OPEN: ReadonlySet<string | undefined> = new Set('{([;,:?&|*=<')
const CLOSING: ReadonlySet<string | undefined> = new Set(')]}.,?:')

const goesOn = (line: string): boolean => OPEN.has(line.at(-1)) || line.endsWith('=>') || (line.endsWith('+') && !line.endsWith('++'))
