import { describe, expect, it } from 'vitest'
import { languageOf } from './language.ts'
import { concerns, parse } from './parse.ts'

describe('which files concern us', () => {
  it('asks for the word, or for a specifier of the project', () => {
    expect(concerns('import "resilience4cata"')).toBe(true)
    expect(concerns('import "x"')).toBe(false)
    expect(concerns('import "@acme/policies"', ['@acme/policies'])).toBe(true)
  })
})

describe('language', () => {
  it.each([
    ['a.ts', true, false], ['a.mts', true, false], ['a.tsx', true, true], ['a.js', false, true], ['a.cjs', false, true], ['a.jsx', false, true],
    ['a.ts?v=1', true, false], ['a.vue?lang.ts', true, false], ['App.svelte', false, true],
  ])('%s', (id, typescript, jsx) => { expect(languageOf(id)).toMatchObject({ typescript, jsx }) })
})

describe('parse', () => {
  it.each([
    ['decorators before and behind export', '@a() export class A {} export @b() class B {}', 'a.ts'],
    ['parameter decorators', 'class A { constructor(@a() readonly x: string, @b y) {} }', 'a.ts'],
    ['decorators of rest parameters, beside others', 'class A { constructor(@a ...x: string[]) {} m(@a() y: string, @b() @c /* why */ ...[z]: string[]): void {} static f = class { n(@a ...{ length }) {} } }', 'a.ts'],
    ['decorators on members of object literals', 'const o = { @a() m() {} }', 'a.ts'],
    ['a chain of calls in a decorator', 'class A { @a.b().c m(@d ...e) {} }', 'a.ts'],
    ['auto-accessors, using, deferred imports, those of a phase', 'import defer * as d from "d"; import source w from "./x.wasm"; class A { accessor x = 1 } { using y = d }', 'a.ts'],
    ['casts with angle brackets', 'const x = <T>y', 'a.ts'],
    ['JSX', 'const x = <div>{y}</div>', 'a.js'],
    ['CommonJS in sloppy mode', 'var a = require("x"); with (a) { b }; return', 'a.cjs'],
    ['top-level await', 'await x; export {}', 'a.ts'],
  ])('reads %s', (_, code, id) => { expect(parse(code, id)).toBeDefined() })

  it.each([
    ['half a program', 'const = ', 'a.ts'],
    ['a name declared twice', 'let a; let a', 'a.ts'],
    ['types in JavaScript', 'let a: string', 'a.js'],
    ['dots where no parameter is', 'let y = ...x', 'a.ts'],
    ['a decorated rest parameter that is not the last', 'class A { m(@a() ...x, y) {} }', 'a.ts'],
    ['a decorated rest parameter with a default', 'class A { m(@a() ...x = 1) {} }', 'a.ts'],
    ['an optional decorated rest parameter', 'class A { m(@a() ...x?: string[]) {} }', 'a.ts'],
  ])('leaves %s to the bundler', (_, code, id) => { expect(parse(code, id)).toBeUndefined() })
})
