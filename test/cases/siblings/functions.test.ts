// What a function, a class and a module are stays what it is, with other layers, in other places and forms: each text run in every engine.
import { describe, expect, it } from 'vitest'
import { useManualClock } from '@resilience4cata/testing/use-manual-clock'
import { engines } from '../../engines/engines.ts'

const IMPORT = `import { Bulkhead, CircuitBreaker, Fallback, Hedge, Mode, Retry, Timeout, bundle, resilient } from 'resilience4cata'; `
const ways = Object.entries(engines).map(([way, engine]) => [way, (text: string) => engine(IMPORT + text, {})] as const)

describe.each(ways)('functions, %s', (way, run) => {
  useManualClock({ autoAdvance: true })
  // TypeScript has no legacy decorators on class expressions, and an order of its own for them
  const unlessLegacy: (title: string, test: () => Promise<void>) => void = way.includes('legacy') ? () => {} : it

  it('TX-02 · with a hedge, a breaker and a slot around it', async () => {
    const { S } = await run(`export class S {
      @Hedge() @CircuitBreaker() @Bulkhead() async f(a?: number, { b } = { b: 2 }, [c = 3]: number[] = [], ...r: number[]) { return [arguments.length, a, b, c, r]; } }`)
    expect(await new S().f()).toEqual([0, undefined, 2, 3, []])
    expect(await new S().f(null, undefined, [7], 8, 9)).toEqual([5, null, 2, 7, [8, 9]])
  })

  it('TX-02 · an object’s method, a static one, and what is called with more than it declares', async () => {
    const { o, S } = await run(`
      export const o = { f: resilient({ name: 'o.f', retry: {}, timeout: '1s' }, async function (a) { return [a, ...Array.prototype.slice.call(arguments, 1)]; }) };
      export class S { @Retry() static async f(a, b = a) { return [arguments.length, a, b]; } }`)
    expect(await o.f(1, 2, 3)).toEqual([1, 2, 3])
    expect(await S.f(1)).toEqual([1, 1, 1])
    expect(await S.f(1, 2, 3)).toEqual([3, 1, 2])
  })

  it('TX-02 · an attempt that writes to arguments leaves the next one’s alone', async () => {
    const { S } = await run(`export class S { seen: unknown[] = [];
      @Retry({ delay: '0' }) async f(a, b) { 'use strict'; this.seen.push([...arguments]); arguments[0] = 'changed'; arguments.length = 0; b = 9; if (this.seen.length < 3) throw new Error('x'); return this.seen; } }`)
    expect(await new S().f(1, 2)).toEqual(Array(3).fill([1, 2]))
  })

  it('TX-04 · the receiver in a racing method, in a static one and under another receiver', async () => {
    const { S } = await run(`export class S { n = 7; static n = 8;
      @Timeout('1s') async f() { return [1].map(() => (() => this.n)())[0]; }
      @Timeout('1s') @Bulkhead() static async g() { const h = async () => { const i = () => this.n; return i(); }; return h(); }
      @Hedge() async h() { return (() => { return { k: () => this.n }; })().k(); } }`)
    expect([await new S().f(), await S.g(), await new S().h()]).toEqual([7, 8, 7])
    expect(await S.prototype.f.call({ n: 9 })).toBe(9)
    const { f } = new S()
    await expect(f()).rejects.toThrow(TypeError)
  })

  it('TX-04 · and super, in arrows within', async () => {
    const { B } = await run(`
      class A { n = 1; async f(x) { return ['A', this.n, x]; } static async s() { return 'As'; } }
      export class B extends A { tries = 0;
        @Retry({ delay: '0' }) async f(x) { if (this.tries++ < 1) throw new Error('x'); return (() => super.f(x))(); }
        @Timeout('1s') static async s() { return [await (async () => super.s())()]; } }`)
    expect([await new B().f(5), await B.s()]).toEqual([['A', 1, 5], ['As']])
  })

  unlessLegacy('TX-05 · class expressions in arguments, in returns and in fields, with a layer that keeps state', async () => {
    const { made, held } = await run(`
      let n = 0; const flaky = () => { if (n++ % 2 === 0) throw new Error('x'); return 'ok'; };
      const make = (name) => class { @Retry({ delay: '0' }) @CircuitBreaker({ name }) async f() { return flaky(); } };
      export const made = [make('one'), make('two'), ((K) => K)(class Named { @Retry({ delay: '0' }) static async f() { return flaky(); } f = Named.f; })];
      export class Holder { static Inner = class { @Retry({ delay: '0' }) async f() { return flaky(); } }; }
      export const held = Holder.Inner;`)
    for (const Class of [...made, held]) expect(await new Class().f()).toBe('ok')
  })

  unlessLegacy('TX-05 · a class expression that replaces itself is resilient under its new name', async () => {
    const { K, same } = await run(`
      let n = 0;
      let first; const keep = (Class) => { first ??= Class; return Class; };
      export const K = keep(class { @Retry({ delay: '0' }) async f() { if (n++ < 1) throw new Error('x'); return 'ok'; } });
      export const same = K === first;`)
    expect([await new K().f(), same]).toEqual(['ok', true])
  })

  it('TX-06 · static fields and blocks that use the class, and call what is resilient', async () => {
    const { S, seen } = await run(`
      export const seen = [];
      const delay = '0';
      export class S { static made = 0; static self = S; static { seen.push(S.self === S, typeof S.make, S.make.length); }
        @Retry({ delay }) static async make(a) { if (S.made++ < 1) throw new Error('x'); return [a, S.made]; }
        @Retry({ delay }) async again() { return S.make('again'); } }`)
    expect(seen).toEqual([true, 'function', 1])
    expect(await new S().again()).toEqual(['again', 2])
  })

  it('TX-06 · a method that is called through the class while it is made', async () => {
    const { first } = await run(`
      let n = 0; let promise;
      export class S { @Retry({ delay: '0' }) static async f() { if (n++ < 1) throw new Error('x'); return 'ok'; } static later = () => S.f(); }
      promise = S.later(); export const first = promise;`)
    expect(await first).toBe('ok')
  })

  it('TX-11 · length, name and attributes of racing, private-named, symbol-named and marked functions', async () => {
    const { S, Plain, marked, plain, sym } = await run(`
      export const sym = Symbol('own');
      export class S { @Hedge() async f(a, { b }, c = 1) {} @Timeout('1s') async [sym](a, b) {} @Bulkhead() @Mode('sync') g(a): void {} @Fallback(() => 1) async 'quoted name'(a, ...b) {} }
      export class Plain { async f(a, { b }, c = 1) {} async [sym](a, b) {} g(a): void {} async 'quoted name'(a, ...b) {} }
      export const marked = [resilient({ name: 'a', timeout: '1s' }, async function own(a, b = 1) {}), resilient({ name: 'b', hedge: {} }, async (a, b, c) => {}), resilient({ name: 'c', mode: 'sync', bulkhead: {} }, function (a) {})];
      export const plain = [async function own(a, b = 1) {}, async (a, b, c) => {}, function (a) {}];`)
    const shape = (target: object, key: PropertyKey) => {
      const { value, ...attributes } = Object.getOwnPropertyDescriptor(target, key)!
      return [value.length, value.name, attributes]
    }
    for (const key of ['f', sym, 'g', 'quoted name']) expect(shape(S.prototype, key)).toEqual(shape(Plain.prototype, key))
    expect(marked.map((f: Function) => f.length)).toEqual(plain.map((f: Function) => f.length))
    expect(marked[0].name).toBe('own')
    expect(Object.keys(S.prototype)).toEqual([])
  })

  it('TX-11 · own properties of what is marked go with it', async () => {
    const { f } = await run(`
      const body = Object.assign(async function charge(a, b) {}, { tag: 'own', [Symbol.for('meta')]: 7 });
      export const f = resilient({ name: 'charge', retry: {}, timeout: '1s' }, body);`)
    expect([f.length, f.name, f.tag, f[Symbol.for('meta')]]).toEqual([2, 'charge', 'own', 7])
  })

  it('TX-17 · markers in fields, in constructors behind super(), and in parameters’ defaults', async () => {
    const { B } = await run(`
      class A { id = 'a'; constructor(readonly given?: () => Promise<string>) {} }
      export class B extends A {
        own = resilient({ name: 'B.own', retry: {} }, async () => this.id + super.toString().length);
        #hidden = resilient({ name: 'B.hidden', timeout: '1s' }, async () => this.id); hidden() { return this.#hidden(); }
        constructor(f = resilient({ name: 'B.f', retry: {} }, async () => 'default')) { super(f); const g = resilient({ name: 'B.g', bulkhead: {} }, async () => this.id); (this as any).g = g; } }`)
    const b = new B()
    expect([await b.own(), await b.hidden(), await b.given(), await b.g()]).toEqual(['a15', 'a', 'default', 'a'])
  })

  it('TX-17 · a class with decorated methods that calls them before and behind super()', async () => {
    const { B, logged } = await run(`
      export const logged = [];
      class A { constructor() { logged.push(typeof (this as any).f); (this as any).early = (this as any).f(1); } }
      export class B extends A { x = logged.push('field'); early: any; late: any;
        @Retry() async f(n) { return n; } constructor() { super(); this.late = this.f(2); } }`)
    const b = new B()
    expect([await b.late, logged[0]]).toEqual([2, 'function'])
  })

  it('TX-18 · generators beside what is resilient stay generators, and one may be what a body returns', async () => {
    const { S, pages } = await run(`
      export class S { *items() { yield 1; yield 2; } async *pages() { yield* this.items(); } get v() { return [...this.items()]; }
        @Retry() async all() { const all = []; for await (const page of this.pages()) all.push(page); return [all, this.v]; } }
      export const pages = resilient({ name: 'pages', retry: {} }, async () => (async function* () { yield 'a'; yield 'b'; })());`)
    expect(await new S().all()).toEqual([[1, 2], [1, 2]])
    const seen: string[] = []
    for await (const page of await pages()) seen.push(page)
    expect(seen).toEqual(['a', 'b'])
  })

  it('TX-18 · a generator that is marked at run time alone is refused too', async () => {
    const { make } = await run(`
      const bodies = [function* () {}, async function* () {}];
      export const make = (i) => resilient({ name: 'g' + i, retry: {} }, bodies[i] as any);`)
    for (const i of [0, 1]) {
      const code = (() => {
        try {
          const made = make(i)()
          return made instanceof Promise ? made.catch((error: { code: string }) => error.code) : made
        } catch (error) {
          return (error as { code: string }).code
        }
      })()
      expect(await code).toBe('R4C-SYN-002')
    }
  })

  unlessLegacy('TX-19 · an `await` and a `yield` in what is marked are evaluated where they stand', async () => {
    const { make, generate } = await run(`
      export async function make(cfg) { const f = resilient({ name: 'f', retry: { maxAttempts: await cfg(), delay: '0' } }, async () => { tries++; throw 1; }); let tries = 0; return async () => { await f().catch(() => {}); return tries; }; }
      export function* generate() { let tries = 0; const C = class { @Retry({ maxAttempts: yield 'ask', delay: '0' }) async f() { tries++; throw 1; } }; yield async () => { await new C().f().catch(() => {}); return tries; }; }`)
    expect(await (await make(async () => 4))()).toBe(4)
    const generator = generate()
    expect(generator.next().value).toBe('ask')
    expect(await generator.next(2).value()).toBe(2)
  })

  unlessLegacy('TX-19 · what throws there throws there', async () => {
    const { make } = await run(`
      export async function make(cfg) { return class { @Timeout(await cfg()) async f() {} }; }`)
    await expect(make(async () => { throw new RangeError('cfg') })).rejects.toThrow(RangeError)
  })

  unlessLegacy('TX-22 · with several of ours among others, on members of every kind', async () => {
    const text = (retry: string, breaker: string) => `
      export const log = [];
      const note = (word) => { log.push('eval ' + word); return (value, context) => { log.push('apply ' + word + ' ' + context.kind + ' ' + String(context.name)); return value; }; };
      const key = (k) => { log.push('key ' + k); return k; }; const init = (v) => { log.push('init ' + v); return v; };
      @note('class') export class S { @note('x') x = init('x'); @note('f1') ${retry} @note('f2') async f() {} @note('g') get g() { return 1; }
        @note('s1') ${breaker} static async [key('s')]() {} static { init('block'); } @note('y') static y = init('y'); @note('h') async [key('h')]() {} }
      new S();`
    const order = async (...marks: [string, string]) => {
      try {
        return (await run(text(...marks))).log
      } catch (error) {
        return (error as Error).message
      }
    }
    const right = await order('', '')
    expect(right).toContain('init x')
    expect(await order(`@Retry({ delay: '0' })`, '@Timeout("1s") @Bulkhead()')).toEqual(right)
  })

  unlessLegacy('TX-22 · options are evaluated once each, in the order of the text', async () => {
    const { log } = await run(`
      export const log = []; const at = (word, value) => { log.push(word); return value; };
      export class S { @Retry({ maxAttempts: at('f retry', 2), delay: '0' }) @Timeout(at('f timeout', '1s')) async f() {} @Bulkhead({ maxConcurrent: at('g bulkhead', 3) }) async g() {} static z = at('z', 1); }
      export const m = resilient({ name: at('m name', 'm'), retry: { maxAttempts: at('m retry', 2) } }, async () => 1);
      m(); m(); new S().f(); new S().f(); new S().g();`)
    expect(log).toEqual(['f retry', 'f timeout', 'g bulkhead', 'z', 'm name', 'm retry'])
  })

  it('FB-05 · a private, an inherited, a static and a symbol’s owner answer with their own receiver', async () => {
    const { B, failure } = await run(`
      export const failure = new Error('x');
      class A { protected later(id, e) { return [this, id, e]; } static later(id, e) { return [this, id, e]; } }
      export class B extends A { @Fallback('later') async get(id) { throw failure; } @Retry({ maxAttempts: 1 }) @Fallback('later') static async get(id) { throw failure; } }`)
    const b = new B()
    const id = {}
    expect(await b.get(id)).toEqual([b, id, failure])
    const [self, seen, e] = await B.get(id)
    expect([self === B, seen === id, e === failure]).toEqual([true, true, true])
  })

  it('FB-05 · one that throws at once and one that rejects, under many calls at once, each with its own', async () => {
    const { S } = await run(`
      class Own extends Error { constructor(readonly id, readonly e) { super('own'); } }
      export class S { @Timeout('1s') @Fallback('fb') async get(id) { throw new Error('failure of ' + id); } private fb(id, e) { const own = new Own(id, e); if (id % 2) throw own; return Promise.reject(own); } }`)
    const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => new S().get(i))) as PromiseRejectedResult[]
    expect(ends.map(({ reason }) => [reason.constructor.name.length > 0, reason.id, reason.e.message])).toEqual(Array.from({ length: 20 }, (_, i) => [true, i, `failure of ${i}`]))
  })
})
