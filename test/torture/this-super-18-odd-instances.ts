// this-super: built-in parents, prototypes of literals, constructors that give another object, frozen instances
import { resilient, Retry, Timeout } from 'resilience4cata'
let t = 0
const once = () => { if (++t % 2) throw new Error('x') }
class Arr extends Array<number> { @Retry({ maxAttempts: 2, delay: '0' }) async sum() { once(); return this.map((x) => x * 2).reduce((a, b) => a + b, 0) + this.constructor.name } }
class Callable extends Function { @Retry({ maxAttempts: 2, delay: '0' }) async c() { once(); return typeof this } }
class Err extends Error { @Timeout('5s') async m() { return this.message + this.name } }
const proto = { __proto__: { hi() { return 'up' + (this as any).k } }, k: 1, hi: resilient({ retry: { maxAttempts: 2, delay: '0' } }, async function (this: any) { once(); return Object.getPrototypeOf(proto).hi.call(this) }) } as any
class Ret { constructor() { return Object.create(Ret.prototype, { z: { value: 5 } }) } @Timeout('5s') async m() { return (this as any).z } }
class Frozen { v = 1; constructor() { Object.freeze(this) } @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') async m() { once(); try { this.v = 2 } catch (e: any) { return e.name + this.v } } }
export async function run(log: (l: string) => void) {
  const out: string[] = [], s = async (p: Promise<any>) => { let r; try { r = JSON.stringify(await p) } catch (e: any) { r = e.name } out.push(String(r)) }
  await s(Arr.from([1, 2]).map((x) => x) instanceof Arr ? (Arr.from([1, 2]) as Arr).sum() : Promise.reject(0)); await s(new Callable('return 1').c()); await s(new Err('e').m()); await s(proto.hi()); await s(new Ret().m()); await s(new Frozen().m())
  log(out.join(' '))
}
/* expect:
"6Arr" "function" "eError" "up1" 5 "TypeError1"
*/
