import { describe, expect, it } from 'vitest'
import { complaints, inFile, layers, only } from './find.fixture.ts'

describe('decorated methods', () => {
  it('reads options, the option that stands alone, and options behind it', () => {
    expect(layers(only("class S { @Retry({ maxAttempts: 2 }) @CircuitBreaker() @Timeout('1s', { name: 't' }) @Fallback('later', { onCancel: true }) async f() {} }")))
      .toEqual({ retry: { maxAttempts: 2 }, circuitBreaker: true, timeout: ['duration', '1s', { name: 't' }], fallback: ['method', 'later', { onCancel: true }] })
    expect(layers(only('class S { @Fallback(rescue) @Timeout(limit) @Retry(false) async f() {} }'))).toEqual({ fallback: ['handler', 'expression', true], timeout: 'expression', retry: false })
  })
  it('reads what concerns the site', () => {
    expect(only("class S { @PolicyOrder('timeout', 'retry') @Named('n') @CancelWith((s) => s) @Classify(c) @Mode('async') @Retry() f() {} }")).toMatchObject({ order: { words: ['timeout', 'retry'] }, name: { value: 'n' }, signal: {}, classifier: {}, mode: 'async' })
  })
  it('makes one site of all of ours, and leaves others in place', () => {
    const site = only('class S { @Get() @Retry() @Post() @Timeout("1s") @Field async f(@Param() a) {} }')
    expect(site.kind === 'method' && [site.decorators.length, site.foreign.length, site.interpreted]).toEqual([2, 3, undefined])
  })
  it('knows methods of every kind of class', () => {
    expect(inFile('abstract class A { @Retry() async a() {} } const B = class { @Retry() static async b() {} @Retry() async #c() {} }; export default class { @Retry() async ["d"]() {} }').sites.map((s) => s.path)).toEqual(['A.a', 'B.static.b', 'B.#c', 'default.[“d”]'.replace(/[“”]/g, '"')])
  })
})

describe('other people’s decorators', () => {
  it('interprets what stands on something active', () => {
    expect(only('class S { @Retry() @trace async f() {} }').interpreted).toBe('@trace may replace the method: write it above, or name it in `passive` if it only notes metadata')
    expect(only('class S { @trace @Retry() async f() {} }').interpreted).toBeUndefined()
  })
  it('refuses an active one between two of ours', () => {
    expect(complaints('class S { @Retry() @trace() @Timeout("1s") async f() {} }')).toEqual(['R4C-SIT-004 at @trace()'])
    expect(inFile('class S { @Retry() @trace() @Timeout("1s") async f() {} }', { passive: ['trace'] }).findings).toEqual([])
  })
  it.each(['Get()', 'nest.Post("/")', 'ApiResponse({})', 'IsString()', 'Column'])('knows that @%s only notes', (decorator) => {
    expect(inFile(`class S { @Retry() @${decorator} @Timeout("1s") @${decorator} async f() {} }`).findings).toEqual([])
  })
  it('interprets beside a decorator that is a value made of ours', () => {
    const code = 'const Twice = Retry({ maxAttempts: 2 }); class S { @Twice @Timeout("1s") async f() {} @Twice async g() {} }'
    expect(inFile(code).sites.map((site) => [site.path, site.interpreted])).toEqual([['S.f', 'Twice is a decorator from a call']])
    expect(complaints(code)).toEqual(['R4C-HNT-012 at Retry'])
  })
})

describe('on a class', () => {
  it('reaches own, public, non-static methods that are async or have a mode, and have none of that policy', () => {
    const { sites } = inFile(`@Retry({ maxAttempts: 3 }) class S {
      async a() {} @Retry({ maxAttempts: 2 }) async b() {} @Timeout('1s') async c() {} @Mode('sync') d() {}
      helper(): Promise<void> { return x } *items() {} async *pages() {} get e() { return 1 } async #f() {} static async g() {} constructor() {}
      @Fallback('later') async h() {} async later() {}
    }`)
    expect(Object.fromEntries(sites.map((site) => [site.path, layers(site)]))).toEqual({
      'S.a': { retry: { maxAttempts: 3 } }, 'S.b': { retry: { maxAttempts: 2 } }, 'S.c': { retry: { maxAttempts: 3 }, timeout: ['duration', '1s', true] },
      'S.d': { retry: { maxAttempts: 3 } }, 'S.h': { retry: { maxAttempts: 3 }, fallback: ['method', 'later', true] },
    })
    expect(sites[0]).toMatchObject({ ofClass: { ours: [{}] }, decorators: [], layers: [{ from: 'class' }] })
  })
  it('is weaker in what concerns the site', () => {
    const { sites } = inFile("@Named('class') @PolicyOrder('timeout') @Retry() class S { async a() {} @Named('method') async b() {} }")
    expect(sites.map((site) => [site.name, site.order?.words])).toMatchObject([[{ value: 'class' }, ['timeout']], [{ value: 'method' }, ['timeout']]])
  })
  it('takes bundles', () => {
    expect(layers(only('const b = bundle({ retry: true }); @b class S { async a() {} }'))).toEqual({ retry: true })
    expect(layers(only('@bundle({ retry: true }) class S { async a() {} }'))).toEqual({ retry: true })
  })
  it('reads decorators before and behind export', () => {
    expect(inFile('@Retry() export class A { async a() {} } export @Retry() class B { async b() {} }').sites.map((s) => s.path)).toEqual(['A.a', 'B.b'])
  })
  it('refuses what stands between it and its methods', () => {
    expect(complaints('@Retry() @trace class S { async a() {} }')).toEqual(['R4C-SIT-004 at @trace'])
    expect(complaints('@Retry() class S { @trace @Timeout("1s") async a() {} }')).toEqual(['R4C-SIT-004 at @trace'])
    expect(only('@Retry() class S { @trace async a() {} }').interpreted).toBe('@trace may replace the method: name it in `passive` if it only notes metadata')
    expect(only('@Entity() @Retry() @Injectable() class S { @Get() async a() {} }').interpreted).toBeUndefined()
  })
})

