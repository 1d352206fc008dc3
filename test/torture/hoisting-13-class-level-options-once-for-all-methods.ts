// hoisting: options of a decorator on the class are evaluated once, in front of its methods' (behind them in the legacy world), also where one gives way
import { Retry, Named, CircuitBreaker, Mode } from 'resilience4cata'

const order: string[] = []
const v = <T>(t: T) => { order.push(String(t)); return t }
const calls: Record<string, number> = {}
const fail = (k: string): never => { calls[k] = (calls[k] ?? 0) + 1; throw new Error(k) }
@Retry({ maxAttempts: v(3), delay: v('0') as '0', retryOn: [(e: Error) => { calls['asked'] = (calls['asked'] ?? 0) + 1; return e.message !== 'c' }] })
@CircuitBreaker({ windowSize: v(9), enabled: false })
class S {
  async a(): Promise<void> { fail('a') }
  @Mode('async') b(): Promise<void> { return fail('b') }
  @Retry({ maxAttempts: v(2), delay: '0' }) async d(): Promise<void> { fail('d') }
  async c(): Promise<void> { fail('c') }
}
@Named(v('shared')) @CircuitBreaker({ windowSize: v(4), minimumCalls: v(2) })
class T {
  async a(): Promise<void> { fail('t') }
  async b() { return 'closed' }
}

export async function run(log: (line: string) => void) {
  const s = new S(), t = new T()
  for (const f of [() => s.a(), () => s.b(), () => s.c(), () => s.d(), () => t.a(), () => t.a()]) await f().catch(() => {})
  log(JSON.stringify(calls))
  log(await t.b().catch((e) => e.name))
  log([...order].sort().join())
}
/* expect:
{"a":3,"asked":7,"b":3,"c":1,"d":2,"t":2}
CallNotPermittedError
0,2,2,3,4,9,shared
*/
