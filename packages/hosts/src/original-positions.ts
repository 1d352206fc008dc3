// Where a place of emitted text stands in the original. Babel plugins point with `node.loc`, so a tree that was parsed from emitted text is given the places
// of the user's own text; and mistakes are told with places in the user's own file.
import type { SourceMap } from '@resilience4cata/compiler/index'
import type { Position } from './babel/face.ts'

/** Where a place of the emitted text (line from 1, column from 0) stands in the original; `undefined` for text without an origin. */
export type Original = (position: Position) => Required<Position> | undefined

interface Segment { readonly column: number; readonly toLine: number; readonly toColumn: number }

export function originalPositions(map: SourceMap, original: string): Original {
  const lines = decode(map.mappings)
  const starts = [0, ...[...original.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map((lineBreak) => lineBreak.index + lineBreak[0].length)]
  return ({ line, column }) => {
    const segment = lastBefore(lines[line - 1] ?? [], column)
    return segment && { line: segment.toLine + 1, column: segment.toColumn, index: (starts[segment.toLine] ?? 0) + segment.toColumn }
  }
}

function lastBefore(segments: readonly Segment[], column: number): Segment | undefined {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (segments[middle]!.column <= column) low = middle + 1
    else high = middle
  }
  return segments[low - 1]
}

/** The mappings of a source map with one source. */
function decode(mappings: string): Segment[][] {
  let toLine = 0
  let toColumn = 0
  return mappings.split(';').map((line) => {
    let column = 0
    return line.split(',').flatMap((text) => {
      const [columns = 0, , lines, columnsThere = 0] = numbers(text)
      column += columns
      if (lines === undefined) return []
      toLine += lines
      toColumn += columnsThere
      return [{ column, toLine, toColumn }]
    })
  })
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

// base 64 VLQ: five bits a digit, least first; the sixth says that another follows; the lowest bit of all is the sign
function numbers(text: string): number[] {
  const result: number[] = []
  for (let at = 0, value = 0, shift = 0; at < text.length; at++) {
    const digit = DIGITS.indexOf(text[at]!)
    value |= (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    result.push(value & 1 ? -(value >>> 1) : value >>> 1)
    value = shift = 0
  }
  return result
}
