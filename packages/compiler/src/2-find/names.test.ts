import { describe, expect, it } from 'vitest'
import { found, inFile, paths } from './find.fixture.ts'

const uses = (code: string) => found(code).ours.references.map(({ imported, use }) => `${imported} ${use}`)

describe('which names are ours', () => {
  it('follows renamed imports, namespaces and several declarations', () => {
    expect(uses('import { resilient as a } from "resilience4cata"; import * as r from "resilience4cata"; a({}, async () => 1); r.resilient({}, async () => 1); r["bundle"]({}); class S { @r.Retry() async f() {} }'))
      .toEqual(['resilient marker', 'resilient marker', 'bundle bundle', 'Retry decorator'])
  })
  it('sees through casts, type arguments and parentheses', () => {
    expect(uses('import { resilient, Retry } from "resilience4cata"; (resilient as any)({}, async () => 1); resilient<X>({}, async () => 1); class S { @(Retry)() async f() {} @(Retry() as any) async g() {} }'))
      .toEqual(['resilient marker', 'resilient marker', 'Retry decorator', 'Retry decorator'])
  })
  it('tells apart what stays imported', () => {
    expect(uses('import { Retry, resilient, type Policies, CallTimeoutError as E } from "resilience4cata"; const t = { Retry }; export { Retry as again }; let p: Policies; let q: typeof resilient; e instanceof E'))
      .toEqual(['Retry value', 'Retry export', 'resilient type', 'Policies type', 'CallTimeoutError value'])
  })
  it.each([
    ['a parameter', 'import { resilient } from "resilience4cata"; (resilient) => resilient({ retry: 1 }, 2)'],
    ['a local', 'import { Retry } from "resilience4cata"; { const Retry = x; class S { @Retry(1) m() {} } }'],
    ['a word', 'const resilient = (a, b) => "resilience4cata"; resilient({}, 1)'],
    ['another package', 'import { resilient } from "other"; import "resilience4cata"; resilient({ retry: 1 }, 2)'],
    ['a subpath', 'import { resilient } from "resilience4cata/testing"; resilient({ retry: 1 }, 2)'],
  ])('leaves %s alone', (_, code) => {
    const { sites, findings } = found(code)
    expect([sites, findings]).toEqual([[], []])
  })
})

describe('through', () => {
  const code = 'import { protect, Again, other } from "./lib"; const f = protect({ retry: true }, async () => 1); class S { @Again() async m() {} } other({ x: 1 })'
  it('follows what a module of the project hands on', () => {
    const modules = { './lib': 'export { resilient as protect } from "resilience4cata"; import { Retry } from "resilience4cata"; export { Retry as Again }; export const other = 1' }
    const { sites, wants } = found(code, { through: ['./lib'], modules })
    expect([sites.map((site) => site.path), wants]).toEqual([['f', 'S.m'], ['./lib']])
  })
  it('takes names for what they say as long as the text is not at hand', () => {
    const { sites, wants } = found('import { resilient, remote } from "@acme/lib"; const f = resilient({ retry: true }, async () => 1)', { through: ['@acme/lib'] })
    expect([sites.map((site) => site.path), wants]).toEqual([['f'], ['@acme/lib']])
  })
})

describe('name paths', () => {
  const fn = 'resilient({ retry: true }, async () => 1)'
  it.each([
    ['load', `const load = ${fn}`],
    ['load', `export const load = ${fn} as any`],
    ['value', `const value = await ${fn}()`],
    ['default', `export default ${fn}`],
    ['default.a', `export default { a: ${fn} }`],
    ['o.a.b c', `const o = { a: { 'b c': ${fn} } }`],
    ['o.[k]', `const o = { [k]: ${fn} }`],
    ['outer.inner', `function outer() { const inner = ${fn} }`],
    ['outer', `const outer = () => ${fn}`],
    ['Button.useCallback()', `const Button = () => { useCallback(() => { ${fn} }) }`],
    ['app.get()', `app.get('/', (req) => ${fn})`],
    ['this.on()', `this.on('x', () => ${fn})`],
    ['Promise()', `new Promise((go) => ${fn})`],
    ['named', `list.push(function named() { ${fn} })`],
    ['changed', `let changed; changed = ${fn}`],
    ['f', `object.f = ${fn}`],
    ['S.f', `class S { f = ${fn} }`],
    ['S.static.f', `class S { static f = ${fn} }`],
    ['S.#f', `class S { #f = ${fn} }`],
    ['S.m', `class S { m() { ${fn} } }`],
    ['S', `class S { static { ${fn} } }`],
    ['view.onClick', `const view = <a onClick={${fn}} />`],
    ['call.f', `const call = (f = ${fn}) => f()`],
    ['N.f', `namespace N { export const f = ${fn} }`],
    ['resilient()', `${fn}`],
  ])('%s', (path, code) => { expect(paths(code)).toEqual([path]) })

  it.each([
    ['S.m', 'class S { @Retry() async m() {} }'],
    ['S.static.m', 'class S { @Retry() static async m() {} }'],
    ['S.#m', 'class S { @Retry() async #m() {} }'],
    ['S.[Symbol.iterator]', 'class S { @Retry() async [Symbol.iterator]() {} }'],
    ['S.a b', 'class S { @Retry() async "a b"() {} }'],
    ['Inner.m', 'const Outer = class Inner { @Retry() async m() {} }'],
    ['Outer.m', 'const Outer = class { @Retry() async m() {} }'],
    ['default.m', 'export default class { @Retry() async m() {} }'],
    ['Named.m', 'export default class Named { @Retry() async m() {} }'],
    ['make.m', 'const make = () => class { @Retry() async m() {} }'],
    ['m', 'use(class { @Retry() async m() {} })'],
  ])('%s', (path, code) => { expect(paths(code)).toEqual([path]) })

  it('goes through a marker without a name of its own', () => {
    expect(paths('const f = resilient({ retry: true }, async () => { const g = resilient({ retry: true }, async () => 1) })')).toEqual(['f', 'f.g'])
  })
})

describe('evaluated once', () => {
  const fn = 'resilient({ retry: true }, async () => 1)'
  it.each([
    [true, fn], [true, `if (x) { ${fn} }`], [true, `class S { static f = ${fn} }`], [true, `class S { static { ${fn} } }`], [true, `const o = [${fn}]`],
    [true, 'class S { @Retry() async m() {} }'], [true, 'const C = class { @Retry() async m() {} }'],
    [false, `() => ${fn}`], [false, `function f(a = ${fn}) {}`], [false, `for (;;) ${fn}`], [false, `while (x) { ${fn} }`], [false, `class S { f = ${fn} }`], [false, `class S { m() { ${fn} } }`],
    [false, 'function f() { class S { @Retry() async m() {} } }'], [false, 'class A { f = class { @Retry() async m() {} } }'],
  ])('%s: %s', (once, code) => { expect(inFile(code).sites.map((site) => site.moduleLevel)).toEqual([once]) })
})
