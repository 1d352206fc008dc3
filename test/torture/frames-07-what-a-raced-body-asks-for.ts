// frames: `super`, `arguments`, private fields, generators, disposal and the signal of the attempt in methods that race
import { attemptSignal, Bulkhead, Hedge, Retry, Timeout } from 'resilience4cata'
let t = 0; const once = () => { if (++t % 2) throw new Error('x') }
class B { async base(...a: any[]) { return a.join('') } static async sb(x: any) { return 'sb' + x } get acc() { return 'acc' } set acc(v) { (this as any).got = v } }
class D extends B {
  #v = 1
  @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') async m1(a: any, b = super.base('dflt')) { once(); super.acc = 'w'; const arr = [1, 2].map((x) => super.base(x, arguments.length, this.#v++)); return [await b, ...(await Promise.all(arr)), (this as any).got, super.acc] }
  @Hedge({ maxAttempts: 2, delay: '5s' }) @Bulkhead({ maxConcurrent: 2 }) async m2({ x = this.#v, ...r }: any = {}, ...rest: any[]) { const g = (function* (this: any) { yield* rest; yield arguments.length })(); return [x, r, [...g]] }
  @Timeout('5s') async m3() { try { return await new Promise((_, no) => setTimeout(() => no(new Error('late')), 5)) } catch (e: any) { return e.message } finally { this.#v = 7 } }
  @Timeout('5s') @Retry({ maxAttempts: 3, delay: '0' }) async m4(n: number) { for (var i = 0; i < n; i++) { await using r = { i, async [Symbol.asyncDispose]() { t++ } }; if (i === 1 && t % 3) throw new Error('in'); } return [i, typeof r0()] ; function r0() { return i } }
  @Timeout('5s') static async m5(x: any) { return await super.sb(x) + (await (async () => super.sb('in'))()) + this.name }
  @Timeout('5s') async m6(cb: any) { return cb.call(this, () => { this.#v += 10; return this.#v }) }
  @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') async m7(): Promise<any> { const s = attemptSignal(); once(); return [s.aborted, await new Promise((r) => { s.addEventListener('abort', () => r('ab')); setTimeout(r, 1, 'ok') })] }
  @Timeout('20ms') async m8() { const s = attemptSignal(); await new Promise((r) => s.addEventListener('abort', r)); this.#v = 100; return 'never' }
  v() { return this.#v }
  @Timeout('5s') @Bulkhead({ maxConcurrent: 1 }) async m9(this: D, a: number, a2 = a + 1, [a3 = a2, ...a4] = [] as number[], { a5 = a3, ['a' + 6]: a6 = a5 } = {} as any) { a++; a2 *= 2; [a3, a5] = [a5 + 1, a3 + 1]; return [a, a2, a3, a4, a5, a6] }
}
export async function run(log: (l: string) => void) {
  const s = async (p: Promise<any>) => { let r; try { r = JSON.stringify(await p) } catch (e: any) { r = e.name } log(String(r)) }
  const d = new D(); await s(d.m1(1)); await s(d.m1(1, Promise.resolve('given'))); await s(d.m2()); await s(d.m2({ x: 3, y: 4 }, 5, 6)); await s(d.m3()); await s(d.m4(3)); await s(D.m5('q')); await s(d.m6((f: any) => f() + f())); t = 0; await s(d.m7()); await s(d.m8()); log(String(d.v())); await new Promise((r) => setTimeout(r, 5)); log(String(d.v())); await s(d.m9(1)); await s(d.m9(1, 2, [5, 6], { a5: 9, a6: 1 }))
  await s(D.prototype.m9.call({} as any, 3)); await s(D.prototype.m6.call({} as any, (f: any) => f()))
}
/* expect:
["dflt","111","212","w","acc"]
["given","123","224","w","acc"]
[5,{},[0]]
[3,{"y":4},[5,6,0]]
"late"
[3,"number"]
"sbqsbinD"
44
[false,"ok"]
CallTimeoutError
100
100
[2,4,3,[],3,2]
[2,4,10,[6],6,1]
[4,8,5,[],5,4]
TypeError
*/
