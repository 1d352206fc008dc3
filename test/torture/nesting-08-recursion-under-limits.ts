// nesting: recursion under a bulkhead, a deadline and a breaker
import { Retry, Bulkhead, resilient, CircuitBreaker, Timeout } from 'resilience4cata'
class S {
  calls = 0
  @Retry({ maxAttempts: 2, delay: '0' }) @Bulkhead({ maxConcurrent: 3 }) async deep(k: number): Promise<any> { this.calls++; return k === 0 ? 'bottom' : [k, await this.deep(k - 1)] }
  @Timeout('5s') @Retry({ maxAttempts: 2, delay: '0' }) async sum(list: number[]): Promise<number> { const [h, ...t] = list; return h === undefined ? 0 : h + (await this.sum(t)) }
}
const fib: (k: number) => Promise<number> = resilient({ retry: { maxAttempts: 2, delay: '0' }, circuitBreaker: { name: 'y05' } }, async (k) => (k < 2 ? k : (await fib(k - 1)) + (await fib(k - 2))))
const par = resilient({ bulkhead: { maxConcurrent: 2 } }, async (k: number): Promise<any> => (k ? Promise.all([par(k - 1), par(k - 1)]).catch((e: any) => e.name) : 'leaf'))
export async function run(log: (l: string) => void) { const s = new S(); log(JSON.stringify(await s.deep(2))); log(await s.deep(5).catch((e: any) => e.name + s.calls)); log(String(await s.sum([1, 2, 3]))); log(String(await fib(10))); log(JSON.stringify(await par(2))) }
/* expect:
[2,[1,"bottom"]]
BulkheadFullError17
6
55
"BulkheadFullError"
*/
