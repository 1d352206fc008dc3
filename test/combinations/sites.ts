// The places where a protected function can stand, each as the text of a module's part. `§` is the number of the part. `call` says how the function is called.
import type { Need } from './bodies.ts'

export interface Function {
  /** `async ` or nothing. */
  readonly async: string
  readonly params: string
  /** A block, or an expression where the place takes one. */
  readonly body: string
  /** `@Retry() @Timeout('1s')`. */
  readonly decorators: string
  readonly policies: string
}

export interface Place {
  readonly title: string
  readonly kind: 'method' | 'marker'
  readonly has: readonly Need[]
  /** Without it decorators of both worlds. */
  readonly world?: 'standard'
  /** The body is an arrow's expression. */
  readonly expression?: true
  /** One of a module. */
  readonly alone?: true
  readonly text: (fn: Function) => string
  /** An expression that calls it with `args`. */
  readonly call: string
  /** An expression that gives the function. */
  readonly about: string
}

const METHOD: readonly Need[] = ['this', 'super', 'private', 'arguments', 'function']
const BASE = `class Base§ { tag = 'base'; static tag = 'static base'; word(x) { note('word', x); return x }; static word(x) { note('static word', x); return x }
  get level() { return 1 } set level(v) { note('level', v) } static get level() { return 2 } static set level(v) { note('static level', v) } }\n`
const RESCUE = `rescue(...all) { note('rescue', ...all); return 'rescued' } static rescue(...all) { note('static rescue', ...all); return 'rescued' }`

type Method = Partial<Place> & { readonly title: string; readonly head?: string; readonly sign: string; readonly around?: readonly [before: string, after: string]; readonly between?: string; readonly members?: string }

function method({ head = 'class C§ extends Base§', sign, around = ['', ''], between = '\n  ', members = '', ...rest }: Method): Place {
  return {
    kind: 'method', has: METHOD, call: 'new C§().m(...args)', about: 'C§.prototype.m', ...rest,
    text: ({ async, params, body, decorators }) =>
      `${BASE}${around[0]}${head} {\n  #secret = 1; ${RESCUE} ${members}\n  ${decorators}${between}${sign.replace('ASYNC ', async)}(${params}) ${body}\n}${around[1]}`,
  }
}

type Marker = Partial<Place> & { readonly title: string; readonly around: readonly [before: string, after: string] }

const arrow = ({ around: [before, after], ...rest }: Marker): Place => ({
  kind: 'marker', has: [], call: 'f§(...args)', about: 'f§', ...rest,
  text: ({ async, params, body, policies }) => `${before}resilient(${policies}, ${async}(${params}) => ${body})${after}`,
})
const func = ({ around: [before, after], name = '', ...rest }: Marker & { readonly name?: string }): Place => ({
  kind: 'marker', has: ['this', 'arguments', 'function'], call: `f§.apply({ tag: 'receiver' }, args)`, about: 'f§', ...rest,
  text: ({ async, params, body, policies }) => `${before}resilient(${policies}, ${async}function ${name}(${params}) ${body})${after}`,
})
const WITHIN = (text: string, call = 'new C§().at(...args)') => ({
  has: ['this', 'super', 'private'] as const, call, around: [`${BASE}class C§ extends Base§ { #secret = 1; ${text}`, ' }'] as const,
})

