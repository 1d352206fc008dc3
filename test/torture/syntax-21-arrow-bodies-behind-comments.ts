// syntax: line breaks and comments between an arrow or `return` and its value
import { resilient } from 'resilience4cata'
let n = 0
const P = { retry: { maxAttempts: 2, delay: '0' } } as const
const flaky = <T,>(v: T): T => { if (++n % 2) throw new Error('again'); return v }
const a = resilient(P, async (x: number) => // arrow
  flaky(x) * 2)
const b = resilient(P, async (x: number) => /* arrow
  */ `${flaky(x)}`)
const c = resilient(P, async (x: number) =>

  flaky({ x }).x * 3)
const d = resilient(P, async (x: number) => ( // bracket
  { x: flaky(x) }
))
const e = resilient(P, async (x: number) => /* one */ /* two */
  // three
  (flaky(x), [x]))
const f = resilient(P, async (x: number) => // promise
  Promise.resolve(flaky(x)))
const g = resilient({ ...P, timeout: '5s', bulkhead: { maxConcurrent: 1 } }, async (x: number) => // race
  // more
  flaky(x) + 1)
const h = resilient({ ...P, mode: 'sync', circuitBreaker: { name: 'z01' } }, (x: number) => // sync
  flaky(x) - 1)
const i = resilient(P, async (x: number, y = // default
  // of y
  flaky(x)) => x + y)
const j = resilient(P, async function (x: number) { return ( // in brackets
  flaky(x)) })
const k = resilient({ ...P, bulkhead: { maxConcurrent: 1 } }, async function (x: number) { if (x < 0) return /* c
  */; for (;;) { return ( // d
    x, flaky(x)
  ) } })
export async function run(log: (l: string) => void) { const out: any[] = []; for (const q of [a, b, c, d, e, f, g, h, i, j, k]) out.push(JSON.stringify(await (q as any)(5))); log(out.join() + (await k(-1))) }
/* expect:
10,"5",15,{"x":5},[5],5,6,4,10,5,5undefined
*/
