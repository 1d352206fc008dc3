// What a policy costs when nothing fails, by counting, on the very text that is emitted and minified as a user's bundle would be.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { VISITOR_KEYS, type Node } from '@babel/types'
import { build } from 'esbuild'
import { afterAll, describe, expect, test } from 'vitest'
import { compile } from '@resilience4cata/compiler/index'

const sites = join(import.meta.dirname, 'sites')
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'cost-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Counted { readonly bytes: number; readonly promises: number; readonly turns: number; readonly reads: number; readonly timers: number; readonly controllers: number; readonly listeners: number }

const emitted = (name: string) => compile(readFileSync(join(sites, `${name}.ts`), 'utf8'), { id: join(sites, `${name}.ts`), root, packageName: 'cost', decorators: 'standard' })

/** The same text without its marks: what the user's function costs by itself. */
const unmarked = (name: string) =>
  readFileSync(join(sites, `${name}.ts`), 'utf8')
    .replace(/^import .*'resilience4cata'$/m, '')
    .replace(/^ *@(\w+)\(.*\)$/gm, '')
    .replace(/resilient\(\{.*?\} \}, (async [^]*?\n\})\)/, '$1')

async function measure(name: string): Promise<Counted> {
  const { code, diagnostics } = emitted(name)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const files = { call: code, plain: unmarked(name), entry: `export { call, sync } from './${name}.call.ts'\nexport { call as plain } from './${name}.plain.ts'\n` }
  writeFileSync(join(folder, `${name}.call.ts`), /\bsync\b = true/.test(code) ? files.call : `${files.call}\nexport const sync = false\n`)
  writeFileSync(join(folder, `${name}.plain.ts`), files.plain)
  writeFileSync(join(folder, `${name}.entry.ts`), files.entry)
  const outfile = join(folder, `${name}.mjs`)
  await build({ entryPoints: [join(folder, `${name}.entry.ts`)], outfile, bundle: true, minify: true, format: 'esm', target: 'es2022', platform: 'neutral', nodePaths: [join(root, 'node_modules')], logLevel: 'silent' })
  // room for all calls of a measurement, since V8 may not collect in between; and it optimises when it is time to, however busy the machine is
  const run = (mode: string) => JSON.parse(execFileSync(process.execPath, ['--expose-gc', '--min-semi-space-size=64', '--no-concurrent-recompilation', join(import.meta.dirname, 'measure.mjs'), outfile, mode], { encoding: 'utf8' }))
  return { ...run('bytes'), ...run('counts') }
}

/** Functions in a text: the compiler must add none that is made per call. */
function functions(code: string): number {
  let found = 0
  const visit = (node: Node): void => {
    if (/Function|ObjectMethod|ClassMethod|ClassPrivateMethod/.test(node.type)) found++
    for (const key of VISITOR_KEYS[node.type] ?? []) {
      const child = (node as unknown as Record<string, Node | Node[] | null>)[key]
      for (const one of Array.isArray(child) ? child : [child]) if (one) visit(one)
    }
  }
  visit(parse(code, { sourceType: 'module', plugins: ['typescript', 'decorators'] }).program)
  return found
}

const NOTHING = { promises: 0, turns: 0, reads: 0, timers: 0, controllers: 0, listeners: 0 }

describe('a successful call', () => {
  // heapUsed is exact to the object, but V8 allocates now and then for itself: less than a byte a call, and a local is eight
  const AIR = 1
  test.each([
    ['retry', 56],
    ['breaker', 24],
    ['bulkhead', 24],
    ['retry-breaker-bulkhead', 48],
    // a fallback that may be overridden is handed all arguments: of the 136 bytes 64 are the `arguments` object
    ['retry-fallback', 136],
    ['marker', 40],
    // of the 64 bytes of a key 40 are the arguments that it is asked with
    // an outcome for each attempt, which V8 mostly keeps out of the heap
    ['classifier', 160],
    ['key', 64],
    ['sync-retry', 0],
    ['sync-limits', 0],
  ])('%s adds at most %i bytes and nothing else', async (name, most) => {
    const { bytes, ...rest } = await measure(name)
    expect(rest).toEqual(NOTHING)
    expect(bytes).toBeLessThanOrEqual(most + AIR)
  })
  // Of a race 152 bytes are the promise that the caller gets, with the function that settles it, and 16 the reading of the clock; the rest are locals of the
  // frame. What of the user's runs behind it is a reaction: one turn more, and a promise.
  test.each([
    ['timeout', 216, 0],
    ['timeout-around-retry', 224, 0],
    ['breaker-timeout-bulkhead', 216, 0],
    ['full-stack', 416, 1],
    // the limiter's reading serves the timeout
    ['six', 496, 1],
    ['seven', 504, 1],
  ])('%s adds at most %i bytes, %i turns and one reading of the clock', async (name, most, turns) => {
    const { bytes, promises, ...rest } = await measure(name)
    expect(rest).toEqual({ turns, reads: 1, timers: 0, controllers: 0, listeners: 0 })
    expect(promises).toBe(turns + 1)
    expect(bytes).toBeLessThanOrEqual(most + AIR)
  })
  test('rate-limiter reads the clock once, and adds at most 24 bytes', async () => {
    const { bytes, ...rest } = await measure('rate-limiter')
    expect(rest).toEqual({ ...NOTHING, reads: 1 })
    expect(bytes).toBeLessThanOrEqual(24 + AIR)
  })
  // A hedged call is an object with another one for its attempt, the promise that whatever happens settles, and the one that follows it: the answer. The timeout inside makes none. V8 moves some of it about from run to run.
  test('hedge-stack adds at most 900 bytes, one turn and one reading of the clock', async () => {
    const { bytes, ...rest } = await measure('hedge-stack')
    expect(rest).toEqual({ ...NOTHING, promises: 2, turns: 1, reads: 1 })
    expect(bytes).toBeLessThanOrEqual(900)
  })
  test('sync-rate-limiter reads the clock once, and adds at most the 32 bytes in which the engine boxes the reading', async () => {
    const { bytes, ...rest } = await measure('sync-rate-limiter')
    expect(rest).toEqual({ ...NOTHING, reads: 1 })
    expect(bytes).toBeLessThanOrEqual(32 + AIR)
  })
  test.each(['retry', 'retry-fallback', 'breaker', 'bulkhead', 'rate-limiter', 'retry-breaker-bulkhead', 'marker', 'sync-retry', 'sync-limits', 'sync-rate-limiter'])('%s: no function is added', (name) => {
    expect(functions(emitted(name).code)).toBe(functions(unmarked(name)))
  })
})
