// this-super: private names that parent and child both have, mixins, overrides of overrides, proxies that bind
// modes: standard
import { Fallback, Retry, Timeout } from 'resilience4cata'
let t = 0; const once = () => { if (++t % 2) throw new Error('x') }
class A {
  #p = 1; static #sp = 2; n = 0
  @Retry({ maxAttempts: 2, delay: '0' }) async go(x = 'd') { once(); return `A${this.#p}${this.step()}${x}` }
  step() { return 's' } get g() { return 'ga' }
  @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') async #priv(x: any) { once(); return [x, this.#p] } viaPriv(x: any) { return this.#priv(x) }
  @Retry({ maxAttempts: 2, delay: '0' }) static async make(this: any, ...a: any[]) { once(); return new this(...a) }
  @Timeout('5s') static async sget() { return this.#sp + ('#sp' in this ? 1 : 0) }
  @Timeout('5s') async brand(o: any) { return #p in o }
  @Fallback('later') async fall(x: number): Promise<any> { throw new Error('f' + x) }
  later(x: number, e: Error) { return 'A later ' + e.message }
  static get [Symbol.species]() { return Object }
}
class B extends A {
  #p = 9; static #sp = 8
  override async go(x?: string) { return 'B(' + await super.go(x) + this.#p + ')' }
  @Retry({ maxAttempts: 2, delay: '0' }) async #priv(x: any) { once(); return ['B', x, this.#p] }
  viaB(x: any) { return this.#priv(x) }
  override step() { return 'bs' } override get g() { return 'gb' + super.g }
  @Retry({ maxAttempts: 2, delay: '0' }) async acc() { once(); return [super.g, this.g, (() => super.step())()] }
  override later(x: number, e: Error) { return 'B' + super.later(x, e) }
}
class C extends B { @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') override async go(x = 'c') { once(); const parent = super.go; return 'C(' + await parent.call(this, x) + await super.go(x) + ')' } }
const Mix = <T extends new (...a: any[]) => A>(Base: T) => { class M extends Base { @Retry({ maxAttempts: 2, delay: '0' }) override async go(x?: any) { once(); return 'M' + await super.go(x) } }; return M }
export async function run(log: (l: string) => void) {
  const out: string[] = [], s = async (p: Promise<any>) => { let r; try { r = JSON.stringify(await p) } catch (e: any) { r = e.name } out.push(String(r)) }
  const a = new A(), b = new B(), c = new C(), m = new (Mix(B))()
  await s(a.go()); await s(b.go()); await s(c.go()); await s(m.go('m')); await s(b.viaPriv(1)); await s(b.viaB(2)); await s(A.make()); await s(B.make().then((x: any) => x.constructor.name)); await s(A.sget()); await s(B.sget()); await s(a.brand(b)); await s(a.brand({})); await s(b.acc()); await s(b.fall(3)); await s(A.prototype.go.call(b, 'q')); await s(A.prototype.go.call({ step: () => 1 } as any))
  const px = new Proxy(b, { get(t, k, r) { const v = Reflect.get(t, k, r); return typeof v === 'function' ? v.bind(t) : v } }); await s(px.go()); await s(px.viaB(1)); await s(px.viaPriv(1))
  await s(new Proxy(a, {}).go())
  const bound = a.go.bind(a, 'bound'); await s(bound()); await s(Promise.all([1, 2].map(a.go, a))); await s(Reflect.construct(B, [], C).go()); delete (C.prototype as any).go; await s(c.go())
  log(out.slice(0, 15).join(' ')); log(out.slice(15).join(' '))
}
/* expect:
"A1sd" "B(A1bsd9)" "C(B(A1bsc9)B(A1bsc9))" "MB(A1bsm9)" [1,1] ["B",2,9] {"n":0} "B" 2 TypeError true false ["ga","gbga","s"] "BA later f3" "A1bsq"
TypeError "B(A1bsd9)" ["B",1,9] [1,1] TypeError "A1sbound" Error "C(B(A1bsc9)B(A1bsc9))" "B(A1bsd9)"
*/
