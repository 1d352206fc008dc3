// hoisting: what concerns a whole site and is computed on the class is computed once for all its methods, at each evaluation of the class
import { Retry, Bulkhead, Classify, CancelWith, Named, Fallback } from 'resilience4cata'
const order: string[] = []
const v = <T>(t: T) => { order.push(typeof t === 'function' || typeof t === 'object' ? 'f' : String(t)); return t }
@Classify(v((r: unknown) => (r === 'bad' ? 'failure' as const : 'success' as const)) as never)
@CancelWith(v(() => undefined) as never)
@Retry({ maxAttempts: v(2), delay: '0', onExhaustedResult: 'return' } as never)
export class S {
  n = 0
  async a() { return ++this.n < 2 ? 'bad' : 'good' }
  async b(): Promise<string> { ++this.n; return 'bad' }
  @Fallback((e: Error) => e.name) @Bulkhead({ maxConcurrent: v(1) }) async c(again = true): Promise<string> { return again ? await this.c(false) : 'deep' }
}
function make(n: number) {
  @Named(v(`made ${n}`)) @Bulkhead({ maxConcurrent: v(n) })
  class M { async m(k: number): Promise<number> { return k > 0 ? await this.m(k - 1) : 0 } }
  return M
}
export async function run(log: (line: string) => void) {
  const s = new S()
  log([await s.a(), s.n, await s.b().catch((e) => e.name), s.n, await s.c()].join())
  const One = make(1), Two = make(2)
  log([await new One().m(1).catch((e) => e.name), await new Two().m(1), await new Two().m(2).catch((e) => e.name)].join())
  log([...order].sort().join())
}
/* expect:
good,2,bad,4,BulkheadFullError
BulkheadFullError,0,BulkheadFullError
1,1,2,2,f,f,made 1,made 2
*/