const METHODS: readonly Place[] = [
  method({ title: 'a method', sign: 'ASYNC m' }),
  method({ title: 'a method on one line with its decorators', sign: 'ASYNC m', between: ' ' }),
  method({ title: 'a method of an exported class', head: 'export class C§ extends Base§', sign: 'ASYNC m' }),
  method({ title: 'a public method of types', sign: 'public ASYNC m<T extends object>', has: METHOD }),
  method({ title: 'a static method', sign: 'static ASYNC m', call: 'C§.m(...args)', about: 'C§.m' }),
  method({ title: 'a method of a computed name', sign: `ASYNC ['m' + §]`, call: `new C§()['m' + §](...args)`, about: `C§.prototype['m' + §]` }),
  method({ title: 'a method of a symbol', around: [`const key§ = Symbol('key')\n`, ''], sign: 'ASYNC [key§]', call: 'new C§()[key§](...args)', about: 'C§.prototype[key§]' }),
  method({ title: 'a method of an awkward name', sign: `ASYNC 'an odd-name'`, call: `new C§()['an odd-name'](...args)`, about: `C§.prototype['an odd-name']` }),
  method({ title: 'a method of a number', sign: `ASYNC 7`, call: `new C§()[7](...args)`, about: `C§.prototype[7]` }),
  method({ title: 'a private method', world: 'standard', sign: 'ASYNC #m', members: 'run(...args) { return this.#m(...args) }', call: 'new C§().run(...args)', about: 'undefined' }),
  method({ title: 'a method of a class expression', world: 'standard', head: 'const C§ = class extends Base§', sign: 'ASYNC m' }),
  method({ title: 'a method of a named class expression', world: 'standard', head: 'const C§ = class Inner§ extends Base§', sign: 'ASYNC m' }),
  method({ title: 'a static method of a class expression', world: 'standard', head: 'export const C§ = class extends Base§', sign: 'static ASYNC m', call: 'C§.m(...args)', about: 'C§.m' }),
  method({ title: 'a method of an anonymous default', alone: true, head: 'export default class extends Base§', sign: 'ASYNC m', call: 'new module.default().m(...args)', about: 'module.default.prototype.m' }),
  method({ title: 'a method of a named default', alone: true, head: 'export default class C§ extends Base§', sign: 'ASYNC m' }),
  method({ title: 'a decorator of somebody else', sign: 'ASYNC m', members: '\n  @traced' }),
  method({ title: 'a class inside a function', around: ['function make§(local) {\n', '\nreturn C§\n}\nconst Made§ = make§(4)\n'], sign: 'ASYNC m', call: 'new Made§().m(...args)', about: 'Made§.prototype.m' }),
  method({ title: 'a mixin', world: 'standard', around: ['const mix§ = (Parent) => {\nreturn ', '\n}\nconst Made§ = mix§(Base§)\n'], head: 'class C§ extends Parent', sign: 'ASYNC m', call: 'new Made§().m(...args)', about: 'Made§.prototype.m' }),
  method({ title: 'a method of a foreign receiver', sign: 'ASYNC m', call: `new C§().m.call({ tag: 'foreign', __proto__: C§.prototype }, ...args)`, has: ['this', 'super', 'arguments', 'function'] }),
  { ...method({ title: 'a decorated class', sign: 'ASYNC m' }),
    text: ({ async, params, body, decorators }) => `${BASE}${decorators}\nclass C§ extends Base§ {\n  #secret = 1; ${RESCUE}\n  ${async}m(${params}) ${body}\n}` },
  { ...method({ title: 'a decorated class of two methods', sign: 'ASYNC m' }),
    text: ({ async, params, body, decorators }) => `${BASE}${decorators}\nclass C§ extends Base§ {\n  #secret = 1; ${RESCUE}\n  ${async}n() { return 1 }\n  ${async}m(${params}) ${body}\n}` },
  { ...method({ title: 'a decorated class inside a function', sign: 'ASYNC m', call: 'new Made§().m(...args)', about: 'Made§.prototype.m' }),
    text: ({ async, params, body, decorators }) => `${BASE}function make§() {\n${decorators}\nclass C§ extends Base§ {\n  #secret = 1; ${RESCUE}\n  ${async}m(${params}) ${body}\n}\nreturn C§\n}\nconst Made§ = (make§(), make§())\n` },
  { ...method({ title: 'a decorated class expression', alone: true, world: 'standard', sign: 'ASYNC m' }),
    text: ({ async, params, body, decorators }) => `${BASE}const C§ = same(0, ${decorators} class extends Base§ {\n  #secret = 1; ${RESCUE}\n  ${async}m(${params}) ${body}\n}, 2)` },
  method({ title: 'a class expression that is an argument', alone: true, world: 'standard', around: ['const C§ = same(0, ', ', 2)'], head: 'class extends Base§', sign: 'ASYNC m' }),
  method({ title: 'a class expression that is a property', world: 'standard', around: ['const o§ = { a: note(§), C: ', ' }'], head: 'class extends Base§', sign: 'ASYNC m', call: 'new o§.C().m(...args)', about: 'o§.C' }),
  method({ title: 'a class expression that is a default', world: 'standard', around: ['const [C§ = ', '] = []'], head: 'class extends Base§', sign: 'ASYNC m' }),
  method({ title: 'a class expression in a loop', alone: true, world: 'standard', around: ['const all§ = []\nfor (const i of [0, 1]) all§.push(', ')'], head: 'class extends Base§', sign: 'ASYNC m', call: 'new all§[1]().m(...args)', about: 'undefined' }),
  method({ title: 'a class expression in a static field', world: 'standard', around: ['class Holder§ { static C = ', ' }'], head: 'class extends Base§', sign: 'ASYNC m', call: 'new Holder§.C().m(...args)', about: 'Holder§.C' }),
  method({ title: 'a static method of a class expression that is assigned', world: 'standard', around: ['let C§; C§ = ', ''], head: 'class extends Base§', sign: 'static ASYNC m', call: 'C§.m(...args)', about: 'C§.m' }),
  { ...method({ title: 'a bundle on two methods', sign: 'ASYNC m' }),
    text: ({ async, params, body, policies }) => `${BASE}const stack§ = bundle(${policies})\nclass C§ extends Base§ {\n  #secret = 1; ${RESCUE}\n  @stack§\n  ${async}n() { return 1 }\n  @stack§\n  ${async}m(${params}) ${body}\n}` },
  { ...method({ title: 'a bundle on a class', sign: 'ASYNC m' }),
    text: ({ async, params, body, policies }) => `${BASE}export const stack§ = bundle(${policies})\n@stack§ class C§ extends Base§ {\n  #secret = 1; ${RESCUE}\n  ${async}m(${params}) ${body}\n}` },
  { ...method({ title: 'a bundle that is written on the method', sign: 'ASYNC m' }),
    text: ({ async, params, body, policies }) => `${BASE}class C§ extends Base§ {\n  #secret = 1; ${RESCUE}\n  @bundle(${policies})\n  ${async}m(${params}) ${body}\n}` },
  { ...method({ title: 'a method and its overloads', sign: 'ASYNC m' }),
    text: ({ async, params, body, decorators }) => `${BASE}class C§ extends Base§ {\n  #secret = 1; ${RESCUE}\n  m(): any\n  m(a?: any, b?: any): any\n  ${decorators}\n  ${async}m(${params}) ${body}\n  static { note('defined') }\n}` },
  { ...method({ title: 'a bundle on a method', sign: 'ASYNC m' }),
    text: ({ async, params, body, policies }) => `${BASE}const stack§ = bundle(${policies})\nclass C§ extends Base§ {\n  #secret = 1; ${RESCUE}\n  @stack§\n  ${async}m(${params}) ${body}\n}` },
]

