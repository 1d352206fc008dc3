// The user's own text within a generated line: a mark that stands for it until the line is laid out.
import type { Piece } from './edits.ts'
import type { Range } from './ranges.ts'

const MARK = '\u0001'

/** `outdent`: the whitespace in front of the line that it begins in. */
export const quote = ({ start, end }: Range, outdent: string): string => `${MARK}${start}:${end}:${outdent}${MARK}`

/** `indent`: what comes in front of its further lines; folded to one line where there is none. */
export function unquoted(text: string, at: number, indent: string | undefined): Piece[] {
  if (!text.includes(MARK)) return text === '' ? [] : [{ text, at }]
  return text.split(MARK).flatMap((part, i): Piece[] => {
    if (i % 2 === 0) return part === '' ? [] : [{ text: part, at }]
    const [from, to, outdent] = part.split(':')
    return [{ from: Number(from), to: Number(to), ...(indent === undefined ? { folded: true } : { indent, outdent: outdent! }) }]
  })
}
