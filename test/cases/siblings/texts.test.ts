// What the compiler writes, looked at as text: its maps, what bundlers make of it, what it refuses, and what a program does when it is only evaluated.
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { build, transform as esbuild, type Plugin } from 'esbuild'
import { rollup } from 'rollup'
import { describe, expect, it } from 'vitest'
import { compile } from '@resilience4cata/compiler/index'
import rollupPlugin from '@resilience4cata/hosts/rollup'
import { codes, compileText } from '../outcomes.ts'

const SOURCES = join(import.meta.dirname, '../../../packages/policies/src')
interface Tracing {
  readonly TraceMap: new (map: unknown) => unknown
  originalPositionFor(map: unknown, at: object): { readonly source: string | null; readonly line: number | null; readonly name?: string | null }
}
const { TraceMap, originalPositionFor } = createRequire(import.meta.url)('@jridgewell/trace-mapping') as Tracing

const files = (texts: Readonly<Record<string, string>>): Plugin => ({
  name: 'files',
  setup(host) {
    host.onResolve({ filter: /^\.\// }, ({ path }) => (path in texts ? { path, namespace: 'files' } : undefined))
    host.onResolve({ filter: /^resilience4cata/ }, ({ path }) => ({ path: join(SOURCES, path.endsWith('/generated') ? 'generated.ts' : 'index.ts'), sideEffects: false }))
    host.onLoad({ filter: /.*/, namespace: 'files' }, ({ path }) => ({ contents: texts[path]!, loader: 'ts' }))
  },
})

async function bundled(entry: string, texts: Readonly<Record<string, string>>): Promise<string> {
  const { outputFiles } = await build({ stdin: { contents: entry, loader: 'ts' }, bundle: true, minifySyntax: true, format: 'esm', target: 'es2022', write: false, plugins: [files(texts)] })
  return outputFiles[0]!.text
}

describe('texts: bundles', () => {
  it('TX-09 · unused markers of every layer, nested, in objects and by bundles leave nothing', async () => {
    const { code } = compile(`import { bundle, resilient, Hedge, Fallback } from 'resilience4cata'
      const remote = bundle({ retry: {}, timeout: '1s' })
      export const unused = resilient([remote, { circuitBreaker: { name: 'b' }, bulkhead: { maxWait: '1s' } }], async () => 'unused')
      export class Gone { @Hedge({ delay: '1s' }) @Fallback(() => 'unused') async f() { return 'unused' } }
      export const used = 'is used'`, { id: '/src/module.ts', root: '/' })
    const text = await bundled(`import { used } from './module'; globalThis.entry = used`, { './module': code })
    expect(text).toContain('is used')
    expect(text).not.toMatch(/unused|r4c|maxAttempts|circuitBreaker/)
    expect(text.length).toBeLessThan(400)
  })

  it('TX-09 · of two sites only the one that is used stays, and imports for their effects stay in order', async () => {
    const { code } = compile(`import './first'\nimport { resilient } from 'resilience4cata'\nimport './second'
      export const gone = resilient({ hedge: {} }, async () => 'goes away')
      export const kept = resilient({ retry: {} }, async () => 'is kept')`, { id: '/src/module.ts', root: '/' })
    const text = await bundled(`import { kept } from './module'; globalThis.entry = kept`, { './module': code, './first': `globalThis.one = 'effect one'`, './second': `globalThis.two = 'effect two'` })
    expect([text.includes('is kept'), text.includes('goes away'), text.includes('maxAttempts'), /hedge \$|HedgeCancelled/.test(text)]).toEqual([true, false, true, false])
    expect(text.indexOf('effect one')).toBeLessThan(text.indexOf('effect two'))
    expect(text.indexOf('effect two')).toBeLessThan(text.indexOf('is kept'))
  })

  it.each([
    ['TX-16 · CRLF', `import { Retry } from 'resilience4cata'\r\nexport class S {\r\n  @Retry()\r\n  async f() { return 1 }\r\n}\r\n`, true],
    ['TX-16 · a byte order mark', `\uFEFFimport { resilient } from 'resilience4cata'\nexport const f = resilient({ retry: {} }, async () => 1)`, true],
    ['TX-16 · types alone', `import type { Policies } from 'resilience4cata'\nexport const a: Policies = { retry: {} }`, false],
  ])('rollup has nothing to warn of: %s', async (_, text, changes) => {
    const warnings: string[] = []
    const virtual = { name: 'virtual', resolveId: (id: string) => (id === '/src/pay.ts' ? id : null), load: (id: string) => (id === '/src/pay.ts' ? text : null) }
    const types = { name: 'types', transform: async (code: string) => await esbuild(code, { loader: 'ts', sourcemap: true, target: 'es2022' }) }
    const bundle = await rollup({ input: '/src/pay.ts', external: /^resilience4cata/, plugins: [virtual, rollupPlugin() as never, types], onwarn: ({ message }) => warnings.push(message) })
    const { output } = await bundle.generate({ format: 'es', sourcemap: true })
    expect(warnings).toEqual([])
    expect(output[0].code.includes('resilience4cata/generated')).toBe(changes)
    expect(output[0].map!.sources.join()).toMatch(/pay\.ts$/)
  })
})

describe('texts: maps', () => {
  const source = `import { Bulkhead, Hedge, Timeout, resilient } from 'resilience4cata'

export class Stock {
  @Timeout('1s')
  @Bulkhead({ maxWait: '1s' })
  async left(sku: string): Promise<number> {
    return await lookUp(sku)
  }
}

export const price = resilient({ name: 'price', circuitBreaker: {}, retry: {} }, async (sku: string) => {
  throw new RangeError(sku)
})
async function lookUp(sku: string) { return sku.length }
`
  const lineOf = (code: string, map: unknown, text: string) => {
    const column = code.indexOf(text)
    expect(column, text).toBeGreaterThanOrEqual(0)
    return originalPositionFor(new TraceMap(map), { line: code.slice(0, column).split('\n').length, column: column - (code.lastIndexOf('\n', column) + 1) })
  }
  const written = (text: string) => source.slice(0, source.indexOf(text)).split('\n').length

  it.each(['lines', 'pretty'] as const)('TX-13 · sources and names in the layout of %s, with Windows’ line ends too', (layout) => {
    for (const text of [source, source.replaceAll('\n', '\r\n')]) {
      const { code, map } = compile(text, { id: '/src/stock.ts', root: '/', layout })
      expect([map!.sources, map!.sourcesContent]).toEqual([['stock.ts'], [text]])
      expect(map!.sources).not.toContain(null)
      for (const token of ['lookUp(sku)', 'RangeError']) expect(lineOf(code, map, token).line).toBe(written(token))
    }
  })

  it('TX-13 · a file without anything of ours has no map at all, and its text is its own', () => {
    for (const text of ['export const a = 1', `export const word = 'resilience4cata'`, `import type { Policies } from 'resilience4cata'`]) {
      const { code, map } = compile(text, { id: '/src/a.ts', root: '/' })
      expect([map, code]).toEqual([null, text])
    }
  })

  it.each(['lines', 'pretty'] as const)('TX-15 · what is ours is found at its decorator or its marker, in the layout of %s', (layout) => {
    const { code, map } = compile(source, { id: '/src/stock.ts', root: '/', layout })
    for (const [ours, theirs] of [['.begin(', '@Timeout'], ['.onFailure(r4c$permit', 'circuitBreaker'], ['.acquire()', '@Bulkhead']] as const) {
      const { line, source: file } = lineOf(code, map, ours)
      expect([file, line], ours).toEqual(['stock.ts', written(theirs)])
    }
  })

  it('TX-15 · behind TypeScript, ours and a minifier the body’s lines are the source’s', async () => {
    const compiled = compile(source, { id: '/src/stock.ts', root: '/' })
    const inline = `${compiled.code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(compiled.map)).toString('base64')}`
    const { code, map } = await esbuild(inline, { loader: 'ts', minify: true, sourcemap: 'external', sourcefile: '/src/stock.ts', target: 'es2022' })
    const { line, source: file } = lineOf(code, map, 'RangeError')
    expect([file, line]).toEqual([expect.stringMatching(/stock\.ts$/), written('RangeError')])
  })
})

describe('texts: what is refused', () => {
  it.each([
    ['TX-06 · through a function', '{ maxAttempts: of(() => S.MAX) }', []],
    ['TX-06 · through this', '{ maxAttempts: this.MAX }', ['R4C-SIT-005']],
    ['TX-06 · in a spread', '{ ...S.options }', ['R4C-SIT-005']],
  ])('%s, options of a class that is being made: a code, or the value that the class would have had', (_, options, right) => {
    const found = codes(`const of = (f) => 3; export class S { static MAX = 5; static options = {}; @Retry(${options}) static async make() { throw 1 } }`)
    expect(right.length === 0 ? found.filter((code) => code !== 'R4C-SIT-005') : found).toEqual(right)
  })

  it.each([
    ['TX-18 · a class decorator passes over them', '@Retry() export class S { *a() {} async *b() {} get c() { return 1 } constructor() {} async d() {} }', []],
    ['TX-18 · markers of generator functions and methods', `export const a = resilient({ timeout: '1s' }, function* () {}), b = resilient({ bulkhead: {} }, async function* () {})`, ['R4C-SYN-002', 'R4C-SYN-002']],
  ])('%s', (_, text, right) => {
    expect(codes(text)).toEqual(right)
  })

  it('EN-02 · generated text arms and asks nothing at module level, whatever the layers', async () => {
    const { code, diagnostics } = compileText(`
      export class S { @Hedge() @CircuitBreaker({ windowDuration: '10s' }) @RateLimiter({ maxWait: '2s' }) @AdaptiveLimit({ maxWait: '1s' }) @Timeout('1s') @Bulkhead({ maxWait: '2s' }) async f() { return 1 } }
      export const f = resilient({ retry: { maxDuration: '1s', budgetPercent: 10 }, timeout: '1s', signal: (o) => o.signal, order: ['timeout', 'retry'] }, async (o) => o)`)
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const text = await bundled(`import * as all from './module'; globalThis.entry = all`, { './module': code })
    const poisoned = ['setTimeout', 'AbortController', 'performance', 'Date', 'Math.random'].filter((name) => text.includes(name))
    const touched: string[] = []
    const trap = (name: string) => new Proxy(function () {}, {
      get: (_, key) => { touched.push(`${name}.${String(key)}`); return undefined }, apply: () => { touched.push(name) }, construct: () => { touched.push(`new ${name}`); return {} },
    })
    const runs = new Function('globalThis', 'setTimeout', 'AbortController', 'performance', 'Date', `${text.replace(/^export .*$/gm, '')}\nreturn globalThis.entry`)
    const own = Object.assign(Object.create(null), { setTimeout: trap('setTimeout'), AbortController: trap('AbortController'), performance: trap('performance'), Date: trap('Date') })
    const entry = runs(own, own.setTimeout, own.AbortController, own.performance, own.Date)
    new entry.S()
    expect(touched).toEqual([])
    expect(poisoned).toContain('setTimeout')
  })

  it('EN-02 · each call’s own timers and controllers are armed inside of it', async () => {
    const { code } = compileText(`export const f = resilient({ timeout: '1s', retry: { delay: '1s' }, mode: 'async', name: 'f' }, (o) => o.run())`)
    const text = await bundled(`import { f } from './module'; globalThis.entry = f`, { './module': code })
    const armed: number[] = []
    const own = Object.assign(Object.create(null), { setTimeout: (_: unknown, ms: number) => armed.push(ms), performance })
    const f = new Function('globalThis', 'setTimeout', `${text.replace(/^export .*$/gm, '')}\nreturn globalThis.entry`)(own, own.setTimeout)
    expect(armed).toEqual([])
    const answer = f({ run: () => 'v' })
    expect([armed.length, await answer]).toEqual([1, 'v'])
  })
})
