import { compile } from './index.ts'
import { expect, test } from 'vitest'

const marked = `import { resilient } from 'resilience4cata'\nexport const load = resilient({ retry: { delay: '0' } }, async () => 7)\n`
const never = (): never => never()
/** A fault of ours, at a place that every file with a site passes. */
const endless = { id: 'a.ts', get strict(): boolean { return never() } }

test.each([
  ['for the parser', `export const s = ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['for whoever goes through the tree', `export const p = q${'.then(x => x)'.repeat(10_000)}`],
])('a text that is nested too deeply %s is left alone', (_, deep) => {
  const { code, diagnostics } = compile(marked + deep, { id: 'a.ts' })
  expect(code).toBe(marked + deep)
  expect(diagnostics.map(({ code, says }) => [code, says])).toEqual([['R4C-HNT-014', "it can't be parsed, so nothing in it is compiled: something in it is nested too deeply for this compiler"]])
})

test('what never ends in an ordinary text is no depth of the text', () => {
  expect(() => compile(marked, endless)).toThrow(RangeError)
  expect(() => compile(`${marked}export const p = q${'.then(x => x)'.repeat(100)}`, endless)).toThrow(RangeError)
})
