import { describe, expect, it } from 'vitest'
import { complaints, inFile, layers, only, plain } from './find.fixture.ts'

const site = (policies: string, before = '') => only(`${before}\nconst f = resilient(${policies}, async () => 1)`)
const read = (policies: string, before?: string) => layers(site(policies, before))
const refused = (policies: string, before = '') => complaints(`${before}\nconst f = resilient(${policies}, async () => 1)`)

describe('policies in place', () => {
  it('reads literals, and leaves expressions where they stand', () => {
    expect(read("{ retry: { maxAttempts: 3, delay: '1s', retryOn: ['A', 'B'], abortOn: X, multiplier: -1, jitter: `full` } }"))
      .toEqual({ retry: { maxAttempts: 3, delay: '1s', retryOn: ['A', 'B'], abortOn: 'expression', multiplier: -1, jitter: 'full' } })
  })
  it('reads flags', () => {
    expect(read('{ retry: true, bulkhead: false, hedge: null, rateLimiter: undefined }')).toEqual({ retry: true, bulkhead: false, hedge: false, rateLimiter: false })
    expect(read('{ retry: undefined }', 'let undefined = 1')).toEqual({ retry: 'expression' })
  })
  it('reads the option that stands alone', () => {
    expect(read("{ timeout: '2s', fallback: (e) => e }")).toEqual({ timeout: ['duration', '2s', true], fallback: ['handler', 'expression', true] })
    expect(read('{ timeout: `${n}s`, fallback(e) { return e } }')).toEqual({ timeout: ['duration', 'expression', true], fallback: ['handler', 'expression', true] })
    expect(read('{ timeout: limit, fallback: rescue }', "const limit = '2s'; function rescue() {}")).toEqual({ timeout: ['duration', 'expression', true], fallback: ['handler', 'expression', true] })
    expect(read('{ timeout: limit, fallback: pick() }')).toEqual({ timeout: 'expression', fallback: 'expression' })
    expect(read("{ timeout: { duration: '2s' }, fallback: { handler: f, applyOn: 'x' } }")).toEqual({ timeout: { duration: '2s' }, fallback: { handler: 'expression', applyOn: 'x' } })
  })
  it('reads what concerns the site', () => {
    expect(site("{ name: 'n', signal: (s) => s, classifier: c, order: ['timeout', 'retry'], registry: r, retry: true }")).toMatchObject({ name: { value: 'n' }, signal: { kind: 'expression' }, classifier: { kind: 'expression' }, registry: { kind: 'expression' }, order: { words: ['timeout', 'retry'] } })
  })
  it('sees through casts, and reads quoted and computed keys that are literals', () => {
    expect(read("({ 'retry': { ['delay']: '0' as const } } as const satisfies Policies)")).toEqual({ retry: { delay: '0' } })
  })
  it('takes the last of equal keys', () => {
    expect(read('{ retry: { maxAttempts: 2, ...{ maxAttempts: 3 } }, ...{ retry: { maxAttempts: 4 } } }')).toEqual({ retry: { maxAttempts: 4 } })
  })
  it.each([
    ['a computed key', "{ retry: { [k]: 1 } }"], ['a getter', '{ retry: { get delay() { return 1 } } }'], ['__proto__', '{ retry: { __proto__: x } }'], ['a value evaluated and replaced', '{ retry: { delay: x(), delay: 1 } }'],
    ['a spread of a call', '{ retry: { ...x() } }'], ['a condition', '{ retry: x ? {} : {} }'],
  ])('takes options with %s as a whole', (_, policies) => { expect(read(policies)).toEqual({ retry: 'expression' }) })
})

