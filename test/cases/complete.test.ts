// Every case is a test under its number, those of transforms run in every engine, and each of them ends with a look at what is left.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { engines } from '../engines/engines.ts'

const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  RT: [1, 2, 4, 6, 7, 9, 11, 12, 14, 15, 17, 18, 19, 21, 22, 23, 24, 25],
  CB: [2, 4, 6, 7, 8, 9, 11, 13, 14, 16, 18, 19, 20, 21, 22, 23, 24, 25],
  RL: [1, 2, 3, 5, 6, 8, 10, 12],
  AL: [3, 4, 5, 7, 8, 11],
  TO: [1, 2, 4, 5, 7, 8, 12, 14],
  BH: [1, 3, 4, 6, 8, 9, 11, 12, 13, 14, 15],
  HG: [1, 3, 5, 7, 8, 9],
  FB: [2, 3, 5, 6, 7],
  EN: [2, 3, 5, 6, 9, 10],
  TX: [2, 4, 5, 6, 9, 11, 13, 15, 16, 17, 18, 19, 22],
}
const IDS = Object.entries(NUMBERS).flatMap(([part, numbers]) => numbers.map((number) => `${part}-${String(number).padStart(2, '0')}`))

/** Outside of `cases`: what looks at a process, a text or a heap of its own. */
const APART = ['processes.test.ts', 'memory.test.ts', 'environment.test.ts', 'rate-limiter.test.ts', 'fallback.test.ts', 'transform.test.ts', 'transform-text.test.ts']

const SIBLINGS_APART = ['siblings/clocks.test.ts', 'siblings/functions.test.ts', 'siblings/living.test.ts', 'siblings/texts.test.ts']

const TITLE = /^((?:[A-Z]{2}-\d\d, )*[A-Z]{2}-\d\d) · /

interface Titled { readonly id: string; readonly file: string; readonly within: string | undefined }

const titled = (folder: string): Titled[] => readdirSync(join(import.meta.dirname, folder)).filter((file) => file.endsWith('.test.ts') && file !== 'complete.test.ts').flatMap((file) => titledIn(join(folder, file)))
const tests: readonly Titled[] = titled('.')
/** Other inputs, policies, places and orders for the same faults. */
const siblings: readonly Titled[] = titled('siblings')

function titledIn(file: string): Titled[] {
  const found: Titled[] = []
  const visit = (node: ts.Node, within: string | undefined): void => {
    let inside = within
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(source)
      if (called === 'cases' || called.startsWith('describe')) inside = called
    }
    // a title, or the part of one that a table gives
    if (ts.isStringLiteralLike(node)) for (const id of TITLE.exec(node.text)?.[1]!.split(', ') ?? []) found.push({ id, file, within })
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  const source = ts.createSourceFile(file, readFileSync(join(import.meta.dirname, file), 'utf8'), ts.ScriptTarget.Latest, true)
  visit(source, undefined)
  return found
}

describe('the cases', () => {
  it.each(IDS)('%s is a test', (id) => {
    expect(tests.filter((test) => test.id === id).map(({ file }) => file)).not.toEqual([])
  })

  it.each(IDS)('%s has two siblings at least', (id) => {
    expect(siblings.filter((test) => test.id === id).length).toBeGreaterThanOrEqual(2)
  })

  it('have no numbers that nobody knows', () => {
    expect([...tests, ...siblings].map(({ id }) => id).filter((id) => !IDS.includes(id))).toEqual([])
  })

  it('end with a look at what is left', () => {
    expect(tests.filter(({ within, file }) => within !== 'cases' && !APART.includes(file))).toEqual([])
    for (const file of APART) expect(tests.some((test) => test.file === file && test.within !== 'cases'), `${file} needs no exception`).toBe(true)
    const apart = new Set(siblings.filter(({ within }) => within !== 'cases').map(({ file }) => file))
    expect([...apart].sort()).toEqual(SIBLINGS_APART)
  })

  it('of transforms run in every engine, or look at the text itself', () => {
    const places = tests.filter(({ id }) => id.startsWith('TX')).map(({ file, within }) => [file, within])
    const functions = siblings.filter(({ file }) => file === 'siblings/functions.test.ts')
    expect(functions.filter(({ within }) => within !== 'describe.each(ways)')).toEqual([])
    expect(siblings.filter(({ id, file }) => id.startsWith('TX') && !/functions|texts/.test(file))).toEqual([])
    expect(places.filter(([file, within]) => file !== 'transform-text.test.ts' && !(file === 'transform.test.ts' && within === 'describe.each(ways)'))).toEqual([])
    for (const engine of ['interpreted', 'interpreted, legacy decorators', 'compiled', 'compiled, legacy decorators', 'compiled, pretty', 'compiled, minified']) expect(engines).toHaveProperty([engine])
  })
})
