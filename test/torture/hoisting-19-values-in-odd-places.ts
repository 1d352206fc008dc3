// hoisting: values of bundles, of classes and of class expressions in odd places: a namespace, a heritage clause, a case, a list, each other
// modes: standard
import { bundle, resilient, Retry, Timeout, CircuitBreaker } from 'resilience4cata'
const order: string[] = []
const v = <T>(t: T) => { order.push(String(t)); return t }
let tries = 0
const boom = (): never => { throw new Error(`${++tries}`) }
namespace N { export const p = bundle({ retry: { maxAttempts: v(2), delay: '0' } }); export class S { @p async m(): Promise<string> { return boom() } } }
class A extends (class { @Retry({ maxAttempts: v(3), delay: '0' }) async m(): Promise<string> { return boom() } }) {}
const other = bundle({ retry: { maxAttempts: v(4), delay: '0' } })
const both = bundle([other, { timeout: v('5s') as '5s', async fallback(e: Error) { return `rescued ${e.message}` } }])
const x = 1
const base = { retry: { maxAttempts: v(x + 4), delay: '0' } } as const
const more = { ...base, fallback: (e: Error) => `more ${e.message}` } as const
const f = resilient(both, async (): Promise<string> => boom())
const g = resilient(more, async (): Promise<string> => boom())
async function late() {
  const Base = async () => class { tag = 'base' }
  const C = class extends (await Base()) { @Retry({ maxAttempts: v(2), delay: '0' }) async m(): Promise<string> { throw new Error(this.tag) } }
  return new C().m().catch((e: Error) => e.message)
}
const pick = (n: number) => { switch (n) { case 1: const p = bundle({ retry: { maxAttempts: v(6), delay: '0' } }); class K { @p async m(): Promise<string> { return boom() } } return new K(); default: return new A() } }
const nested = { fallback: resilient({ retry: { maxAttempts: v(2), delay: '0' } }, async () => 'inner') } as const
const h = resilient(nested, async (): Promise<string> => boom())
export default @Retry({ maxAttempts: v(7), delay: '0' }) class Z { static { v('static') } async a(): Promise<string> { return boom() } @Timeout({ duration: v('3s') as '3s' }) async b(): Promise<string> { const Inner = class { @Retry({ maxAttempts: 2, delay: '0' }) async c(): Promise<string> { return boom() } }; return new Inner().c() } }
export async function run(log: (line: string) => void) {
  const z = new Z()
  for (const each of [() => new N.S().m(), () => new A().m(), f, g, late, () => pick(1).m(), h, () => z.a(), () => z.b()]) log(String(await each().catch((e: Error) => e.message)))
  log(order.join())
}
/* expect:
2
5
rescued 9
more 14
base
20
inner
28
42
2,3,4,5s,5,2,7,3s,static,2,6
*/
