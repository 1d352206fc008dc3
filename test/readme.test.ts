// What the rooms' pages say is so: their programs compile and run, the generated code is what is generated, the tables are the tables.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { COMMON, type Attribute } from '@resilience4cata/core/attributes'
import { parseDuration } from '@resilience4cata/core/duration'
import { compile } from '@resilience4cata/compiler/index'
import { policies } from '@resilience4cata/policies/build'
import { evaluate } from './engines/evaluate.ts'

afterEach(() => vi.restoreAllMocks())

const ROOMS = new URL('../packages/policies/src/', import.meta.url)
const GENERATED = '/generated'

for (const { traits, table } of Object.values(policies)) {
  const folder = traits.layer.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const file = new URL(`${folder}/README.md`, ROOMS)
  if (!existsSync(file)) continue
  const page = readFileSync(file, 'utf8')
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text]) => text!)
  const programs = blocks.filter((text) => text.includes("from 'resilience4cata'"))

  describe(folder, () => {
    it.each(programs.map((text, i) => [i + 1, text] as const))('program %i compiles and runs', async (_i, text) => {
      const { code, diagnostics } = build(text, 'src/example.ts')
      expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
      const broken: unknown[] = []
      vi.spyOn(console, 'assert').mockImplementation((holds) => { if (!holds) broken.push(text) })
      for (const source of [code, text]) await evaluate(source, {})
      expect(broken).toEqual([])
    })

    it('shows the code that is generated', () => {
      const shown = blocks.findIndex((text) => text.includes(GENERATED))
      const [, path] = /'@acme\/shop:(.*?)#/.exec(blocks[shown]!)!
      expect(build(blocks[shown - 1]!, path!).code.trim()).toBe(blocks[shown]!.trim())
    })

    it('lists the options of the policy, with their defaults', () => {
      const rows = new Map([...page.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, option, value]) => [option!, value!.replaceAll(/[`']/g, '')]))
      for (const [option, attribute] of Object.entries(table)) {
        const shown = rows.get(option)
        if (!Object.hasOwn(COMMON, option)) expect(shown, option).toBeDefined()
        if (shown !== undefined) expect(spelled(attribute, shown), option).toBe(defaultOf(attribute) ?? shown)
      }
    })
  })
}

const build = (text: string, path: string) => compile(text, { id: `/project/${path}`, root: '/project', packageName: '@acme/shop', layout: 'pretty' })

/** None where it depends on other options: then the page says how. */
const defaultOf = (attribute: Attribute): string | undefined => {
  if (!('default' in attribute) || attribute.default === undefined) return undefined
  return Array.isArray(attribute.default) ? `[${attribute.default.join(', ')}]` : String(attribute.default)
}

/** `60s` and `1m` are one duration. */
const spelled = (attribute: Attribute, shown: string): string => (attribute.kind === 'duration' ? String(parseDuration(shown) ?? shown) : shown)

it('retry: the test of the page does what it says', async () => {
  const page = readFileSync(new URL('retry/README.md', ROOMS), 'utf8')
  const [, text] = /```ts\n([^`]*?ManualClock[\s\S]*?)```/.exec(page.slice(page.indexOf('## Testing')))!
  const { test } = await evaluate(text!, {})
  expect(await test()).toEqual([7, 3, 300])
})

describe('the package that is shipped', () => {
  const page = readFileSync(new URL('../packages/resilience4cata/README.md', import.meta.url), 'utf8')
  const programs = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text], i) => [i + 1, text!] as const)

  it.each(programs)('program %i compiles and gives what it says, in both engines', async (_i, text) => {
    const { code, diagnostics, sites } = build(text, 'src/example.ts')
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
    expect(sites.length).toBeGreaterThan(0)
    const [, gives] = /example\(\) gives (.*)$/m.exec(text) ?? []
    for (const program of [code, text]) {
      const { example } = await evaluate(program, {})
      if (gives !== undefined) expect(await example()).toEqual(JSON.parse(gives))
    }
  })
})

it('the compiler: shows the seeds\' CheckoutApi as it is', () => {
  const page = readFileSync(new URL('../packages/compiler/README.md', import.meta.url), 'utf8')
  for (const file of ['input', 'output']) expect(page).toContain(`\n\`\`\`ts\n${readFileSync(new URL(`fixtures/emit/race-inside-retry-and-fallback/${file}.ts`, import.meta.url), 'utf8').trimEnd()}\n\`\`\`\n`)
})

it('the house: shows what is generated', () => {
  const [input, output] = [...readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text]) => text!)
  expect(build(input!, 'src/input.ts').code.trim()).toBe(output!.trim())
})

// what has fewer cells than its head is shown under another one
it.each(['..', ...readdirSync(new URL('../packages', import.meta.url)).map((name) => `../packages/${name}`), ...readdirSync(ROOMS).map((name) => `../packages/policies/src/${name}`), '../bench', '../playground', '.', 'torture', 'combinations']
  .map((folder) => `${folder}/README.md`).filter((page) => existsSync(new URL(page, import.meta.url))))('%s: each row of a table has the cells of its head', (page) => {
  const tables = [...readFileSync(new URL(page, import.meta.url), 'utf8').matchAll(/^\|.*\n\|[ :|-]+\|\n(?:\|.*\n?)*/gm)].map(([table]) => table.trimEnd().split('\n'))
  for (const [head, ...rows] of tables) for (const row of rows) expect(cells(row), row).toBe(cells(head!))
})

const cells = (row: string): number => row.replaceAll(/\\\||`[^`]*`/g, '').split('|').length

it('has pages to look at', () => expect(readdirSync(ROOMS).filter((name) => existsSync(new URL(`${name}/README.md`, ROOMS))).length).toBeGreaterThan(1))
