import type { Node } from '@babel/types'
import { describe, expect, it } from 'vitest'
import { compile } from '../index.ts'
import { eachChild } from './children.ts'
import { interestIn } from './interest.ts'
import { languageOf } from './language.ts'
import { parse, parseWhole } from './parse.ts'
import { skim } from './skim.ts'

/** What is passed over. */
const skimmed = (code: string, file = 'a.ts') => skim(code, languageOf(file), interestIn(code, 'resilience4cata')).map(({ start, end }) => code.slice(start, end))

/** All of a tree that anybody asks for. */
function read(node: Node): unknown {
  const children: unknown[] = []
  eachChild(node, (child, key) => children.push([key, read(child)]))
  const { type, start, end, name, async, generator, exportKind } = node as Node & Record<string, unknown>
  return { type, start, end, name, async: async || undefined, generator: generator || undefined, exportKind, children: children.sort() }
}

describe('what is passed over', () => {
  it.each([
    ['a statement', 'export async function f(a = 1): Promise<{ a: number }> { return a }\n\nfunction* g<T extends A>(a: T): a is { b: 1 } & T { yield a }', ['export async function f(a = 1): Promise<{ a: number }> { return a }', 'function* g<T extends A>(a: T): a is { b: 1 } & T { yield a }']],
    ['a class or an interface', 'export class A<T extends {}> extends mixin({ a: 1 }) implements B { m() {} }\ninterface C extends D<{}> { c: 1 }', ['export class A<T extends {}> extends mixin({ a: 1 }) implements B { m() {} }', 'interface C extends D<{}> { c: 1 }']],
    ['an alias of an object\'s type', "type A = { a: '}' }\n\nexport type B = { b: 1 };\ntype C = { c: 1 }", ["type A = { a: '}' }", 'export type B = { b: 1 };', 'type C = { c: 1 }']],
    ['of what is no statement the body', 'export default async function f(a = 1): Promise<{ a: number }> { return a }', ['{ return a }']],
    ['of a generic one, too', 'export default function* f<T extends A>(a: T): a is { b: 1 } & T { yield a }', ['{ yield a }']],
    ['an arrow\'s body, wherever it stands', 'app.get("/", async (request) => { request }); const f = (a: A): B => { a }', ['{ request }', '{ a }']],
    ['of other classes and interfaces the body', 'abstract class A<T extends {}> extends mixin({ a: 1 }) implements B { m() {} }\ndeclare interface C extends D<{}> { c: 1 }', ['{ m() {} }', '{ c: 1 }']],
    ['of a class that says something, methods', "import { Retry } from 'resilience4cata'\n\nclass A {\n  b = { c: () => {} }\n  constructor(private d: D) { d }\n  @Retry() m() { m }\n  get e(): { f: 1 } { return 1 }\n  n(): { o: 1 }\n}", ['{}', '{ d }', '{ return 1 }']],
  ])('%s', (_, code, texts) => expect(skimmed(code)).toEqual(texts))

  it.each([
    ['a statement that says something', "import { resilient } from 'resilience4cata'\n\nexport const load = resilient({ fallback: () => { 1 } }, async () => { 2 })"],
    ['a class whose decorator is about all of it', '@Injectable()\nexport class A { m() {} }'],
    ['names with escapes', 'function f() { return \\u0061 }'],
    ['what loads modules', 'const f = () => { import("a") }, g = () => { require("b") }'],
    ['an overload', 'function f(a: string): void\nfunction g'],
    ['a type', 'type F = () => { a: 1 }'],
    ['a type that goes on behind its braces', 'type A = { a: 1 }\n  | B\n\ntype C = { c: 1 }[]\n\ntype D = { d: 1 } & E'],
    ['what has a type\'s name', 'const type = { a }; type = { b }'],
    ['blocks, objects and switches', 'if (a) { b } const c = { d }; for (;;) { e } switch (f) { case g: { h } }'],
  ])('never %s', (_, code) => expect(skimmed(code)).toEqual([]))
})

describe('where a body ends', () => {
  const inBody = (text: string) => `function f() { ${text} }\nfunction g() {}`
  it.each([
    ['brackets of texts', `'}' + "\\"}" + \`}\${ { a: '}' } }\``],
    ['of comments', '// }\n /* } */'],
    ['of regular expressions', 'return /}/.test(a) || !/[/}]/.exec(a) || (/\\/}/)'],
    ['of those behind a condition', 'if (a) /}/.test(a)'],
    ['divisions behind a call behind a condition', 'if (a) f(b) / c; while (d) if(e) g (h) / i; (j[0] / k, l/* if */(m) / n)'],
    ['a condition behind a comment', 'if /* } */ (a) /}/.test(a); for // }\n(;;) /}/.test(b)'],
    ['divisions', 'a / b; a.if (b) / c; a[0] / b / `c` / 1 / this.in / d'],
    ['templates in templates', '`${`${`}`}`}`'],
  ])('%s', (_, text) => expect(skimmed(inBody(text))).toEqual([`function f() { ${text} }`, 'function g() {}']))

  it.each(['a++ / b / {}', '}\n/}/', 'a! / b', 'await (a) / b', 'yield /}/', '<!-- }', '"}', '`', '/}', ')', '\\u007b'])('isn\'t guessed: %s', (text) => expect(skimmed(inBody(text))).toEqual([]))
  it('isn\'t looked for where text may be JSX', () => {
    expect(skimmed('function f() { return <p>}</p> }', 'a.tsx')).toEqual([])
    expect(skimmed('function f() { return 1 }', 'a.tsx')).toHaveLength(1)
  })
})

