import { describe, expect, it } from 'vitest'
import { complaints, inFile, only } from './find.fixture.ts'

const marker = (fn: string, mode = '') => `const f = resilient({ ${mode} retry: true }, ${fn})`

describe('async or sync', () => {
  it.each([
    ['async', 'async () => 1'], ['async', 'async function f() {}'], ['async', '(): Promise<void> => x()'], ['async', '(): PromiseLike<void> => x()'],
    ['async', '(): Promise<1> | Promise<2> => x()'], ['async', '(): Promise<1> & Tag => x()'], ['async', '(): (Promise<1>) => x()'],
    ['sync', '(): number => x()'], ['sync', '(): void => x()'], ['sync', '(): string | undefined => x()'], ['sync', '(): string[] => x()'], ['sync', '(): Thing => x()'],
    ['sync', '() => 1'], ['sync', '() => `a${b}`'], ['sync', '(a, b) => a * b - 1'], ['sync', '() => -x'],
  ])('%s: %s', (mode, fn) => { expect(only(marker(fn)).mode).toBe(mode) })

  it('follows aliases of the file', () => {
    expect(only(`type A = B; type B = Promise<1>; ${marker('(): A => x()')}`).mode).toBe('async')
    expect(only(`export type A = number; ${marker('(): A => x()')}`).mode).toBe('sync')
  })
  it('believes what it is told', () => {
    expect(only(marker('() => x()', "mode: 'async',")).mode).toBe('async')
    expect(only(marker('() => x()', "mode: 'sync',")).mode).toBe('sync')
    expect(only("class S { @Mode('sync') @Retry() m() {} }").mode).toBe('sync')
  })
  it('finds the function behind a name that means only one', () => {
    expect(only(`async function g() {} ${marker('g')}`)).toMatchObject({ mode: 'async' })
    expect(inFile(`const g = resilient({}, async () => 1); ${marker('g')}`).sites.map(({ mode, asked }) => [mode, asked])).toEqual([['async', undefined], ['async', undefined]])
    expect(only('const f = resilient({}, f)').asked).toBe(true)
    expect(only(`const g = (): number => 1; ${marker('g as any')}`)).toMatchObject({ mode: 'sync' })
  })
  it('finds the mode of a site, in another module too', () => {
    const sync = "resilient({ mode: 'sync' }, () => x())"
    expect(inFile(`const g = ${sync}; ${marker('g')}`).sites[1]).toMatchObject({ mode: 'sync' })
    expect(inFile(`const g = resilient({ mode: 'async' }, ${sync}); ${marker('g')}`).sites.at(-1)).toMatchObject({ mode: 'async' })
    const far = (text: string) => ({ modules: { './g': `import { resilient } from 'resilience4cata'; ${text}` } })
    const code = `import { g } from './g'; ${marker('g')}`
    expect(inFile(code).wants).toEqual(['./g'])
    expect(only(code, far(`export const g = ${sync}`))).toMatchObject({ mode: 'sync' })
    expect(only(code, far('const s = resilient({ timeout: 1 }, async () => 1); export { s as g }'))).toMatchObject({ mode: 'async' })
    expect(only(code, far('export const g = resilient({ timeout: 1 }, async () => 1)')).asked).toBeUndefined()
    expect(only(code, far('export const g = () => 1')).asked).toBe(true)
  })
  it.each([
    ['a parameter', `function make(g) { return resilient({ retry: true }, g) }`], ['an import', `import { g } from './g'; ${marker('g')}`], ['a variable', `let g = async () => 1; g = x; ${marker('g')}`],
    ['a call', marker('o.m.bind(o)')],
  ])('has %s asked when it runs, unless it is told', (_, code) => {
    expect(only(code)).toMatchObject({ mode: 'async', asked: true })
    expect(only(code.replace(/{ +retry/, "{ mode: 'sync', retry"))).toMatchObject({ mode: 'sync' })
    expect(only(code.replace(/{ +retry/, "{ mode: 'sync', retry")).asked).toBeUndefined()
  })
  it('leaves a computed mode to the interpreter', () => {
    expect(only(marker('() => x()', 'mode: m,')).interpreted).toBe('its mode is computed')
  })
})

describe('no answer', () => {
  it.each(['() => x()', 'function () { return 1 }', '(): any => x()', '(): unknown => x()', '(): object => x()', '<T,>(): T => x()', '(): A extends B ? 1 : 2 => x()', '(): Promise<1> | 1 => x()', '(): ReturnType<F> => x()', '(): F["x"] => x()'])('R4C-SYN-001: %s', (fn) => {
    expect(complaints(marker(fn)).map((c) => c.slice(0, 11))).toEqual(['R4C-SYN-001'])
  })
  it('counts type parameters of what stands around', () => {
    expect(complaints('class S<T> { @Retry() m(): T { return x } }')).toEqual(['R4C-SYN-001 at m'])
  })
})

describe('mistakes and hints', () => {
  it.each([
    ['R4C-SYN-002', 'function* () {}'], ['R4C-SYN-002', 'async function* () {}'], ['R4C-SYN-012', '(): Observable<1> => x()'], ['R4C-SYN-012', '(): rx.Observable<1> => x()'],
  ])('%s: %s', (code, fn) => { expect(complaints(marker(fn))[0]).toContain(code) })
  it.each(['async () => 1', '(): Promise<1> => x()'])('R4C-SYN-005: %s', (fn) => { expect(complaints(marker(fn, "mode: 'sync',"))[0]).toContain('R4C-SYN-005') })
  it('R4C-ATR-011', () => { expect(complaints(marker('() => x()', "mode: 'later',"))).toContain("R4C-ATR-011 at 'later'") })
  it.each(['constructor() {}', 'get x() { return 1 }', 'set x(v) {}', '*m() {}', 'async *m() {}'])('R4C-SYN-002: %s', (method) => {
    expect(complaints(`class S { @Retry() ${method} }`)[0]).toContain('R4C-SYN-002')
  })
  it('R4C-HNT-007 where only the type answers', () => {
    expect(complaints('class S { @Retry() m(): Promise<1> { return x } @Retry() async n(): Promise<1> {} }')).toEqual(['R4C-HNT-007 at m'])
  })
  it('R4C-HNT-008 where more is delivered later', () => {
    expect(complaints('class S { @Retry() m(): AsyncIterable<1> { return x } }')).toEqual(['R4C-HNT-008 at m', 'R4C-HNT-007 at m'])
  })
})
