import { join } from 'node:path'
import { expect, it } from 'vitest'
import { markAll } from './mark.ts'
import { survey } from './survey.ts'

const root = join(import.meta.dirname, '../..')

it('of the async functions of public packages nine of ten bodies stand in place, and whoever doesn\'t use us passes through', () => {
  const { packages, inlined, others, untouched, faults } = survey(join(root, 'node_modules'))
  const rest = [...others.values()].reduce((sum, count) => sum + count, 0)
  expect(faults).toEqual([])
  expect(packages.size).toBeGreaterThanOrEqual(20)
  expect(inlined + rest).toBeGreaterThan(400)
  expect(inlined / (inlined + rest), [...others].map(([why, count]) => `${count} ${why}`).join('\n')).toBeGreaterThan(0.9)
  // never handed to the interpreter
  expect([...others.keys()].filter((why) => !why.startsWith('called: '))).toEqual([])
  expect(untouched).toBeGreaterThan(800)
}, 300_000)

it('marks each kind of function as its author would', () => {
  const text = 'export async function f() {}\nexport default class { async m() { return async () => {} } }\nconst o = { async p() {}, get q() { return 1 } }'
  expect(markAll(text)!.marked).toBe(4)
  expect(markAll(text)!.text).toContain('export const f = r4cMark({ retry: true }, async function () {});')
  expect(markAll(text)!.text).toContain('const o = { p: r4cMark({ retry: true }, async function() {})')
})
