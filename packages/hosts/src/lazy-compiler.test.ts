import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { compileFile, fileCompiler } from './compile-file.ts'
import { EarlierResults, folderIn } from './earlier-results.ts'
import { lazyCompiler } from './lazy-compiler.ts'
import type { Options } from './options.ts'
import type { Asked } from './settings.ts'

vi.mock('./compile-file.ts', async (original) => {
  const real = await original<typeof import('./compile-file.ts')>()
  return { ...real, compileFile: vi.fn(real.compileFile) }
})
const compiled = vi.mocked(compileFile)

const marked = `import { resilient } from 'resilience4cata'\nexport const order = resilient({ retry: { maxAttempts: 3 } }, async (id: string) => await Promise.resolve(id))\n`
const wrong = marked.replace('3', '0')
const hinted = marked.replace('{ maxAttempts: 3 }', '{ maxAttempts: 1 }')
const bundled = `import { resilient } from 'resilience4cata'\nimport { remote } from './policies'\nexport const order = resilient(remote, async (id: string) => await Promise.resolve(id))\n`
const policies = `import { bundle } from 'resilience4cata'\nexport const remote = bundle({ retry: { delay: '1s' } })\n`
const component = `<script lang="ts">\n${marked}</script>\n<p>order</p>\n`
const unmarked = '// resilience4cata is only mentioned\n'
const options: Options = { root: '/project', decorators: 'standard' }

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'r4c-earlier-'))
  folder = join(root, 'results')
  compiled.mockClear()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A later run: nothing is remembered but what is on disk. */
const run = async (code: string, id = '/project/src/order.ts', asked: Asked & { withoutMap?: boolean } = {}, given: Options = options, build = 'one') => {
  const before = compiled.mock.calls.length
  const result = await lazyCompiler(given, new EarlierResults(folder, build))(code, id, asked)
  return { result: result && { code: result.code, map: result.map, diagnostics: result.diagnostics, wants: result.wants }, anew: compiled.mock.calls.length - before }
}

describe('a file that was compiled in an earlier run', () => {
  it.each<[string, string, string, Asked]>([
    ['is what it was', marked, 'order.ts', {}],
    ['is what it was, with its error', wrong, 'order.ts', {}],
    ['is what it was, with its hint', hinted, 'order.ts', {}],
    ['is what it was, with what it wants', bundled, 'order.ts', {}],
    ['is what it was, with the modules that it wanted', bundled, 'order.ts', { modules: { './policies': policies } }],
    ['is what it was, a component', component, 'Order.svelte', {}],
    ['is what it was, with nothing to do', unmarked, 'order.ts', {}],
    ["is what it was, also where it can't be parsed", `${marked} }`, 'order.ts', {}],
  ])('%s', async (_, code, name, asked) => {
    const id = `/project/src/${name}`
    const { code: text, map, diagnostics, wants } = fileCompiler(options)(code, id, asked)!
    const now = { code: text, map, diagnostics: diagnostics.map((each) => ({ ...each, at: { start: each.at.start, end: each.at.end } })), wants }
    const first = await run(code, id, asked)
    const second = await run(code, id, asked)
    expect([first.anew, second.anew]).toEqual([1, 0])
    expect(second.result).toEqual(now)
    expect(first.result).toMatchObject({ code: text, map, wants })
  })

  it.each<[string, () => ReturnType<typeof run>]>([
    ['its text', () => run(`${bundled} `)],
    ['its id', () => run(bundled, '/project/src/order.ts?v=2')],
    ['a module that it wants', () => run(bundled, undefined, { modules: { './policies': `${policies} ` } })],
    ['the layout', () => run(bundled, undefined, { layout: 'pretty' })],
    ['what the host says of decorators', () => run(bundled, undefined, { decorators: 'legacy' }, { root: '/project' })],
    ['the build of the compiler', () => run(bundled, undefined, {}, options, 'two')],
    ...Object.entries({ root: '/', decorators: 'legacy', strict: true, through: ['./own'], passive: ['Note'], hints: { 'R4C-HNT-006': false } } satisfies Options)
      .map(([option, value]): [string, () => ReturnType<typeof run>] => [`the option ${option}`, () => run(bundled, undefined, {}, { ...options, [option]: value })]),
  ])('is compiled anew with another value of %s', async (_, changed) => {
    await run(bundled)
    await run(bundled, undefined, { modules: { './policies': policies } })
    expect((await changed()).anew).toBe(1)
    // and the new one is found from then on
    expect((await changed()).anew).toBe(0)
  })

  it('is compiled anew for a map that nobody had asked for', async () => {
    expect((await run(marked, undefined, { withoutMap: true })).anew).toBe(1)
    expect((await run(marked, undefined, { withoutMap: true })).anew).toBe(0)
    const { anew, result } = await run(marked)
    expect([anew, result!.map!.sources]).toEqual([1, fileCompiler(options)(marked, '/project/src/order.ts')!.map!.sources])
    expect((await run(marked, undefined, { withoutMap: true })).anew).toBe(0)
  })

  it('has one place: a later text takes that of an earlier one', async () => {
    for (const count of [2, 3, 4]) await run(marked.replace('3', String(count)))
    expect(readdirSync(folder)).toHaveLength(1)
  })
})

describe('what is on disk', () => {
  it.each([['cut short', (text: string) => text.slice(0, -9)], ['empty', () => ''], ['something else', () => '"none"'], ['nothing', () => 'null']])('is compiled anew when it is %s', async (_, spoil) => {
    const { result } = await run(marked)
    const file = join(folder, readdirSync(folder)[0]!)
    writeFileSync(file, spoil(readFileSync(file, 'utf8')))
    expect(await run(marked)).toEqual({ result, anew: 1 })
    expect((await run(marked)).anew).toBe(0)
  })

  it("is nothing, where nothing can be written, and all goes on", async () => {
    writeFileSync(folder, 'a file')
    const { result } = await run(marked)
    expect(await run(marked)).toEqual({ result, anew: 1 })
    expect(readFileSync(folder, 'utf8')).toBe('a file')
  })

  it('is whole or not there at all: of an entry whose place is taken no part stays behind', async () => {
    await run(marked)
    const [name] = readdirSync(folder)
    rmSync(join(folder, name!))
    mkdirSync(join(folder, name!, 'taken'), { recursive: true })
    expect((await run(marked)).anew).toBe(1)
    expect(readdirSync(folder)).toEqual([name])
  })

  it('goes when it has become too much', async () => {
    const compileFile = () => lazyCompiler(options, new EarlierResults(folder, 'one', 2))
    for (const id of ['a.ts', 'b.ts', 'c.ts']) await compileFile()(marked, `/project/src/${id}`)
    expect(readdirSync(folder)).toHaveLength(3)
    await compileFile()(marked, '/project/src/d.ts')
    expect(readdirSync(folder)).toHaveLength(1)
  })
})

test.each([
  ['in its own node_modules', ['app/node_modules', 'app/src'], 'app', 'app/node_modules'],
  ['in that of the workspace', ['node_modules', 'app/src'], 'app/src', 'node_modules'],
])('results of a project are kept %s', (_, folders, start, expected) => {
  for (const each of folders) mkdirSync(join(root, each), { recursive: true })
  expect(folderIn(join(root, start))).toBe(join(root, expected, '.cache/unplugin-resilience4cata'))
})
