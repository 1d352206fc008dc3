// hoisting: options of a class are evaluated once, also when one of its methods can't be compiled
import { bundle, Bulkhead, Retry, resilient, Fallback } from 'resilience4cata'

const order: string[] = []
const v = <T>(t: T) => { order.push(String(t)); return t }
let tries = 0
const boom = (): never => { throw new Error(`${++tries}`) }
const wrapped = (value: any, _: unknown, d?: any): any => { const f = d ? d.value : value; const g = async function (this: unknown) { return await f.call(this) }; return d ? { ...d, value: g } : g }
@bundle({ retry: { maxAttempts: v(2), delay: v('0') as '0' } })
class A {
  async a(): Promise<string> { return boom() }
  @Bulkhead({ maxConcurrent: v(3) }) @wrapped async b(): Promise<string> { return boom() }
  async c(): Promise<string> { return boom() }
}
@Retry({ maxAttempts: v(4), delay: '0', retryOn: [(e) => e instanceof Error] })
@Fallback(resilient({ retry: { maxAttempts: v(5), delay: '0' } }, async (e: Error) => { if (tries++ % 5 < 3) throw e; return `instead of ${e.message}` }))
class B {
  @wrapped async a(): Promise<string> { return boom() }
  async b(): Promise<string> { return boom() }
}

export async function run(log: (line: string) => void) {
  const a = new A(), b = new B()
  for (const f of [() => a.a(), () => a.b(), () => a.c(), () => b.a(), () => b.b()]) log(String(await f().catch((e) => e.message)))
  log([...order].sort().join())
}
/* expect:
2
4
6
instead of 10
instead of 18
0,2,3,4,5
*/