describe('a hollow body', () => {
  const code = "import { Retry } from 'resilience4cata'\n\nfunction far(a: A, b = k): B { return a }\n\nclass C { /* no @decorator */ m() { k } }\n\nexport const k = () => g(() => { far })"
  it('reads as any other', () => {
    const { program, file, scopes } = parse(code, 'a.ts')!
    expect(program.body.map(({ type }) => type)).toEqual(['ImportDeclaration', 'BlockStatement', 'ExportNamedDeclaration'])
    scopes.named('far')
    expect(program.body.map(({ type }) => type)).toEqual(parseWhole(code, 'a.ts')!.program.body.map(({ type }) => type))
    const [, far, c] = program.body as any[]
    expect([far.params.length, far.returnType.type, far.body.body[0].type, Object.keys(far).slice(-3)]).toEqual([2, 'TSTypeAnnotation', 'ReturnStatement', ['params', 'returnType', 'body']])
    expect(file.comments).toEqual([])
    expect(c.body.body[0].key.name).toBe('m')
    expect(file.comments!.map(({ value }) => value)).toEqual([' no @decorator '])
  })
  it('keeps comments in the order of the text, whichever is looked into first', () => {
    const { program, file, scopes } = parse("import { Retry } from 'resilience4cata'\nfunction a() { /* 1 */ }\nfunction b() { /* 2 */ } /* 3 */\nlet c = () => { /* 4 */ }", 'a.ts')!
    scopes.lookup('b', scopes.module)
    void (program.body[3] as any).declarations[0].init.body.body
    for (const i of [1, 2]) void (program.body[i] as any).body.body
    expect(file.comments!.map(({ value }) => value.trim())).toEqual(['1', '2', '3', '4'])
  })
  it('has no accessors of its own, nor has what is compiled: what those hold on to lives as long as V8\'s old generation', () => {
    const { program } = parse(code, 'a.ts')!
    const withAccessors: unknown[] = []
    const visit = (node: object) => {
      if (Object.values(Object.getOwnPropertyDescriptors(node)).some(({ get }) => get)) withAccessors.push(node)
      eachChild(node as Node, visit)
    }
    visit(program)
    const compiled = compile("import { Retry } from 'resilience4cata'\n\nexport class A { @Retry() async m() { return 1 } }", { id: 'a.ts' })
    expect(compiled.map).not.toBeNull()
    visit(compiled)
    expect(withAccessors).toEqual([])
  })
  it('is walked with what it says', () => {
    const { scopes } = parse(code, 'a.ts')!
    expect(scopes.named('far').map(({ path }) => path.node.start)).toEqual([code.lastIndexOf('far')])
    expect(scopes.named('k').map(({ path }) => code.slice(path.node.start! - 2, path.node.start!))).toEqual(['= ', '{ '])
    expect(scopes.decorators).toEqual([])
  })

  it.each([
    'export function f() {}\n\nexport function f() { 1 }',
    'function f() {}\n\nlet f',
  ])('is asked for by the parser when a name is declared twice: %s', (text) => {
    expect(parse(`import { Retry } from 'resilience4cata'\n\n${text}`, 'a.ts')).toBeUndefined()
  })

  const ours = "import { resilient } from 'resilience4cata'\n\n"
  it.each([
    ['of a function, exported or not', `${ours}export async function f(a: A): B { return a }\n\n/* c */\nfunction* g<T>() { yield 1 }\nfunction h() {}`],
    ['of a class', `${ours}export class A<T> extends B<T> implements C { m() {} }\n\nclass D {}`],
    ['of an interface', `${ours}export interface A<T> extends B<T> { c: 1 }`],
    ['of an alias', `${ours}export type A = { a: 1 }\n\n[1]\n\ntype B = { b: A }\n;type C = { c: 1 }; type D = { d: 1 }\nf()`],
    ['of an expression that looks like a statement', `${ours}const f =\n\nfunction f() {}`],
    ['of what an arrow answers', `${ours}const f = () =>\n\nfunction f() {}`],
    ['of what makes a module', `const { resilient } = require('resilience4cata')\nawait\n(1)\n\nexport function f() {}`],
    ['of two in a line', `${ours}function f() {} function g() {}\nfunction h() {} export function i() {}`],
    ['of an overload', `${ours}export function f(a: 1): void\n\nexport function f(a: any) { a }`],
  ])('is that %s', (_, text) => {
    const tree = parse(text, 'a.ts')!
    tree.scopes.within({ start: 0, end: text.length })
    expect(read(tree.program)).toEqual(read(parseWhole(text, 'a.ts')!.program))
  })

  const site = "import { resilient } from 'resilience4cata'\n\nexport const load = resilient({ retry: true }, helper)\n\n"
  it('that is no valid text leaves the file alone as soon as it is looked into, and is the bundler\'s to report otherwise', () => {
    const looked = `${site}function helper() { let let }`
    expect(compile(looked, { id: 'a.ts' })).toMatchObject({ code: looked, map: null, sites: [], diagnostics: [{ code: 'R4C-HNT-014', line: 5, column: 24 }] })
    expect(compile(`${site}async function helper() {}\n\nfunction other() { let let }`, { id: 'a.ts' }).code).toContain('function other() { let let }')
  })
})
