// ERRORS.md says every code that can be raised, and no other; what it shows is what the fixtures say. `npm test -- -u` writes it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@resilience4cata/compiler/index'
import { describe, expect, test } from 'vitest'
import { CODES, FAMILIES, OUTCOMES } from './house/codes.ts'
import { errorsPage } from './house/errors-page.ts'
import { saidWhenCalled } from './house/interpreted.ts'
import { compiled, mistakes, textIn } from './house/mistakes.ts'
import { runningMistakes, saidBy } from './house/running.ts'
import { nodesIn, sources } from './house/sources.ts'

const root = join(import.meta.dirname, '..')
const codes = Object.keys(CODES)

/** Codes that the program text can say: whole, or at the start of a text. */
const raised = new Map(sources.filter(({ file }) => !file.endsWith('/scenarios.ts')).flatMap(({ file, tree }) =>
  [...nodesIn(tree)].flatMap((node) => {
    const text = node.type === 'StringLiteral' ? node.value : node.type === 'TemplateElement' ? node.value.raw : ''
    const code = /^R4C-[A-Z]+-\d{3}(?= |$)/.exec(text)?.[0]
    return code ? [[code, file] as const] : []
  })))

describe('ERRORS.md', () => {
  test('is made of the tables and the fixtures', async () => {
    await expect(await errorsPage()).toMatchFileSnapshot(join(root, 'ERRORS.md'))
  })
  test('has every code that is raised, and no other', () => {
    expect([...raised.keys()].sort()).toEqual([...codes].sort())
  })
  test('has a fixture for each', () => {
    const shown = new Set([...mistakes, ...runningMistakes].map(({ code }) => code))
    expect(codes.filter((code) => !shown.has(code))).toEqual([])
    expect([...shown].filter((code) => !codes.includes(code))).toEqual([])
  })
  test('has a family for each', () => {
    expect(new Set(codes.map((code) => code.split('-')[1]))).toEqual(new Set(Object.keys(FAMILIES)))
  })
  test('has every outcome that a policy can throw, and no other', () => {
    const page = readFileSync(join(root, 'ERRORS.md'), 'utf8')
    const thrown = sources.flatMap(({ tree }) => [...nodesIn(tree)].flatMap((node) => (node.type === 'StringLiteral' && /^R4C(_[A-Z]+)+$/.test(node.value) ? [node.value] : [])))
    expect([...new Set(thrown)].sort()).toEqual(Object.keys(OUTCOMES).sort())
    for (const code of thrown) expect(page).toContain(`| \`${code}\` | `)
  })
  test('is where the pages and messages say', () => {
    const page = readFileSync(join(root, 'ERRORS.md'), 'utf8')
    for (const code of codes) expect(page).toContain(`\n## ${code}\n`)
  })
})

describe('what is said', () => {
  // what a value must be is what to do
  const isAdvised = (fact: string, note: string | undefined) => note !== undefined || / must be /.test(fact)
  test.each(mistakes.map((mistake) => [mistake.folder, mistake] as const))('%s: a fact, its place and what to do', (_, mistake) => {
    for (const { code, says, note, message } of compiled(mistake).diagnostics) {
      expect(isAdvised(says, note), message).toBe(true)
      if (code === mistake.code) expect(message).toMatch(/^ {2}input\.ts:\d+:\d+$/m)
    }
  })
  test.each(runningMistakes.map((mistake) => [mistake.name, mistake] as const))('%s: a fact and what to do', async (_, { path, options }) => {
    const said = await saidBy(readFileSync(join(path, 'input.ts'), 'utf8'), options)
    for (const line of said.split('\n')) expect(isAdvised(line, /\. (.+)/.exec(line)?.[1]), line).toBe(true)
  })
})

describe('who finds it', () => {
  const found = (code: string) => CODES[code]!.found
  test('the compiler’s are in its fixtures, those of running programs in theirs', () => {
    const compilers = new Set(mistakes.map(({ code }) => code))
    const running = new Set(runningMistakes.map(({ code }) => code))
    expect(codes.filter((code) => found(code) !== 'run time' && !compilers.has(code))).toEqual([])
    expect(codes.filter((code) => found(code) === 'run time' && !running.has(code))).toEqual([])
    expect(mistakes.filter(({ code }) => found(code) === 'run time').map(({ folder }) => folder)).toEqual([])
  })

  const twice = mistakes.filter(({ code }) => found(code) === 'both')
  test.each(twice.map((mistake) => [mistake.folder, mistake] as const))('%s: a running program says the same', async (_, mistake) => {
    const input = textIn(mistake, 'input.ts')
    const told = compile(input, { id: 'input.ts' }).diagnostics.filter(({ code }) => code === mistake.code)
    const said = await saidWhenCalled(input)
    for (const { code, says, note } of told) expect(said).toContainEqual({ code, says, note })
  })
})