describe('refused', () => {
  it.each([
    ['R4C-SIT-008 at @Retry()', 'class S { @Retry() f = async () => 1 }'], ['R4C-SIT-008 at @Retry()', 'class S { @Retry() accessor f = 1 }'], ['R4C-SIT-008 at @Retry()', 'class S { @Retry() #f = 1 }'],
    ['R4C-SIT-009 at @Retry()', 'abstract class S { @Retry() abstract f(): Promise<void> }'], ['R4C-SIT-009 at @Retry()', 'class S { @Retry() f(a: 1): void; async f(a: any) {} }'], ['R4C-SIT-009 at @Retry()', 'declare class S { @Retry() f(): Promise<void> }'],
    ['R4C-SIT-009 at @Retry()', '@Retry() export declare class S { f(): Promise<void> }'],
    ['R4C-SIT-010 at @Retry({})', 'class S { @Retry() @Timeout("1s") @Retry({}) async f() {} }'], ["R4C-SIT-010 at @Named('b')", "class S { @Named('a') @Named('b') @Retry() async f() {} }"],
    ['R4C-SIT-012 at @Retry', 'class S { @Retry async f() {} }'], ['R4C-SIT-012 at @(Retry as any)', 'class S { @(Retry as any) async f() {} }'], ['R4C-SIT-012 at @Retry', '@Retry class S { async f() {} }'],
    ['R4C-SIT-006 at @Retry()', 'const o = { @Retry() f() {} }'], ['R4C-SIT-006 at @Retry()', 'class S { f(@Retry() a) {} }'], ['R4C-SIT-006 at @Retry()', 'class S { f(@Retry() a: number = 1) {} }'], ['R4C-SIT-006 at @Retry()', 'class S { constructor(@Retry() readonly a: 1) {} }'],
    ['R4C-ORD-004 at @PolicyOrder(...o)', 'class S { @PolicyOrder(...o) @Retry() async f() {} }'], ['R4C-ORD-004 at @PolicyOrder(o)', 'class S { @PolicyOrder(o) @Retry() async f() {} }'],
    ["R4C-ATR-011 at 'x'", "class S { @Mode('x') @Retry() async f() {} }"],
  ])('%s: %s', (complaint, code) => { expect(complaints(code)).toEqual([complaint]) })
})

describe('hints', () => {
  it.each([
    ['R4C-HNT-012 at resilient', 'const alias = resilient'], ['R4C-HNT-012 at Retry', 'use(Retry)'], ["R4C-HNT-012 at import('resilience4cata')", "import('resilience4cata')"], ["R4C-HNT-012 at require('resilience4cata')", "require('resilience4cata')"],
    ["R4C-HNT-012 at import r4c = require('resilience4cata')", "import r4c = require('resilience4cata')"],
    ['R4C-HNT-005 at Retry', 'export { Retry }'], ['R4C-HNT-005 at remote', 'export const remote = bundle({ retry: true })'], ["R4C-HNT-005 at export * from 'resilience4cata'", "export * from 'resilience4cata'"], ['R4C-HNT-005 at Retry as again', "export { Retry as again, type Policies } from 'resilience4cata'"],
    ['R4C-HNT-011 at circuitBreaker: true', 'const make = () => resilient({ circuitBreaker: true }, async () => 1)'], ['R4C-HNT-011 at retry: { budgetPercent: 20 }', 'const make = () => resilient({ retry: { budgetPercent: 20 } }, async () => 1)'],
  ])('%s: %s', (complaint, code) => { expect(complaints(code)).toEqual([complaint]) })
  it.each([
    ['const { Retry: again, Clock } = r4c', ['Retry: again']], ['const { resilient, ...others } = (r4c as any)', ['resilient']], ['let again; ({ Retry: again } = r4c)', ['Retry: again']],
    ['function f({ bundle } = r4c) {}', ['bundle']], ['const alias = r4c as any', ['r4c']], ['const { registry, [key]: other } = r4c', []], ['const { length } = Object.keys(r4c)', []], ['type X = typeof r4c', []],
  ])('R4C-HNT-012 where a pattern takes them out of a namespace: %s', (code, places) => {
    expect(complaints(`import * as r4c from 'resilience4cata'; ${code}`)).toEqual(places.map((place) => `R4C-HNT-012 at ${place}`))
  })
  it.each(['typeof Retry', 'import("other")', "import type r4c = require('resilience4cata')", "import r4c = require('other')", "const require = x; require('resilience4cata')", "export type { Policies } from 'resilience4cata'", 'const make = () => resilient({ circuitBreaker: { name: "a" } }, async () => 1)', 'const make = () => resilient({ name: "a", circuitBreaker: true }, async () => 1)', 'const make = () => resilient({ retry: true, circuitBreaker: false }, async () => 1)'])('none: %s', (code) => {
    expect(complaints(code)).toEqual([])
  })
  it('knows a module that stands in `through`', () => {
    const code = 'export { Retry }'
    expect(complaints(code, { id: '/src/lib/policies.ts', through: ['@/lib/policies'] })).toEqual([])
    expect(complaints(code, { id: '/src/policies/index.ts', through: ['./policies'] })).toEqual([])
    expect(complaints(code, { id: '/src/other.ts', through: ['./policies'] })).toEqual(['R4C-HNT-005 at Retry'])
  })
})
