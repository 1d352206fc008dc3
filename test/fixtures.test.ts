// Fixtures of what the compiler understands (`sites/`) and refuses (`R4C-…`). A mistake has its text as people see it beside it, and the way out.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@resilience4cata/compiler/1-parse/parse'
import { find } from '@resilience4cata/compiler/2-find/index'
import { printSites } from '@resilience4cata/compiler/2-find/print-sites.fixture'
import { compile } from '@resilience4cata/compiler/index'
import { policies } from '@resilience4cata/policies/build'
import { describe, expect, test } from 'vitest'
import { compiled, mistakes, optionsOf, saidOf, textIn } from './house/mistakes.ts'
import { runningMistakes, saidBy } from './house/running.ts'

const fixtures = join(import.meta.dirname, 'fixtures')
const folders = (under: string) => readdirSync(join(fixtures, under), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => join(under, name))
const read = (...path: string[]) => readFileSync(join(fixtures, ...path), 'utf8')

/** A neighbour's text for each module that is wanted and there, also by another neighbour. */
function modulesOf(folder: string, wantsOf: (modules: Record<string, string>) => readonly string[]): Record<string, string> {
  const modules: Record<string, string> = {}
  const fileOf = (want: string) => join(fixtures, folder, `${want.split(' > ').at(-1)!}.ts`)
  const news = () => wantsOf(modules).filter((want) => !Object.hasOwn(modules, want) && existsSync(fileOf(want)))
  for (let wants = news(); wants.length > 0; wants = news()) {
    for (const want of wants) modules[want] = readFileSync(fileOf(want), 'utf8')
  }
  return modules
}

describe('what the compiler finds', () => {
  test.each(folders('sites'))('%s', async (folder) => {
    const code = read(folder, 'input.ts')
    const tree = parse(code, 'input.ts')!
    const modules = modulesOf(folder, (modules) => find(tree, policies, { id: 'input.ts', modules }).wants)
    await expect(printSites(find(tree, policies, { id: 'input.ts', modules }), code)).toMatchFileSnapshot(join(fixtures, folder, 'sites.txt'))
  })
})

describe('what the compiler says', () => {
  test.each(mistakes.map((mistake) => [mistake.folder, mistake] as const))('%s', async (_, mistake) => {
    const { diagnostics, code } = compiled(mistake)
    expect(diagnostics.map((d) => d.code)).toContain(mistake.code)
    if (diagnostics.some((d) => d.severity === 'error')) expect(code).toBe(textIn(mistake, 'input.ts'))
    await expect(`${saidOf(mistake)}\n`).toMatchFileSnapshot(join(mistake.path, 'error.txt'))
  })
  test.each(mistakes.map((mistake) => [mistake.folder, mistake] as const))('%s, mended', (_, mistake) => {
    const { diagnostics } = compile(textIn(mistake, 'fixed.ts'), { id: 'fixed.ts', ...optionsOf(mistake, 'options.json'), ...optionsOf(mistake, 'fixed_options.json') })
    expect(diagnostics.map((d) => d.message)).toEqual([])
  })
})

describe('what running programs say', () => {
  test.each(runningMistakes.map((mistake) => [mistake.name, mistake] as const))('%s', async (_, { path, code, options }) => {
    const said = await saidBy(readFileSync(join(path, 'input.ts'), 'utf8'), options)
    expect(said.slice(0, code.length)).toBe(code)
    await expect(`${said}\n`).toMatchFileSnapshot(join(path, 'error.txt'))
  })
  test.each(runningMistakes.map((mistake) => [mistake.name, mistake] as const))('%s, mended', async (_, { path, options }) => {
    expect(await saidBy(readFileSync(join(path, 'fixed.ts'), 'utf8'), options)).toBe('')
  })
})