describe('consts', () => {
  it('follows policies, options and spreads', () => {
    expect(read('p', "const base = { maxAttempts: 9 }; const o = { ...base, delay: '0' } as const; const p = { retry: o, timeout: '1s' } satisfies Policies")).toEqual({ retry: { maxAttempts: 9, delay: '0' }, timeout: ['duration', '1s', true] })
    expect(read('{ ...p, retry: false }', "const p = { retry: true, timeout: '1s' }")).toEqual({ retry: false, timeout: ['duration', '1s', true] })
  })
  it.each([
    ['it is changed', 'const o = { maxAttempts: 1 }; o.maxAttempts = 2'], ['it is handed out', 'const o = { maxAttempts: 1 }; use(o)'], ['it is exported', 'export const o = { maxAttempts: 1 }'],
    ['it is no const', 'let o = { maxAttempts: 1 }'], ['it is computed behind something else', 'const x = 1, o = { maxAttempts: n }'], ['it is in an object that is handed out', 'const o = { maxAttempts: 1 }; const all = { o }; use(all)'],
  ])('takes the name itself when %s', (_, before) => { expect(read('{ retry: o }', before)).toEqual({ retry: 'expression' }) })
  it('trusts `as const`, and objects that only ours get', () => {
    expect(read('{ retry: o }', 'export const o = { maxAttempts: 1 } as const; use(o)')).toEqual({ retry: { maxAttempts: 1 } })
    expect(read('{ retry: o }', 'const o = { maxAttempts: 1 }; const all = { retry: o }; bundle(all)')).toEqual({ retry: { maxAttempts: 1 } })
  })
  it('knows where their values are computed', () => {
    expect(read('{ retry: o }', 'const o = { maxAttempts: n }')).toEqual({ retry: { maxAttempts: 'expression' } })
    const { name } = site('p', 'const p = { name: n(), retry: { enabled: false, maxAttempts: m() } }')
    expect(name).toMatchObject({ stand: { holder: { type: 'VariableDeclaration' } } })
    expect(name?.kind === 'expression' && name.stand!.values.size).toBe(2)
  })
  it.each([
    ['values are computed', 'const x = 1, p = { retry: { maxAttempts: n } }', /computed where it is made/], ['it may change', 'const p = { retry: true }; use(p)', /may be changed/],
  ])('interprets policies whose %s', (_, before, why) => { expect(site('p', before).interpreted).toMatch(why) })
  it('interprets policies that are defined later', () => {
    expect(only('function make() { return resilient(p, async () => 1) }\nconst p = { retry: true }').interpreted).toMatch(/further down/)
  })
})

