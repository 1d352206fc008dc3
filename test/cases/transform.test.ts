// What a function or a class is stays what it is: each text run in every way, uncompiled and compiled.
import { describe, expect, it } from 'vitest'
import { useManualClock } from '@resilience4cata/testing/use-manual-clock'
import { engines } from '../engines/engines.ts'

const IMPORT = `import { Retry, Timeout, resilient } from 'resilience4cata'; `
const ways = Object.entries(engines).map(([way, engine]) => [way, (text: string) => engine(IMPORT + text, {})] as const)

describe.each(ways)('transform, %s', (way, run) => {
  useManualClock({ autoAdvance: true })
  // TypeScript has no legacy decorators on class expressions, and an order of its own for them
  const unlessLegacy: (title: string, test: () => Promise<void>) => void = way.includes('legacy') ? () => {} : it

  it('TX-02 · arguments and parameters', async () => {
    const { S, marker } = await run(`
      export class S { @Timeout('1s') async f(a?: number, b = 2, ...r: number[]) { return [arguments.length, a, b, r]; } }
      export const marker = resilient({ timeout: '1s' }, async function (a?: number, b = 2, ...r: number[]) { return [arguments.length, a, b, r]; })`)
    for (const f of [(...args: unknown[]) => new S().f(...args), marker]) {
      expect(await f()).toEqual([0, undefined, 2, []])
      expect(await f(1, undefined, 3)).toEqual([3, 1, 2, [3]])
      expect(await f(undefined, null, 3, 4)).toEqual([4, undefined, null, [3, 4]])
    }
  })

  it('TX-02 · each attempt gets the parameters as they were passed', async () => {
    const { S, marker } = await run(`
      const seen = (list, n) => { if (list.length < n) throw new Error('x'); return list; };
      const object = { n: 1 };
      export class S { list = [];
        @Retry({ delay: '0' }) async f(a, { n } = object, ...r) { this.list.push([a, n, [...r]]); a = 'changed'; n = 9; r.push('more'); return seen(this.list, 3); } }
      const list = [];
      export const marker = resilient({ retry: { delay: '0' } }, async (a, { n } = object, ...r) => { list.push([a, n, [...r]]); a = 'changed'; n = 9; r.push('more'); return seen(list, 3); })`)
    for (const f of [(...args: unknown[]) => new S().f(...args), marker]) expect(await f('a', undefined, 'r')).toEqual(Array(3).fill(['a', 1, ['r']]))
  })

  it('TX-04 · the receiver, in arrows within', async () => {
    const { o, S, calls } = await run(`
      export const calls = { n: 0 };
      export const o = { n: 7, f: resilient({ name: 'o.f', retry: {} }, async function (this: any) { return [1].map(() => (() => this.n)())[0]; }) };
      export class S { n = 7; @Retry() async f() { calls.n++; return (async () => { const g = () => this.n; return g(); })(); } }`)
    expect([await o.f(), await new S().f()]).toEqual([7, 7])
    calls.n = 0
    const { f } = new S()
    await expect(f()).rejects.toThrow(TypeError)
    expect(calls.n).toBe(3)
    expect(await S.prototype.f.call({ n: 8 })).toBe(8)
  })

  unlessLegacy('TX-05 · classes that are expressions', async () => {
    const module = await run(`
      let n = 0; const twice = () => { if (n++ % 2 === 0) throw new Error('x'); return 'ok'; };
      export default class { @Retry({ delay: '0' }) async f() { return twice(); } }
      export const K = class { @Retry({ delay: '0' }) async f() { return twice(); } };
      const mixin = (make) => make(class {});
      export const L = mixin((B) => class extends B { @Retry({ delay: '0' }) async f() { return twice(); } });
      export const M = [1, 2].map(() => mixin((B) => class extends B { @Retry({ delay: '0' }) async f() { return twice(); } }));`)
    for (const Class of [module['default'], module['K'], module['L'], ...module['M']]) expect(await new Class().f()).toBe('ok')
  })

  it('TX-06 · a class that refers to itself', async () => {
    const { S, MAX, tries } = await run(`
      export const MAX = 5; export const tries = { n: 0 };
      export class S { static len = MAX * 2; static boot; static { S.boot = new S(); } @Retry({ maxAttempts: MAX, delay: '0' }) static async make() { tries.n++; throw 1; } }`)
    expect([S.len, S.boot instanceof S, MAX]).toEqual([10, true, 5])
    await expect(S.make()).rejects.toBe(1)
    expect(tries.n).toBe(5)
  })

  it('TX-11 · length, name and attributes', async () => {
    const { S, Plain, marker } = await run(`
      export class S { @Retry() async store(req, state, meta, done) {} @Retry() async opt(a, b = 1, ...c) {} @Timeout('1s') async race({ a }, [b]) {} @Retry() static async stat(a) {} }
      export class Plain { async store(req, state, meta, done) {} async opt(a, b = 1, ...c) {} async race({ a }, [b]) {} static async stat(a) {} }
      export const marker = resilient({ name: 'm', retry: {} }, async function charge(a, b) {})`)
    const shape = (target: object, key: string) => {
      const { value, ...attributes } = Object.getOwnPropertyDescriptor(target, key)!
      return [value.length, value.name, attributes]
    }
    for (const key of ['store', 'opt', 'race']) expect(shape(S.prototype, key)).toEqual(shape(Plain.prototype, key))
    expect(shape(S, 'stat')).toEqual(shape(Plain, 'stat'))
    expect([marker.length, marker.name]).toEqual([2, 'charge'])
    expect(Object.keys(new S())).toEqual([])
  })

  it('TX-17 · nothing of ours stands above super()', async () => {
    const { B, logged } = await run(`
      export const logged = []; const log = () => logged.push('log');
      class A { id = 'a'; constructor() { logged.push('A'); } }
      export class B extends A { f = resilient({ name: 'B.f', retry: {} }, async () => this.id); g;
        constructor() { const g = resilient({ name: 'B.g', retry: {} }, async () => this.id); super(), log(); this.g = g; } }`)
    const b = new B()
    expect([await b.f(), await b.g(), logged]).toEqual(['a', 'a', ['A', 'log']])
    expect([await new B().f(), await b.g()]).toEqual(['a', 'a'])
  })

  unlessLegacy('TX-19 · an `await` in a decorator’s argument stays in its function', async () => {
    const { make, asked } = await run(`
      export const asked = { cfg: 0, n: 0 };
      const cfg = Object.defineProperty(async () => { asked.cfg++; return '50ms'; }, 'n', { get: () => { asked.n++; return 4; } });
      export async function make() { return class { tries = 0; @Timeout(await cfg()) async f() { await new Promise(() => {}); }
        @Retry({ maxAttempts: cfg.n, delay: '0' }) async g() { this.tries++; throw 1; } }; }`)
    for (const times of [1, 2]) {
      const made = new (await make())()
      expect(asked).toEqual({ cfg: times, n: times })
      await expect(made.f()).rejects.toMatchObject({ name: 'CallTimeoutError', timeoutMs: 50 })
      await expect(made.g()).rejects.toBe(1)
      expect(made.tries).toBe(4)
    }
    expect(asked).toEqual({ cfg: 2, n: 2 })
  })

  unlessLegacy('TX-22 · the order in which things are evaluated', async () => {
    const text = (retry: string) => `
      export const log = [];
      const note = (word) => { log.push('eval ' + word); return (value, context) => { log.push('apply ' + word + ' ' + String(context.name)); return value; }; };
      const key = (k) => { log.push('key ' + k); return k; }; const init = () => log.push('init');
      export class S { @note('a') ${retry} @note('b') async [key('k')]() {} @note('c') static x = init(); }`
    const order = async (retry: string) => {
      try {
        return (await run(text(retry))).log
      } catch (error) {
        return (error as Error).message
      }
    }
    const right = await order('')
    expect(await order(`@Retry({ delay: '0' })`)).toEqual(right)
  })
})
