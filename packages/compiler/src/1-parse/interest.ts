// Where a text says what the compiler looks for. All that it doesn't find here is found later, only not as fast.
import { begins, DIGIT, NAME } from './characters.ts'

const IDENTIFIER = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu
const IN_EVERY_IMPORT = new Set(['as', 'from', 'type'])

/** Offsets of names that are imported from `source`, of whatever loads modules, and of escapes, which may spell any name; in order. */
export function interestIn(code: string, source: string): number[] {
  const names = new Set(['import', 'require'])
  for (let at = code.indexOf(source); at >= 0; at = code.indexOf(source, at + source.length)) {
    const statement = code.slice(Math.max(0, code.lastIndexOf('import', at)), at)
    for (const [name] of statement.matchAll(IDENTIFIER)) if (!IN_EVERY_IMPORT.has(name)) names.add(name)
  }
  return [...[...names].flatMap((name) => [...places(code, name)]), ...escapes(code)].sort((a, b) => a - b)
}

/** Where a text has a name as a word. */
export function* places(code: string, name: string): Generator<number> {
  for (let at = code.indexOf(name); at >= 0; at = code.indexOf(name, at + name.length)) {
    if (!isInName(code.charCodeAt(at - 1)) && !isInName(code.charCodeAt(at + name.length))) yield at
  }
}

const isInName = (c: number): boolean => begins(c) === NAME || begins(c) === DIGIT

export function* escapes(code: string): Generator<number> {
  for (let at = code.indexOf('\\u'); at >= 0; at = code.indexOf('\\u', at + 2)) yield at
}