describe('bundles', () => {
  const remote = "const remote = bundle({ retry: { maxAttempts: 2 }, timeout: '1s' })"
  it('reads them under a name, in place, and in lists; what is written there is stronger', () => {
    expect(read('remote', remote)).toEqual({ retry: { maxAttempts: 2 }, timeout: ['duration', '1s', true] })
    expect(read('bundle({ retry: true })')).toEqual({ retry: true })
    expect(read('[remote, { retry: { delay: "0" } }]', remote)).toEqual({ retry: { delay: '0' }, timeout: ['duration', '1s', true] })
    expect(read('[{ retry: { delay: "0" } }, [remote]]', remote)).toEqual({ retry: { delay: '0' }, timeout: ['duration', '1s', true] })
  })
  it('lets the later of two bundles win, and of two decorators the one nearer to the method', () => {
    const two = 'const a = bundle({ retry: { maxAttempts: 2 } }), b = bundle({ retry: { maxAttempts: 3 } })'
    expect(read('[a, b]', two)).toEqual({ retry: { maxAttempts: 3 } })
    expect(layers(only(`${two}; class S { @a @b async f() {} }`))).toEqual({ retry: { maxAttempts: 3 } })
  })
  it('decorates methods; a direct decorator is stronger wherever it stands', () => {
    expect(layers(only(`${remote}; class S { @Retry({ delay: '0' }) @remote async f() {} }`))).toEqual({ retry: { delay: '0' }, timeout: ['duration', '1s', true] })
    expect(only(`${remote}; class S { @remote async f() {} }`)).toMatchObject({ kind: 'method', decorators: [{}], own: { bundles: [{ name: 'remote' }] } })
  })
  it('asks for those of other modules', () => {
    const code = "import { remote, patient } from './p'; const f = resilient([remote, { retry: patient }], async () => 1)"
    expect(only(code).interpreted).toMatch(/isn't at hand/)
    const modules = { './p': 'import { bundle } from "resilience4cata"; export const remote = bundle({ timeout: "1s" }); export const patient = { maxAttempts: 4 } as const' }
    expect(layers(only(code, { modules }))).toEqual({ timeout: ['duration', '1s', true], retry: { maxAttempts: 4 } })
    expect(only(code, { modules }).interpreted).toBeUndefined()
  })
  it.each([
    ['of a module that isn\'t at hand', "import { remote } from './p'", '@remote', {}, /may be a bundle: the text of \.\/p/],
    ['of one that such a module hands on', "import { remote } from './p'", '@remote', { './p': "export * from './q'; export { remote } from './r'" }, /may be a bundle: the text of \.\/r/],
    ['of all that is handed on', "import { remote } from './p'", '@remote', { './p': "export * from './q'" }, /may be a bundle: the text of \.\/q/],
    ['of one that is CommonJS', "import { remote } from './p'", '@remote', { './p': 'exports.remote = require("resilience4cata").bundle({ retry: true })' }, /may be a bundle: the text of \.\/p/],
    ['of a namespace', "import * as p from './p'", '@p.remote', {}, /p\.remote may be a bundle: the text of \.\/p/],
    ['of a namespace by a name that is computed', "import * as p from './p'", '@p[name]', { './p': '' }, /p\[name\] may be a bundle/],
    ['made of a bundle elsewhere', "import { remote } from './p'", '@remote', { './p': "import { bundle } from 'resilience4cata'; const patient = bundle({ retry: true }); export const remote = patient" }, /may be made of ours/],
  ])('keeps what may be a bundle beside ours in place: %s', (_, before, decorator, modules: Record<string, string>, why) => {
    expect(only(`${before}; class S { ${decorator} @Retry() async f() {} }`, { modules })).toMatchObject({ interpreted: expect.stringMatching(why), foreign: [{}], decorators: [{}] })
  })
  it('takes for somebody else\'s what another module shows to be no bundle', () => {
    const modules = { './p': "export const log = (value: unknown) => value; export function trace() {}; export * from 'elsewhere'" }
    for (const decorator of ['log', 'trace', 'gone', 'p.log', 'p.trace', 'p.gone']) {
      const site = only(`import { log, trace, gone } from './p'; import * as p from './p'; class S { @${decorator} @Retry() async f() {} }`, { modules })
      expect([decorator, site.interpreted]).toEqual([decorator, undefined])
    }
  })
  // an application that maps it to a folder of its own has no package of this name: npm gives none
  it.each(['#p', '~/p', '~p', '$lib/p', '@/p', '/src/p'])('decorates with those of %s, which can be no package', (specifier) => {
    const code = `import { remote } from '${specifier}'; class S { @remote @Fallback('g') async f() {} g() {} }`
    const modules = { [specifier]: "import { bundle } from 'resilience4cata'; export const remote = bundle({ timeout: '1s' })" }
    expect(inFile(code).wants).toEqual([specifier])
    expect(layers(only(code, { modules }))).toMatchObject({ timeout: ['duration', '1s', true] })
  })
  it.each(['p', '@acme/p', 'node:p', '@p'])('asks for no package to see whether a decorator is a bundle: %s', (specifier) => {
    expect(inFile(`import { remote } from '${specifier}'; class S { @remote @Retry() async f() {} }`).wants).toEqual([])
  })
  it('decorates with those of a namespace', () => {
    const modules = { './p': "import { bundle } from 'resilience4cata'; export const remote = bundle({ timeout: '1s' }); export * from './q'", './p > ./q': "import { bundle } from 'resilience4cata'; export const patient = bundle({ retry: { maxAttempts: 4 } })" }
    const site = only("import * as p from './p'; class S { @p.remote @p.patient async f() {} }", { modules })
    expect([site.interpreted, layers(site)]).toEqual([undefined, { timeout: ['duration', '1s', true], retry: { maxAttempts: 4 } }])
  })
})

describe('refused', () => {
  it.each([
    ['R4C-SIT-007 at policies()', 'policies()', ''], ['R4C-SIT-007 at p', 'p', 'let p = {}'], ['R4C-SIT-007 at p', 'p', 'declare const p: Policies'], ['R4C-SIT-007 at x ? a : b', 'x ? a : b', ''],
    ['R4C-SIT-007 at ...more()', '{ ...more() }', ''], ['R4C-SIT-007 at ...b', '{ ...b }', 'const b = bundle({ retry: true })'], ['R4C-SIT-007 at [k]: true', '{ [k]: true }', ''], ['R4C-SIT-007 at get retry() { return 1 }', '{ get retry() { return 1 } }', ''],
    ['R4C-ORD-004 at order', '{ order, retry: true }', ''], ['R4C-ORD-004 at [a]', '{ order: [a], retry: true }', ''],
    ['R4C-CFG-001 at retries', '{ retries: true }', ''], ["R4C-FBK-004 at 'later'", "{ fallback: 'later' }", ''], ['R4C-ATR-012 at 5', '{ retry: 5 }', ''], ['R4C-ATR-012 at []', '{ timeout: [] }', ''], ["R4C-ATR-012 at ''", "{ name: '', retry: true }", ''],
  ])('%s', (complaint, policies, before) => { expect(refused(policies, before)).toEqual([complaint]) })
  it('refuses a parameter', () => { expect(complaints('const make = (p) => resilient(p, async () => 1)')).toEqual(['R4C-SIT-007 at p']) })
  it('says a bundle’s mistakes once, at the bundle', () => {
    expect(complaints("const b = bundle({ fallback: 'x', retries: 1 }); const f = resilient(b, async () => 1), g = resilient(b, async () => 1)")).toEqual(["R4C-FBK-004 at 'x'", 'R4C-CFG-001 at retries'])
  })
  it('suggests', () => {
    expect(refused('{ retries: true }')).toEqual(['R4C-CFG-001 at retries'])
    expect(plain(undefined)).toBeUndefined()
  })
})

describe('the marker’s arguments', () => {
  it.each([
    ['', 'resilient()'], ['', 'resilient({ retry: true })'], ['{}', 'resilient({ retry: true }, {})'], ['"x"', 'resilient({ retry: true }, "x")'], ['null', 'resilient({}, null)'],
    ['{ retry: true }', 'resilient(async () => 1, { retry: true })'], ['async () => 1', 'resilient({}, async () => 1, 3)'], ['', "class S { @resilient({ retry: true }) async f() {} }"],
  ])('R4C-SIT-013 %s: %s', (at, code) => { expect(complaints(code)[0]).toMatch(/R4C-SIT-013/); expect(complaints(code)[0]).toContain(at) })
  it('R4C-SIT-007 for spread arguments', () => { expect(complaints('resilient(...args)')[0]).toContain('R4C-SIT-007') })
})

describe('resilient.of', () => {
  it('has a site for each method', () => {
    expect(only("const safe = resilient.of(target, { get: { retry: true, mode: 'sync' } })")).toMatchObject({ kind: 'of', path: 'safe.get', method: 'get', mode: 'sync' })
    expect(only('const safe = resilient.of(target, { get: { retry: true } })')).toMatchObject({ mode: 'async', asked: true })
  })
  it.each([['R4C-SIT-013', 'resilient.of(target)'], ['R4C-SIT-007', 'resilient.of(target, methods)'], ['R4C-SIT-007', 'resilient.of(t, { [k]: {} })'], ['R4C-FBK-004', "resilient.of(t, { m: { fallback: 'x' } })"], ['R4C-CFG-001', 'resilient.of(t, { m: { retries: 1 } })']])('%s: %s', (code, text) => {
    expect(complaints(text).map((c) => c.slice(0, 11))).toEqual([code])
  })
})
