import { expect, test } from 'vitest'
import { code, expression, raw } from './code.ts'

test('the margin of the template is no part of the text', () => {
  const piece = code`
    if (a) {
      b()
    }`
  expect(piece.lines).toEqual(['if (a) {', '  b()', '}'])
})

test('a piece of several lines stands where it is put', () => {
  const giveUp = code`{
    x = 1
    break
  }`
  const piece = code`
      const d = f()
      if (d) {
        if (d < 0) ${giveUp}
      }`
  expect(piece.lines).toEqual(['const d = f()', 'if (d) {', '  if (d < 0) {', '    x = 1', '    break', '  }', '}'])
})

test('a hole of nothing leaves no line', () => {
  expect(code`
    a
    ${undefined}
    ${false}
    b`.lines).toEqual(['a', 'b'])
})

test('a list is one piece a line', () => {
  expect(code`
    {
      ${[raw('a'), raw('b')]}
    }`.lines).toEqual(['{', '  a', '  b', '}'])
})

test('an expression is one line', () => {
  expect(expression(code`
    f(
      1)`)).toBe('f( 1)')
})
