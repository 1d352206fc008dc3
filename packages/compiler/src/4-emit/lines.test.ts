import { expect, test } from 'vitest'
import { join, linesOf, separator } from './lines.ts'

test.each([
  ['a()', 'b()', '; '], ['{', 'a()', ' '], ['a()', '}', ' '], ['}', 'a()', ' '], ['} catch (e) { f = e }', 'a()', '; '],
  ['if (a) b()', 'else c()', '; '], ['}', 'else c()', ' '], ['a() }', 'catch {}', ' '], ['f(', '1)', ' '], ['const a = {}', 'b()', '; '], ['a++', 'b()', '; '], ['a +', 'b', ' '],
])('between %j and %j stands %j', (before, after, expected) => {
  expect(separator(before, after)).toBe(expected)
})

const lines = linesOf('for (;;) {\n  a()\n  b()\n}', 7, 1)

test('pretty: a line each, at the depth of the place', () => {
  const pieces = join(lines, { pretty: true, base: '  ', unit: '  ' })
  expect(pieces.map((piece) => 'text' in piece && piece.text).join('')).toBe('\n    for (;;) {\n      a()\n      b()\n    }')
})

test('lines: no line break', () => {
  const pieces = join(lines, { pretty: false, base: '', unit: '  ' }, { lead: ' ' })
  expect(pieces.map((piece) => 'text' in piece && piece.text).join('')).toBe(' for (;;) { a(); b() }')
})
