import { describe, expect, it } from 'vitest'
import { fault } from '@resilience4cata/core/diagnostic'
import { frame } from './frame.ts'
import { report } from './index.ts'
import { Lines } from './lines.ts'

const shown = (code: string, mark: string) => {
  const lines = new Lines(code)
  return frame(lines, lines.at(code.indexOf(mark)))
}

describe('places', () => {
  it('counts lines of every kind of end', () => {
    const lines = new Lines('a\nb\r\nc\rd\u2028e')
    expect(['a', 'b', 'c', 'd', 'e'].map((c) => lines.at('a\nb\r\nc\rd\u2028e'.indexOf(c)).line)).toEqual([1, 2, 3, 4, 5])
    expect([0, 1, 2, 5, 6].map((n) => lines.text(n))).toEqual([undefined, 'a', 'b', 'e', undefined])
  })
  it('counts columns from 0, to the end of the text', () => {
    const lines = new Lines('ab\ncd')
    expect([lines.at(4), lines.at(5)]).toEqual([{ line: 2, column: 1 }, { line: 2, column: 2 }])
  })
})

describe('frames', () => {
  it('shows a line and its neighbours', () => {
    expect(shown('class A {\n  @Retry({ maxAttempts: 0 })\n  async f() {}\n}', '0 }')).toBe(
      ['  1 │ class A {', '  2 │   @Retry({ maxAttempts: 0 })', '    │                         ^', '  3 │   async f() {}'].join('\n'))
  })
  it('aligns numbers of different length', () => {
    expect(shown('\n'.repeat(8) + 'a\nX', 'a')).toBe(['   8 │', '   9 │ a', '     │ ^', '  10 │ X'].join('\n'))
  })
  it('puts the caret right behind tabs, wide and combining characters', () => {
    expect(shown('\t\tX', 'X')).toBe('  1 │     X\n    │     ^')
    expect(shown('"数😀é" + X', 'X').split('\n')[1]).toBe(`    │ ${' '.repeat('"'.length + 2 + 2 + 1 + '" + '.length)}^`)
  })
  it('cuts minified lines around the place', () => {
    const rows = shown(`${'a'.repeat(5000)}X${'b'.repeat(5000)}`, 'X').split('\n')
    expect(rows.every((row) => row.length < 170)).toBe(true)
    expect(rows[0]![rows[1]!.indexOf('^')]).toBe('X')
  })
})

describe('report', () => {
  const code = 'export class Inventory {\n  @Retry({ maxAttempts: 0 })\n  async stock() {}\n}\n'
  const at = (text: string) => ({ start: code.indexOf(text), end: code.indexOf(text) + text.length })
  const finding = { fault: fault('R4C-ATR-003', 'maxAttempts must be at least 1, got 0', 'It counts the first call too.'), severity: 'error', subject: '@Retry on Inventory.stock', at: at('0') } as const

  it('says code, subject, fact, place and what to do', () => {
    const [said] = report([finding], new Lines(code), { id: '/home/me/shop/src/inventory.ts?v=1', root: '/home/me/shop' })
    expect(said).toMatchObject({ code: 'R4C-ATR-003', severity: 'error', line: 2, column: 24 })
    expect(said!.message).toBe(
      `R4C-ATR-003  @Retry on Inventory.stock: maxAttempts must be at least 1, got 0

  src/inventory.ts:2:25
  1 │ export class Inventory {
  2 │   @Retry({ maxAttempts: 0 })
    │                         ^
  3 │   async stock() {}

  It counts the first call too.
  npx r4c explain R4C-ATR-003`)
  })
  it('goes by the source, and leaves out the hints that are turned off', () => {
    const hint = { ...finding, fault: fault('R4C-HNT-007', 'only the type says so'), severity: 'hint', at: at('stock') } as const
    const codes = (hints?: Record<string, boolean>) => report([hint, finding], new Lines(code), { id: 'a.ts', ...(hints && { hints }) }).map((d) => d.code)
    expect(codes()).toEqual(['R4C-ATR-003', 'R4C-HNT-007'])
    expect(codes({ 'R4C-HNT-007': false })).toEqual(['R4C-ATR-003'])
  })
})
