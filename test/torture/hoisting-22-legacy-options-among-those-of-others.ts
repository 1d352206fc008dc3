// hoisting: legacy decorators are evaluated behind computed keys and static fields, those of static members last; a method that has to be interpreted holds those in front of it
// modes: legacy
import { Bulkhead, CircuitBreaker, Named, Retry, Timeout } from 'resilience4cata'

const order: string[] = []
const v = <T>(t: T) => { order.push(String(t)); return t }
const note = (what: string) => (): any => { order.push(`called ${what}`) }
class Base { static n = 0 }
let tries = 0
const fails = () => { if (++tries % 2) throw new Error('again'); return tries }
class A extends (v('base'), Base) {
  @note('above') above() {}
  @Retry({ maxAttempts: v(2), delay: '0' }) async [v('a') as 'a']() { return fails() }
  static field = v('field')
  @Timeout(v('5s') as '5s') static async s() { return 1 }
}
v('-')
class B {
  @Retry({ maxAttempts: v(2), delay: '0' }) async first() { return fails() }
  @Named('n') @Timeout(v('6s') as '6s') @note('between') async held() { return fails() }
  @Bulkhead({ maxConcurrent: v(3) }) async last() { return 3 }
}
v('-')
@Retry({ maxAttempts: v(2), delay: '0', retryOn: [(e) => e instanceof Error] }) @CircuitBreaker({ name: v('breaker') })
class C {
  @Timeout({ duration: '5s' }) static async [v('key') as 'key']() { return 4 }
  async m() { return fails() }
}

export async function run(log: (line: string) => void) {
  for (const part of order.join().split(',-,')) log(part)
  const b = new B()
  log(String([await new A().a(), await A.s(), await b.first(), await b.held().catch((e) => e.message), await b.held(), await b.last(), await C.key(), await new C().m()]))
}
/* expect:
base,a,field,called above,2,5s
2,6s,called between,3
key,2,breaker
2,1,4,again,6,3,4,8
*/
