// params: defaults, patterns and a rest that the body changes, under four layers
import { Retry, Timeout, Bulkhead, Fallback } from 'resilience4cata'
class S {
  n = 0
  @Retry({ maxAttempts: 3, delay: '0' }) @Timeout('5s') @Bulkhead({ maxConcurrent: 1 }) @Fallback(function (this: S, e: any, c: any, ...a: any[]) { return `fb ${e.message} ${a.length} ${c.args.length} ${JSON.stringify(a)}` })
  async f(a = this.n++, { b = a, ...c } = {} as any, ...[d, ...e]: any[]): Promise<any> { a++; b++; c.z = 1; e.push(9); if (this.n < 3 || d === 'fail') throw new Error(`f${a}${b}`); return JSON.stringify([a, b, c, d, e, arguments.length]) }
}
export async function run(log: (l: string) => void) { log(await new S().f()); log(await new S().f(5, { b: 1, q: 2 }, 7, 8)); log(await new S().f(undefined, undefined, 'fail')) }
/* expect:
[3,3,{"z":1},null,[9],0]
fb f62 4 4 [5,{"b":1,"q":2},7,8]
fb f33 3 3 [null,null,"fail"]
*/
