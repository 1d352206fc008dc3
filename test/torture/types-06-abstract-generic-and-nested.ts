// types: abstract and generic classes, overloads, parameter properties, `this` types, assertions, enums, namespaces in namespaces and their aliases
import { Bulkhead, resilient, Retry, Timeout } from 'resilience4cata'
let t = 0; const once = () => { if (++t % 2) throw new Error('x') }
abstract class Repo<T extends { id: string }, const K extends readonly string[] = readonly []> {
  declare readonly brand: unique symbol; accessor size = 3; static count = 0; [key: string]: any
  constructor(protected readonly name: string, private items: Map<string, T> = new Map(), public keys?: K) { Repo.count++ } abstract kind(): string
  load(id: string): Promise<T>; load(id: string, fallback: T): Promise<T>
  @Retry({ maxAttempts: 2, delay: '0' }) public async load(this: this, id: string, fallback?: T): Promise<T> { once(); const found = this.items.get(id) ?? fallback; this.check(found); return found satisfies T as T }
  isNamed(): this is this & { name: string } { return true } check(x: unknown): asserts x is T { if (!x) throw new TypeError('missing ' + this.kind()) }
  @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') protected async self<const A extends readonly unknown[]>(...args: A): Promise<[this, A]> { once(); return [this, args] }
  @Bulkhead({ maxConcurrent: 2 }) async put(item: T): Promise<this> { this.items.set(item.id, item); return this }
}
class Users extends Repo<{ id: string }, ['a']> {
  override kind() { return 'users' } async both() { return this.self(1, 'b') }
  @Retry({ maxAttempts: 2, delay: '0' }) override async load(this: any, id: string, fallback?: { id: string }): Promise<{ id: string }> { once(); return super.load(id, fallback!) }
}
enum Color { Red = 'r', Green = 'g' } const enum Flag { A = 1 << 2 }
namespace Shop {
  export namespace Inner { export const get = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async <T extends Color = Color.Red>(c: T) => { once(); return `${c}${Flag.A}${Color.Green satisfies string}` }) }
  export class Cart { @Retry({ maxAttempts: 2, delay: '0' }) async total(this: Cart | void, x = <number>1, y: number | undefined = undefined!) { once(); enum Local { A = 3 } ; type Q = { n: number }; interface W extends Q { m?: 1 }; const w = { n: Local.A } as const satisfies W; return x + w.n + (y as unknown as number ?? 0) } }
  let hidden = 0; export const bump = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { hidden++; once(); return hidden })
}
import Alias = Shop.Inner
function assertIsString(x: unknown): asserts x is string { if (typeof x !== 'string') throw new Error('no') }
const typed: { <T>(x: T): Promise<T>; prop?: 1 } = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async <T,>(x: T): Promise<T> => { once(); assertIsString(x); return x })
const casted = <(x: number) => Promise<number>>resilient(<const>{ retry: { maxAttempts: 2, delay: '0' } }, (async function <T extends number>(this: void, x: T): Promise<T> { once(); return x! as T }) as any)
const inst = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (x?: Map<string, Array<Set<number>>>) => { once(); return new Map<string, Array<Set<number>>>(x!).size < 2 && f<number>(3) > 1 })
function f<T>(x: T) { return x as unknown as number }
export async function run(log: (l: string) => void) {
  const u = new Users('n'); await u.put({ id: '1' })
  log([(await u.load('1')).id, await u.load('2').catch((e: Error) => e.message), t].join())
  const [me, args] = await u.both(); log([me === u, args, Repo.count, u.size, Object.keys(u)].join())
  log([await Alias.get(Color.Green), await new Shop.Cart().total(), await Shop.bump(), await typed('s'), await casted(3), await inst()].join())
  log([Users.prototype.load.length, typed.length, Shop.Cart.prototype.total.length].join())
}
/* expect:
1,missing users,8
true,1,b,1,3,name,items,keys
g4g,4,2,s,3,true
2,1,0
*/
