// iteration: labels, returns and rejections out of `for await` close the iterator
import { Retry, resilient } from 'resilience4cata'
const seen: string[] = []
async function* pages(k: number) { try { for (let i = 0; ; i++) { seen.push('y' + i); yield i; if (i === k) throw new Error('page') } } finally { seen.push('closed') } }
class S {
  n = 0
  @Retry({ maxAttempts: 3, delay: '0' })
  async f() { outer: for await (const p of pages(++this.n)) { for (const q of [1, 2]) { if (p === 2) break outer; if (q === 2) continue outer } } return 'done' + this.n }
  @Retry({ maxAttempts: 2, delay: '0' })
  async g() { const it = pages(0); for await (const p of it) return it }
}
const h = resilient({ retry: { maxAttempts: 2, delay: '0' }, bulkhead: { maxConcurrent: 1 } }, async () => { for await (const p of [Promise.resolve('a'), Promise.reject(new Error('rej'))]) seen.push(p); return 'never' })
export async function run(log: (l: string) => void) { log(await new S().f()); log(typeof (await new S().g())?.next); log(await h().catch((e: any) => e.message)); log(seen.join()) }
/* expect:
done2
function
rej
y0,y1,closed,y0,y1,y2,closed,y0,closed,a,a
*/