const MARKERS: readonly Place[] = [
  arrow({ title: 'an arrow', around: ['const f§ = ', ''] }),
  arrow({ title: 'an exported arrow', around: ['export const f§ = ', ';'] }),
  arrow({ title: 'an arrow of an expression', expression: true, around: ['const f§ = ', ''] }),
  arrow({ title: 'a default export', alone: true, around: ['export default ', ''], call: 'module.default(...args)', about: 'module.default' }),
  arrow({ title: 'a property', around: ['const o§ = { tag: 1, f: ', ', }'], call: 'o§.f(...args)', about: 'o§.f' }),
  arrow({ title: 'an argument', around: ['const f§ = same(0, ', ', 2)'] }),
  arrow({ title: 'called at once', around: ['const f§ = (...args) => ', '(...args)'], about: 'undefined' }),
  arrow({ title: 'inside of a function', around: ['function make§(local) { note("made"); return ', ' }\nconst f§ = make§(3)'] }),
  arrow({ title: 'an expression inside of a function', expression: true, around: ['const make§ = (local) => ', ';\nconst f§ = make§(3)'] }),
  arrow({ title: 'in a loop', alone: true, around: ['const fs§ = []\nfor (const i of [0, 1]) fs§.push(', ')'], call: 'fs§[1](...args)', about: 'fs§[1]' }),
  arrow({ title: 'assigned', around: ['let f§\nf§ = ', ''] }),
  arrow({ title: 'assigned when missing', around: ['let f§ = null; f§ ??= ', ''] }),
  arrow({ title: 'a choice', around: ['const f§ = is§() ? ', ' : null; function is§() { return true }'] }),
  arrow({ title: 'a default of a parameter', around: ['function take§(f = ', ') { return f }\nconst f§ = take§()'] }),
  arrow({ title: 'in a list of declarations', around: ['const before§ = 1, f§ = ', ', after§ = 2'] }),
  arrow({ title: 'a class field', ...WITHIN('at = '), about: 'new C§().at' }),
  arrow({ title: 'a static field', ...WITHIN('static at = ', 'C§.at(...args)'), has: ['this', 'super'], about: 'C§.at' }),
  arrow({ title: 'an expression of a class field', expression: true, ...WITHIN('at = '), about: 'new C§().at' }),
  arrow({ title: 'in a method', ...WITHIN('at(...args) { return '), around: [`${BASE}class C§ extends Base§ { #secret = 1; at(...args) { return `, '(...args) } }'], has: ['this', 'super', 'private', 'arguments'], about: 'undefined' }),
  arrow({ title: 'in a static block', around: [`${BASE}let f§; class C§ extends Base§ { static { f§ = `, ' } }'], has: ['this', 'super'] }),
  arrow({ title: 'in a conditional block', around: ['let f§; if (true) { const g§ = ', '; f§ = g§ }'] }),
  arrow({ title: 'cast', around: ['const f§ = ', ' as any'] }),
  { ...arrow({ title: 'an arrow in parentheses, cast', around: ['', ''] }),
    text: ({ async, params, body, policies }) => `const f§ = resilient(${policies}, (${async}(${params}) => ${body}) as any)` },
  { ...arrow({ title: 'in another resilient function', around: ['', ''] }),
    text: ({ async, params, body, policies }) => `const f§ = resilient({ retry: { maxAttempts: 2, delay: '0' }${async ? '' : `, mode: '${/mode: '(\w+)'/.exec(policies)![1]}'`} }, ${async}(...args) => ({ inner: resilient(${policies}, ${async}(${params}) => ${body}) }).inner(...args))` },
  { ...arrow({ title: 'with a bundle', around: ['', ''] }),
    text: ({ async, params, body, policies }) => `const stack§ = bundle(${policies})\nconst f§ = resilient([stack§, {}], ${async}(${params}) => ${body})` },
  { ...arrow({ title: 'with policies in a const', around: ['', ''] }),
    text: ({ async, params, body, policies }) => `const policies§ = ${policies}\nconst f§ = resilient({ ...policies§ }, ${async}(${params}) => ${body})` },
  { ...arrow({ title: 'two with policies in a const', around: ['', ''] }),
    text: ({ async, params, body, policies }) => `const policies§ = ${policies}\nconst other§ = resilient(policies§, ${async}() => 1), f§ = resilient(policies§, ${async}(${params}) => ${body})` },
  func({ title: 'a function', around: ['const f§ = ', ''] }),
  func({ title: 'a named function', name: 'own§', around: ['const f§ = ', ''] }),
  func({ title: 'a function that is a property', around: ['const o§ = { tag: "object", f: ', ' }'], call: 'o§.f(...args)', about: 'o§.f' }),
  func({ title: 'a function that becomes a method', alone: true, around: ['class C§ { tag = "c" }\nC§.prototype.f = ', ''], call: 'new C§().f(...args)', about: 'C§.prototype.f' }),
  func({ title: 'an exported function', around: ['export const f§ = ', ''] }),
  { ...func({ title: 'a function by reference', around: ['', ''] }),
    text: ({ async, params, body, policies }) => `${async}function plain§(${params}) ${body}\nconst f§ = resilient(${policies}, plain§)` },
  { ...func({ title: 'a method of an object of somebody else', around: ['', ''] }), has: ['this', 'super', 'arguments', 'function'], call: 'o§.m(...args)', about: 'o§.m',
    text: ({ async, params, body, policies }) => `${BASE}class C§ extends Base§ { ${async}m(${params}) ${body} }\nconst o§ = resilient.of(new C§(), { m: ${policies} })` },
]

export const PLACES: readonly Place[] = [...METHODS, ...MARKERS]
