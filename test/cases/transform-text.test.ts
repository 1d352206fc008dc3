// What the compiler makes of a text: its codes, its ids, its maps, and what bundlers make of that.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build, transform as esbuild } from 'esbuild'
import { rollup } from 'rollup'
import { describe, expect, it } from 'vitest'
import rollupPlugin from '@resilience4cata/hosts/rollup'
import { compile } from '@resilience4cata/compiler/index'
import { codes, compileText } from './outcomes.ts'

const PACKAGES = join(import.meta.dirname, '../../packages')
interface Tracing {
  readonly TraceMap: new (map: unknown) => unknown
  originalPositionFor(map: unknown, at: object): { readonly source: string | null; readonly line: number | null }
}
const { TraceMap, originalPositionFor } = createRequire(import.meta.url)('@jridgewell/trace-mapping') as Tracing

describe('codes and ids', () => {
  it('TX-05 · ids of class expressions', () => {
    const ids = (text: string) => compileText(text).sites.map(({ id }) => id.slice(id.indexOf('#') + 1))
    expect(ids('export default class { @Retry() async f() {} }')).toEqual(['default.f'])
    expect(ids('const K = class { @Retry() async f() {} }')).toEqual(['K.f'])
    expect(ids('const K = class Own { @Retry() async f() {} }')).toEqual(['Own.f'])
    const mixin = (mark: string) => `const mixin = (make) => make(Object); const L = mixin((B) => class extends B { ${mark} async f() {} });`
    expect(ids(mixin('@Retry()'))).toHaveLength(1)
    expect(codes(mixin('@Retry()'))).toEqual([])
    const twice = (mark: string) => `export const a = () => { ${mixin(mark)} }; {${mixin(mark)}} {${mixin(mark)}}`
    expect(codes(twice('@Retry()'))).toEqual([])
    expect(codes(twice('@CircuitBreaker()'))).toContain('R4C-REG-010')
    expect(codes(twice('@Retry({ budgetPercent: 10 })'))).toContain('R4C-REG-010')
    expect(codes(twice(`@CircuitBreaker({ name: 'shared' })`))).toEqual([])
  })

  it.each([
    '{ maxAttempts: S.MAX }', `{ delay: '0', maxAttempts: 1 + S.MAX }`, '{ maxAttempts: Math.max(S.MAX, 2) }', '{ maxAttempts: [S].length }',
  ])('TX-06 · options that mention the class: %s', (options) => {
    const result = compileText(`export class S { static MAX = 5; @Retry(${options}) static async make() { throw 1 } }`)
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['R4C-SIT-005'])
    expect(result.diagnostics[0]!.note).toMatch(/const before the class/)
    expect(result.map).toBeNull()
  })

  it('TX-18 · no generator, accessor or constructor, all of them in one run', () => {
    const text = 'class S { @Retry() async *pages(x = 1) { yield x; } @Retry() *it() {} @Retry() get v() { return 1; } @Retry() constructor() {} }'
    const { diagnostics, code, map } = compileText(text)
    expect(diagnostics.map((each) => each.code)).toEqual(Array(4).fill('R4C-SYN-002'))
    expect(new Set(diagnostics.map(({ at }) => at.start)).size).toBe(4)
    expect([map, code.endsWith(text)]).toEqual([null, true])
    expect(codes('class S { @Timeout("1s") set v(x) {} @Bulkhead() static async *[Symbol.asyncIterator]() {} }')).toEqual(['R4C-SYN-002', 'R4C-SYN-002'])
    expect(codes('export const f = resilient({ retry: {} }, async function* () {})')).toEqual(['R4C-SYN-002'])
  })

  it.each([
    ['a semicolon before the class', `import { Retry } from 'resilience4cata';\nexport class S { @Retry() async a() {} @Retry() async b() {} }`],
    ['none', `import { Retry } from 'resilience4cata'\nexport class S { @Retry() async a() {} @Retry() async b() {} }`],
    ['one line', `import { Retry } from 'resilience4cata'; export class S { @Retry() async a() {} @Retry() async b() {} } export class T { @Retry() async a() {} @Retry() async b() {} }`],
    ['a class before it', `import { Retry } from 'resilience4cata'; class R {} class S { @Retry() async a() {} @Retry() async b() {} } class T { @Retry() async a() {} }`],
    ['a comment behind', `import { Retry } from 'resilience4cata' // here\nclass S { @Retry() async a() {} @Retry() async b() {} }`],
    ['directives', `'use strict'; import { Retry } from 'resilience4cata'; class S { @Retry() async a() {} @Retry() async b() {} }`],
  ])('the consts of two sites are two statements: %s', async (_, text) => {
    for (const layout of ['lines', 'pretty'] as const) await esbuild(compile(text, { id: '/a.js', root: '/', layout }).code)
  })
})

