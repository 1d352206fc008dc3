import { expect, it } from 'vitest'
import { compile } from '../index.ts'

/** What is said of a module, where it isn't only worth knowing. */
const saidOf = (text: string) =>
  compile(`import { attemptSignal, resilient, Retry } from 'resilience4cata'\n${text}\n`, { id: '/project/src/f.ts', root: '/project' }).diagnostics
    .filter(({ severity }) => severity === 'error').map(({ code, says }) => `${code} ${says.replace(/.* clear /, '')}`)

const inBody = (body: string) => `export const f = resilient({ timeout: '1s' }, async (a: any, b: any = 0) => { ${body} })`

it.each([
  'const signal = attemptSignal(); await a; return signal',
  'return await a(attemptSignal())',
  'if (a) { const signal = attemptSignal(); return a(signal) }',
  'try { a(attemptSignal()) } finally { await b }',
  'switch (a) { case 1: return attemptSignal() }',
  'here: { const signal = attemptSignal(); if (signal.aborted) break here; await a }',
  'return { signal: attemptSignal(), later: async () => { await a } }',
  'return a ? attemptSignal() : await b',
  'class Held { static signal = attemptSignal(); static { a(attemptSignal()) } }',
])('may be asked where control passes once: %s', (body) => {
  expect(saidOf(inBody(body))).toEqual([])
})

it.each([
  ['for (const each of a) each(attemptSignal())', 'in a loop'],
  ['for (const key in a) a[key](attemptSignal())', 'in a loop'],
  ['for (let i = 0; i < 3; i++) a(attemptSignal())', 'in a loop'],
  ['while (a()) b(attemptSignal())', 'in a loop'],
  ['do b(attemptSignal()); while (a())', 'in a loop'],
  ['while (attemptSignal().aborted) a()', 'in a loop'],
  ['return a.map(() => attemptSignal())', 'in a function that is no resilient one'],
  ['return function () { return attemptSignal() }', 'in a function that is no resilient one'],
  ['return { get signal() { return attemptSignal() } }', 'in a function that is no resilient one'],
  ['class Held { signal = attemptSignal() } await a; return new Held()', 'in a field of a class'],
  ['class Held { #signal = attemptSignal() } return Held', 'in a field of a class'],
  ['class Held { accessor signal = attemptSignal() } return Held', 'in a field of a class'],
  ['await a; return attemptSignal()', 'behind an `await`'],
  ['if (a) await b; return attemptSignal()', 'behind an `await`'],
  ['return b(await a, attemptSignal())', 'behind an `await`'],
  ['for await (const each of a) each(); return attemptSignal()', 'behind an `await`'],
  ['{ await using held = a } return attemptSignal()', 'behind an `await`'],
  ['try { await a } catch { return attemptSignal() }', 'behind an `await`'],
  ['return attemptSignal', 'where it isn\'t called directly'],
  ['return a(attemptSignal)', 'where it isn\'t called directly'],
  ['return attemptSignal?.()', 'where it isn\'t called directly'],
  ['return new attemptSignal()', 'where it isn\'t called directly'],
  ['return attemptSignal.call(null)', 'where it isn\'t called directly'],
])('is refused where it isn’t clear: %s, %s', (body, why) => {
  expect(saidOf(inBody(body))).toEqual([`R4C-SIG-002 ${why}`])
})

it.each([
  ['export const f = resilient({ timeout: 1 }, async (signal = attemptSignal()) => signal)', 'in a parameter'],
  ['export const f = resilient({ timeout: 1 }, async ({ signal = attemptSignal() }: any) => signal)', 'in a parameter'],
  ['export async function g() { return attemptSignal() }', 'in a function that is no resilient one'],
  ['export class C { @Retry() async f() {} async g() { return attemptSignal() } }', 'in a function that is no resilient one'],
  ['export const signal = attemptSignal()', 'outside of a resilient function'],
  ['export const f = resilient({ timeout: 1, signal: () => attemptSignal() }, async () => 1)', 'in a function that is no resilient one'],
])('belongs to the body of a resilient function: %s, %s', (text, why) => {
  expect(saidOf(text)).toEqual([`R4C-SIG-002 ${why}`])
})

it.each([
  "const { attemptSignal: ask } = r4c; export const f = r4c.resilient({ timeout: '1s' }, async () => ask())",
  "export const f = r4c.resilient({ timeout: '1s' }, async () => { const { attemptSignal } = r4c as any; return attemptSignal() })",
  "let ask; ({ 'attemptSignal': ask } = r4c)",
])('taken out of the namespace it isn\'t called directly: %s', (text) => {
  const { diagnostics } = compile(`import * as r4c from 'resilience4cata'\n${text}\n`, { id: '/project/src/f.ts', root: '/project' })
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code, says }) => `${code} ${says}`)).toEqual(["R4C-SIG-002 which attempt is meant isn't clear where it isn't called directly"])
})
