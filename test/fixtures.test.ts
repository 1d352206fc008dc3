// Fixtures of what the compiler understands (`sites/`) and refuses (`R4C-…`). A mistake has its text as people see it beside it, and the way out.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@resilience4cata/compiler/1-parse/parse'
import { find } from '@resilience4cata/compiler/2-find/index'
import { printSites } from '@resilience4cata/compiler/2-find/print-sites.fixture'
import { compile, type CompileOptions } from '@resilience4cata/compiler/index'
import { policies } from '@resilience4cata/policies/build'
import { describe, expect, test } from 'vitest'

const fixtures = join(import.meta.dirname, 'fixtures')
const folders = (under: string) => readdirSync(join(fixtures, under), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => join(under, name))
const read = (...path: string[]) => readFileSync(join(fixtures, ...path), 'utf8')
const options = (folder: string, file: string): Partial<CompileOptions> => (existsSync(join(fixtures, folder, file)) ? (JSON.parse(read(folder, file)) as object) : {})

/** A neighbour's text for each module that is wanted and there. */
const modulesOf = (folder: string, wants: readonly string[]) =>
  Object.fromEntries(wants.filter((specifier) => existsSync(join(fixtures, folder, `${specifier}.ts`))).map((specifier) => [specifier, read(folder, `${specifier}.ts`)]))

describe('what the compiler finds', () => {
  test.each(folders('sites'))('%s', async (folder) => {
    const code = read(folder, 'input.ts')
    const tree = parse(code, 'input.ts')!
    const modules = modulesOf(folder, find(tree, policies, { id: 'input.ts' }).wants)
    await expect(printSites(find(tree, policies, { id: 'input.ts', modules }), code)).toMatchFileSnapshot(join(fixtures, folder, 'sites.txt'))
  })
})

describe('what the compiler says', () => {
  const mistakes = folders('').filter((name) => name.startsWith('R4C-'))
  const codeOf = (folder: string) => /^R4C-[A-Z]+-\d+/.exec(folder)![0]

  test.each(mistakes)('%s', async (folder) => {
    const { diagnostics, code } = compile(read(folder, 'input.ts'), { id: 'input.ts', ...options(folder, 'options.json') })
    expect(diagnostics.map((d) => d.code)).toContain(codeOf(folder))
    if (diagnostics.some((d) => d.severity === 'error')) expect(code).toBe(read(folder, 'input.ts'))
    await expect(`${diagnostics.map((d) => d.message).join('\n\n')}\n`).toMatchFileSnapshot(join(fixtures, folder, 'error.txt'))
  })
  test.each(mistakes)('%s, mended', (folder) => {
    const { diagnostics } = compile(read(folder, 'fixed.ts'), { id: 'fixed.ts', ...options(folder, 'options.json'), ...options(folder, 'fixed_options.json') })
    expect(diagnostics.filter((d) => d.severity === 'error' || d.code === codeOf(folder)).map((d) => d.message)).toEqual([])
  })
})
