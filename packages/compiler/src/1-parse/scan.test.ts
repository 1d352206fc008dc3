import type { Identifier } from '@babel/types'
import { describe, expect, it } from 'vitest'
import { parse } from './parse.ts'

/** `x@const` for each value reference to the names asked for, in source order; a global is `x@-`. */
function resolved(code: string, ...names: string[]): string[] {
  const { scopes } = parse(code, 'a.tsx')!
  return names.flatMap((name) => scopes.named(name))
    .sort((a, b) => a.path.node.start! - b.path.node.start!)
    .map((r) => `${r.name}@${r.type ? 'type ' : ''}${scopes.resolve(r.path.node as Identifier)?.kind ?? '-'}${r.write ? '!' : ''}`)
}

describe('bindings', () => {
  it('follows hoisting of var and function declarations', () => {
    expect(resolved('import { a, b } from "m"; function f() { a; b(); { var a = 1 } function b() {} } a', 'a', 'b')).toEqual(['a@var', 'b@function', 'a@import'])
  })
  it('keeps let, const and classes in their block', () => {
    expect(resolved('import { a } from "m"; { let a = 1; a } { class a {} a } for (const a of a) a; a', 'a')).toEqual(['a@let', 'a@class', 'a@const', 'a@const', 'a@import'])
  })
  it('binds parameters of every kind', () => {
    expect(resolved('function f({ x: [a = d] }, ...b) { a; b; d }', 'a', 'b', 'd')).toEqual(['d@-', 'a@parameter', 'b@parameter', 'd@-'])
  })
  it('hides body variables from default values', () => {
    expect(resolved('const a = 1; function f(x = () => a) { var a = 2; a }', 'a')).toEqual(['a@const', 'a@var'])
  })
  it('knows own names of functions and classes, and what hides them', () => {
    expect(resolved('(function a() { a }); (function a(a) { a }); (class a { m() { a } }); a', 'a')).toEqual(['a@self', 'a@parameter', 'a@self', 'a@-'])
  })
  it('evaluates class decorators outside of the class, those of members inside, those of parameters outside of the function', () => {
    expect(resolved('export default @S() class S { @S() m(@S() S) { S } }', 'S')).toEqual(['S@class', 'S@self', 'S@self', 'S@parameter'])
  })
  it('binds catch parameters and switch cases', () => {
    expect(resolved('import { a } from "m"; try {} catch ({ a }) { a } switch (a) { case 1: let a; a } a', 'a')).toEqual(['a@catch', 'a@import', 'a@let', 'a@import'])
  })
  it('binds enums, namespaces, ambient and import-equals declarations, and no types', () => {
    expect(resolved('{ enum a { x } a } { namespace a { export const b = 1; b } a } { declare function a(): void; a } { type a = 1; a }', 'a', 'b')).toEqual(['a@enum', 'b@const', 'a@namespace', 'a@function', 'a@-'])
  })
  it('takes no labels, keys, members, attributes or meta properties for references', () => {
    expect(resolved('a: for (;;) { break a } ({ a: 1, a() {} }).a; class X { a = 1; #a = 2; static { this.a } } export { x as a }; <b a="1" />; <p.a />', 'a')).toEqual([])
  })
  it('takes shorthand, computed keys, JSX names and local exports for references', () => {
    expect(resolved('const a = 1; ({ a, [a]: 1 }); <a.b />; export { a as c }', 'a')).toEqual(['a@const', 'a@const', 'a@const', 'a@const'])
  })
  it('marks what is only in a type', () => {
    expect(resolved('import { a } from "m"; let x: typeof a; let y: { a: a.b }; function f(a: string): a {} type F = (a: 1) => void', 'a')).toEqual(['a@type import', 'a@type import', 'a@type parameter'])
  })
  it('marks writes, through patterns and casts', () => {
    expect(resolved('let a, b; a = 1; a++; ({ x: a, ...b } = a); [a = b] = b; (a as any) = 1; for (a of b) ;', 'a', 'b')).toEqual(
      ['a@let!', 'a@let!', 'a@let!', 'b@let!', 'a@let', 'a@let!', 'b@let', 'b@let', 'a@let!', 'a@let!', 'b@let'])
  })
})

describe('what is put off', () => {
  const code = 'import { Retry } from "resilience4cata"; const k = 1; class Far { f() { return () => k } } class Near { @Retry() f(a) { return [k, () => a] } g() { k } } interface I { k: typeof k }'

  it('is walked when its name is asked for', () => {
    const { scopes } = parse(code, 'a.ts')!
    const [Retry] = scopes.named('Retry')
    expect(Retry!.path.parent!.parent!.node.type).toBe('Decorator')
    expect(scopes.referencesTo(scopes.module.bindings.get('k')!).map(({ type }) => type)).toEqual([false, false, false, true])
  })
  it('is walked when something of it is asked for', () => {
    const { scopes, program } = parse(code, 'a.ts')!
    const [, , far, near] = program.body
    expect(scopes.within({ start: far!.start!, end: far!.end! }).map(({ name }) => name)).toEqual(['k'])
    expect(scopes.within({ start: near!.start!, end: near!.end! }).map(({ name }) => name)).toEqual(['Retry', 'k', 'a', 'k'])
    expect(scopes.of(program.body[2]!)!.kind).toBe('class')
  })
  it('isn\'t what a name of interest may be in: written with escapes, or behind an @ that is no comment\'s', () => {
    const { scopes } = parse('import { a } from "m"; function f() { \\u0061 } function g() { /* @ */ } class C { @x m() {} }', 'a.ts')!
    expect([scopes.named('a').length, scopes.decorators.length]).toEqual([1, 1])
  })
})
