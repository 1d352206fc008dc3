// Where what isn't code ends; -1 where that can't be said.
import { BACKSLASH, begins, BRACKET, CLOSE_BRACKET, DIGIT, DOT, LINE_FEED, NAME, RETURN, SLASH } from './characters.ts'

const LINE_END = /[\r\n\u2028\u2029]/g
/** What `begins` takes for no part of a name. */
const NOT_IN_NAME = /[^\w$#\x80-\uffff]|[\xa0\ufeff\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g
const IN_STRING = /["'\\\r\n]/g

/** The first that a global expression finds behind `from`. */
export function firstOf(stops: RegExp, code: string, from: number): number {
  stops.lastIndex = from
  return stops.test(code) ? stops.lastIndex - 1 : -1
}

/** Of a comment: where its line ends. */
export function endOfLine(code: string, at: number): number {
  const end = firstOf(LINE_END, code, at)
  return end < 0 ? code.length : end
}

/** Of the other kind of comment. */
export function endOfBlock(code: string, at: number): number {
  const end = code.indexOf('*/', at + 2)
  return end < 0 ? -1 : end + 2
}

/** A name with escapes has none. */
export function endOfWord(code: string, start: number): number {
  const end = firstOf(NOT_IN_NAME, code, start + 1)
  return end < 0 ? code.length : code.charCodeAt(end) === BACKSLASH ? -1 : end
}

export function endOfNumber(code: string, start: number): number {
  let at = start + 1
  for (; at < code.length; at++) {
    const c = code.charCodeAt(at)
    const kind = begins(c)
    if (c !== DOT && kind !== NAME && kind !== DIGIT) break
  }
  return at
}

export function endOfString(code: string, start: number): number {
  const quote = code.charCodeAt(start)
  for (let at = firstOf(IN_STRING, code, start + 1); at >= 0;) {
    const c = code.charCodeAt(at)
    if (c === quote) return at + 1
    if (c === LINE_FEED || c === RETURN) return -1
    // behind a backslash even a line may end
    at = firstOf(IN_STRING, code, at + (c !== BACKSLASH ? 1 : code.startsWith('\r\n', at + 1) ? 3 : 2))
  }
  return -1
}

/** Of a regular expression, with its flags. */
export function endOfExpression(code: string, start: number): number {
  let inClass = false
  for (let at = start + 1; at < code.length; at++) {
    const c = code.charCodeAt(at)
    if (c === LINE_FEED || c === RETURN || c === 0x2028 || c === 0x2029) break
    if (c === BACKSLASH) at++
    else if (c === BRACKET) inClass = true
    else if (c === CLOSE_BRACKET) inClass = false
    else if (c === SLASH && !inClass) return endOfWord(code, at)
  }
  return -1
}
