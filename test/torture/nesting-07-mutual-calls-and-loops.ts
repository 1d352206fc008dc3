// nesting: two that call each other, and closures over the variables of a loop
import { resilient } from 'resilience4cata'
let n = 0
const even: (k: number) => Promise<boolean> = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (k) => { if (n++ % 5 === 4) throw new Error('e'); return k === 0 ? true : odd(k - 1) })
const odd: (k: number) => Promise<boolean> = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (k) => (k === 0 ? false : even(k - 1)))
const fs: (() => Promise<number>)[] = []
for (let i = 0, j = 10; i < 3; i++, j--) fs.push(resilient({ retry: { maxAttempts: i + 1, delay: '0' }, fallback: () => i * 100 + j }, async () => { i += 10; throw new Error('x') }), async () => { i -= 10; return i })
for (const k in { a: 1, b: 2 }) fs.push(resilient({ fallback: () => k as any }, async () => { throw 1 }))
export async function run(log: (l: string) => void) { log(String(await even(12))); for (const f of fs) log(String(await f())) }
/* expect:
true
1010
0
2109
11
3208
22
a
b
*/
