// What the emitter gives for each input of the fixtures: `output.ts` beside `input.ts` is `pretty`, to be read; `lines` is held to its promises.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { compile, type CompileOptions } from '@resilience4cata/compiler/index'
import { originalPositions, typeErrors } from './emit/inspect.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['test/fixtures/emit', ...readdirSync(join(root, 'packages/policies/src')).map((room) => `packages/policies/src/${room}/fixtures`)]
const fixtures = folders.filter((folder) => existsSync(join(root, folder))).flatMap((folder) => readdirSync(join(root, folder)).filter((name) => !name.startsWith('R4C-')).map((name) => `${folder}/${name}`))

const options: CompileOptions = { id: 'src/input.ts', packageName: '@acme/shop' }
const inputOf = (fixture: string) => readFileSync(join(root, fixture, 'input.ts'), 'utf8')
/** What the plugin is given beside, if anything. */
const optionsOf = (fixture: string): Partial<CompileOptions> => {
  const file = join(root, fixture, 'options.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<CompileOptions>) : {}
}
const compiledWith = (code: string, more: Partial<CompileOptions>) => {
  const result = compile(code, { ...options, ...more })
  expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return result
}

describe.each(fixtures)('%s', (fixture) => {
  const input = inputOf(fixture)
  const compiled = (code: string, more: Partial<CompileOptions> = {}) => compiledWith(code, { ...optionsOf(fixture), ...more })

  test('reads as written by hand', async () => {
    await expect(compiled(input, { layout: 'pretty' }).code).toMatchFileSnapshot(join(root, fixture, 'output.ts'))
  })

  test('lines: no line break of the user’s is added or dropped', () => {
    for (const text of [input, input.replaceAll('\n', '\r\n')]) expect(compiled(text).code.split('\n').length).toBe(text.split('\n').length)
  })

  test('lines: a statement stays on its line', () => {
    const after = compiled(input).code.split('\n')
    for (const { line, words } of statements(input)) expect(after[line]!.match(WORD)).toEqual(expect.arrayContaining(words.map(({ word }) => word)))
  })

  test.each(['lines', 'pretty'] as const)('%s: compiling the output again changes nothing', (layout) => {
    const { code } = compiled(input, { layout })
    const again = compiled(code, { layout })
    expect(again.code).toBe(code)
    expect(again.map).toBeNull()
  })

  test.each(['lines', 'pretty'] as const)('%s: every word of a statement maps to itself', (layout) => {
    const { code, map } = compiled(input, { layout })
    const wordAt = (text: string, at: number) => /^[A-Za-z][\w$]*/.exec(text.slice(at))?.[0]
    const mapped = new Set(originalPositions(map!.mappings, code, input).filter(({ generated, original }) => wordAt(code, generated) === wordAt(input, original)).map(({ original }) => original))
    for (const { word, at } of statements(input).flatMap(({ words }) => words)) expect({ word, isMapped: mapped.has(at) }).toEqual({ word, isMapped: true })
  })
})

test('lines: an attempt has the layers that it mentions more than once in locals', () => {
  const fixture = 'test/fixtures/emit/race-inside-retry-and-fallback'
  const { code } = compiledWith(inputOf(fixture), optionsOf(fixture))
  expect(code).toContain('const r4c$circuitBreaker0Here = r4c$circuitBreaker0, r4c$rateLimiter0Here = r4c$rateLimiter0; const r4c$permit = r4c$circuitBreaker0Here.acquire()')
})

test.each(['return', 'return /* nothing */', 'return 5', 'if (n) return', 'if (n) return 5'])('lines: what ends a `%s` may stand on another line', (exit) => {
  for (const policies of ["{ retry: { delay: '0' } }", "{ bulkhead: { name: 'b' } }", "{ timeout: '1s' }", "{ classifier: () => 'success', retry: { delay: '0' } }", "{ mode: 'sync', bulkhead: { name: 'b' } }"]) {
    const input = `import { resilient } from 'resilience4cata'\nexport const f = resilient(${policies}, ${policies.includes('sync') ? '' : 'async '}function (n: number) { ${exit}\n; })\nexport const line = 4\n`
    expect(compiledWith(input, {}).code.split('\n')[3], policies).toBe('export const line = 4')
  }
})

const WORD = /[A-Za-z][\w$]*/g

/** The words of lines that hold a statement of a body; `return` itself may become something else. */
function statements(input: string): { line: number; words: { word: string; at: number }[] }[] {
  let start = 0
  return input.split('\n').flatMap((text, line) => {
    const from = start
    start += text.length + 1
    if (!/^ +(?:const|if|for|return|throw|await)\b/.test(text)) return []
    return [{ line, words: [...text.matchAll(WORD)].map((match) => ({ word: match[0], at: from + match.index })).filter(({ word }) => word !== 'return') }]
  })
}

test('output type-checks under strict flags', () => {
  const files = new Map(fixtures.flatMap((fixture) => (['lines', 'pretty'] as const).map((layout) => [join(root, 'test', `${fixture.replaceAll('/', '-')}-${layout}.ts`), compiledWith(inputOf(fixture), { ...optionsOf(fixture), layout }).code])))
  expect(typeErrors(files, ts)).toEqual([])
})

test('an end that only types know not to be reached returns no value that they would miss', () => {
  const input = `import { resilient, Retry } from 'resilience4cata'
declare function fail(): never
// the type is written elsewhere
export const side: (side: 'buy' | 'sell') => Promise<number> = resilient({ retry: true }, async (side) => { switch (side) { case 'buy': return 1; case 'sell': return -1 } })
export const early: (n: number) => Promise<void> = resilient({ retry: true }, async (n) => { if (n > 1) return; console.log(n) })
export class Kinds {
  @Retry() async kind(sku: 'tea' | 'mug'): Promise<string> { switch (sku) { case 'tea': return 'drink'; case 'mug': return 'thing' } }
  @Retry() async never(): Promise<number> { fail() }
}
`
  const errors = (['lines', 'pretty'] as const).flatMap((layout) => typeErrors(new Map([[join(root, 'test', `${layout}.ts`), compiledWith(input, { ...options, layout }).code]]), ts))
  // that is all that can be said of them
  expect(errors.filter((error) => !error.endsWith('Unreachable code detected.'))).toEqual([])
})

test('JavaScript has no types', () => {
  const { code } = compile("import { resilient } from 'resilience4cata'\nexport const f = resilient({ retry: true }, async (a = 1, ...rest) => a + rest.length)\n", { ...options, id: 'a.mjs' })
  expect(code).not.toMatch(/: any|as any/)
})