describe('maps', () => {
  const source = `import { Fallback, Retry } from 'resilience4cata'
interface Price { amount: number }
export class Prices {
  @Fallback((failure: unknown) => { throw new TypeError('in the fallback') })
  @Retry({ delay: '0' })
  async price(sku: string): Promise<Price> {
    throw new RangeError('in the body')
  }
}
`
  it('TX-13 · they name exactly the file', () => {
    for (const id of ['/src/pay.ts', '/src/pay.ts?v=1', '/src/pay.ts?raw=/a/b#part', 'C:\\src\\pay.ts']) {
      const { map } = compile(source, { id, root: '/' })
      // relative to the file, which is where the text stands
      expect(map!.sources, id).toEqual(['pay.ts'])
      expect(map!.sourcesContent).toEqual([source])
    }
  })

  it('TX-15 · through a chain of tools they lead to the source; what is ours to the decorator', async () => {
    const stripped = await esbuild(source, { loader: 'ts', sourcefile: '/src/pay.ts', sourcemap: 'external', target: 'esnext', tsconfigRaw: {} })
    const compiled = compile(stripped.code, { id: '/src/pay.js', root: '/' })
    const inline = `${compiled.code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(compiled.map)).toString('base64')}`
    const minified = await esbuild(inline, { loader: 'js', minify: true, sourcemap: 'external', sourcefile: '/src/pay.js', target: 'es2022' })
    const [first, last] = [new TraceMap(stripped.map), new TraceMap(minified.map)]
    const lineOf = (text: string) => {
      const column = minified.code.indexOf(text)
      expect(column, text).toBeGreaterThanOrEqual(0)
      const line = minified.code.slice(0, column).split('\n').length
      const middle = originalPositionFor(last, { line, column: column - (minified.code.lastIndexOf('\n', column) + 1) })
      expect(middle.source, text).toMatch(/pay\.js$/)
      return originalPositionFor(first, { ...middle, line: middle.line ?? 0 }).line
    }
    const written = (text: string) => source.slice(0, source.indexOf(text)).split('\n').length
    expect(lineOf('RangeError')).toBe(written('RangeError'))
    expect(lineOf('TypeError')).toBe(written('TypeError'))
    expect(lineOf('.onFailure(')).toBe(written('@Retry'))
    expect(lineOf('.start()')).toBe(written('@Retry'))
    expect(lineOf('.pause(')).toBe(written('@Retry'))
  })

  it.each([
    ['with something of ours', source, true],
    ['with nothing', 'export const a: number = 1', false],
    ['with the word alone', 'export const a: string = "resilience4cata"', false],
  ])('TX-16 · a bundler has nothing to warn of: a file %s', async (_, text, changes) => {
    const warnings: string[] = []
    const ours = rollupPlugin() as { transform: unknown }
    const answers: unknown[] = []
    const handler = typeof ours.transform === 'function' ? ours.transform : (ours.transform as { handler: Function }).handler
    const watched = function (this: unknown, ...args: unknown[]) {
      const answer = (handler as Function).apply(this, args)
      answers.push(answer)
      return answer
    }
    const transform = typeof ours.transform === 'function' ? watched : { ...(ours.transform as object), handler: watched }
    const virtual = { name: 'virtual', resolveId: (id: string) => (id === '/src/pay.ts' ? id : null), load: (id: string) => (id === '/src/pay.ts' ? text : null) }
    const types = { name: 'types', transform: async (code: string) => await esbuild(code, { loader: 'ts', sourcemap: true, target: 'es2022' }) }
    const plugins = [virtual, { ...ours, transform } as never, types]
    const bundle = await rollup({ input: '/src/pay.ts', external: /^resilience4cata/, plugins, onwarn: ({ message }) => warnings.push(message) })
    const { output } = await bundle.generate({ format: 'es', sourcemap: true })
    expect(warnings).toEqual([])
    for (const answer of await Promise.all(answers)) expect(answer == null).toBe(!changes)
    expect(output[0].map!.sources.join()).toMatch(/pay\.ts$/)
  })
})

it('TX-09 · what is unused disappears from a bundle, and an import for its effect stays first', async () => {
  const module = compile(`import './resilience.config'\nimport { Retry, CircuitBreaker, resilient } from 'resilience4cata'
    export class Unused { @Retry() async f() {} @CircuitBreaker({ name: 'b' }) async g() {} }
    export const unused = resilient({ retry: {} }, async () => 1)
    export const used = 'is used'`, { id: '/src/module.ts', root: '/' })
  const files: Record<string, string> = { './module': module.code, './resilience.config': `globalThis.configured = 'configuration'` }
  const { outputFiles } = await build({
    stdin: { contents: `import { used } from './module'; globalThis.entry = used`, loader: 'ts' },
    bundle: true, minifySyntax: true, format: 'esm', target: 'es2022', write: false, treeShaking: true,
    plugins: [{
      name: 'files',
      setup(host) {
        host.onResolve({ filter: /^\.\/(module|resilience\.config)$/ }, ({ path }) => ({ path, namespace: 'files' }))
        host.onResolve({ filter: /^resilience4cata/ }, ({ path }) =>
          ({ path: join(PACKAGES, 'policies/src', path.endsWith('/generated') ? 'generated.ts' : 'index.ts'), sideEffects: false }))
        host.onLoad({ filter: /.*/, namespace: 'files' }, ({ path }) => ({ contents: files[path]!, loader: 'ts' }))
      },
    }],
  })
  const text = outputFiles[0]!.text
  expect(text).toContain('is used')
  expect(text.indexOf('configuration')).toBeGreaterThanOrEqual(0)
  expect(text.indexOf('configuration')).toBeLessThan(text.indexOf('is used'))
  expect(text).not.toMatch(/Unused|unused|r4c|onFailure|maxAttempts/)
  expect(text.length).toBeLessThan(400)
})
