// hoisting: a class expression has instances of its own at each evaluation, and its name, `this` and outer `super` wherever it stands
// modes: standard
// lower: typescript
import { CircuitBreaker, Retry } from 'resilience4cata'

const order: string[] = []
const v = <T>(t: T) => { order.push(String(t)); return t }
const names = (...all: any[]) => all.map((C) => `<${C.name}>`).join()
const A = class { @Retry({ maxAttempts: v(2), delay: '0' }) async f() { throw new Error('A') } }
let B: any; B = class { @Retry({ maxAttempts: v(3), delay: '0' }) async f() {} }
const o = { C: class { @Retry({ maxAttempts: v(4), delay: '0' }) async f() {} }, 'd e': class { @Retry({ maxAttempts: v(5), delay: '0' }) async f() {} }, __proto__: class { @Retry({ maxAttempts: v(6) }) async f() {} } }
const [E = class { @Retry({ maxAttempts: v(7), delay: '0' }) async f() {} }] = [] as any[]
const take = (F = class { @Retry({ maxAttempts: v(8), delay: '0' }) async f() {} }) => F
const loose = [class { @Retry({ maxAttempts: v(9), delay: '0' }) async f() {} }][0]!
class Outer { kind() { return 'outer' } }
class Holder extends Outer {
  static G = class { @Retry({ maxAttempts: v(10), delay: '0' }) async f() {} }
  tag = 1
  #H = class Own { @Retry({ maxAttempts: 2, delay: '0' }) async f() { return Own.name } }
  inner() { return class { static [super.kind() + this.tag] = 'computed'; @Retry({ maxAttempts: 2, delay: '0' }) async f() {} } }
  get own() { return this.#H }
}
const make = () => class { @CircuitBreaker({ windowSize: 2, minimumCalls: 1, failureRate: 100 }) async f(bad: boolean) { if (bad) throw new Error('bad'); return 'good' } }

export async function run(log: (line: string) => void) {
  log(order.join())
  log(names(A, B, o.C, o['d e'], Object.getPrototypeOf(o), E, take(), loose, Holder.G, new Holder().own, make()))
  log(`${(new Holder().inner() as any).outer1} ${await new (new Holder().own)().f()}`)
  const One = make(), Two = make()
  await new One().f(true).catch(() => {})
  log([await new One().f(false).catch((e) => e.name), await new Two().f(false)].join())
}
/* expect:
2,3,4,5,6,7,9,10
<A>,<B>,<C>,<d e>,<>,<E>,<F>,<>,<G>,<Own>,<>
computed Own
CallNotPermittedError,good
*/
