// this-super: a resilient method named `then` makes its instances thenables: what is returned is assimilated
import { Retry, Timeout } from 'resilience4cata'
class S {
  n = 0
  @Retry({ maxAttempts: 2, delay: '0' }) async then(ok: (v: string) => void, no: (e: unknown) => void) { if (++this.n < 2) throw new Error('again'); ok('assimilated ' + this.n) }
  @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') async self(): Promise<any> { return this }
}
export async function run(log: (l: string) => void) { const s = new S(); log(String(await (s as any))); log(String(await s.self())) }
/* expect:
assimilated 2
assimilated 3
*/
