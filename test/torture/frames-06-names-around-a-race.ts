// frames: private names of the user's that look like those of a frame, parameters named like the class, recursion, statics of other receivers, generic and abstract classes
import { Retry, Timeout } from 'resilience4cata'
class Outer {
  #r4c$go = 5; static #go = 1
  make() { const o = this; class Inner { static #r4c$x = 1; @Timeout('5s') async go(a: number) { return o.#r4c$go + a + Inner.#r4c$x + Outer.#go } @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') async 'odd-name'(Inner: number) { return Inner } @Timeout('5s') async r4c$go(r4c$race: any, ...r4c$rest: any[]) { return [r4c$race, r4c$rest] } } return new Inner() }
}
class P { static p = 'P'; @Timeout('5s') async go(P: any, self = P) { return [P, self, (() => { const Q = P; return Q })()] } @Timeout('5s') async me() { return P.p } }
const Old = P; let fails = 0
class Self { @Timeout('5s') @Retry({ maxAttempts: 2, delay: '0' }) async go(n: number): Promise<any> { if (fails++ % 2) throw new Error('x'); return n ? [n, ...await this.go(n - 1)] : [Self.name] } static go() { return 's' } @Timeout('5s') static async stat(this: any) { return [this === Self, this.go?.()] } get go2() { return this.go } }
class Sub extends Self { override async go(n: number) { return ['sub', ...(await super.go(n))] } }
abstract class Abs { @Timeout('5s') async tpl() { return this.step() } abstract step(): string }
class G<T> { constructor(public v: T) {} @Timeout('5s') async get<U>(u: U, f: (t: T) => U = () => u): Promise<[T, U]> { return [this.v, f(this.v)] } }
export async function run(log: (l: string) => void) {
  const s = async (p: Promise<any>) => { let r; try { r = JSON.stringify(await p) } catch (e: any) { r = 'E ' + e?.name + (e?.message ?? e).slice(0, 40) } log(String(r)) }
  const i = new Outer().make(); await s(i.go(1)); await s(i['odd-name'](3)); await s(i.r4c$go(1, 2, 3)); await s(new P().go(1)); await s(new P().me())
  await s(new Self().go(2)); await s(Self.stat()); await s(Self.stat.call({ go: () => 'foreign' })); await s(Self.stat.call(class X extends Self {})); await s(new Sub().go(1)); await s(new Self().go2.call(new Sub(), 1))
  await s(new (class extends Abs { step() { return 'stepped' } })().tpl()); await s(new G(1).get('u')); await s(Promise.all([new G(1).get(2), new G(3).get(4, () => 5)]))
  log(Object.getOwnPropertyNames(Self).join() + Object.getOwnPropertyNames(P.prototype).join())
  const { go } = new Self(); await s(go.call(new Proxy(new Self(), { get: (t, k, r) => k === 'go' ? async () => ['proxied'] : Reflect.get(t, k, r) }), 1))
}
/* expect:
8
3
[1,[2,3]]
[1,1,1]
"P"
[2,1,"Self"]
[true,"s"]
[false,"foreign"]
[false,"s"]
["sub",1,"sub","Self"]
[1,"sub","Self"]
"stepped"
[1,"u"]
[[1,2],[3,5]]
length,name,prototype,go,statconstructor,go,me
[1,"proxied"]
*/
