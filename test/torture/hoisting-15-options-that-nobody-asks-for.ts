// hoisting: options of a layer that is written off, or that a stronger one takes the place of, are evaluated all the same
import { bundle, resilient, Retry, Timeout, Bulkhead } from 'resilience4cata'

const order: string[] = []
const v = <T>(t: T) => { order.push(String(t)); return t }
const a = resilient({ retry: { enabled: false, maxAttempts: v(1) } }, async () => 'a')
const b = resilient([{ retry: { maxAttempts: v(2), delay: '0' } }, { retry: { maxAttempts: v(3), delay: '0' } }], async () => 'b')
const c = [v('c'), resilient({ bulkhead: { maxConcurrent: v(4), enabled: false }, retry: false }, async () => 'c'), v('d')] as const
class S {
  @Retry({ maxAttempts: v(5), enabled: false }) async a() { return 'Sa' }
  @Retry({ maxAttempts: v(6), delay: '0' }) @bundle({ retry: { maxAttempts: v(7) }, bulkhead: { maxConcurrent: v(8) } }) async b() { return 'Sb' }
  @Bulkhead({ maxConcurrent: 1, enabled: false }) @Timeout({ duration: '1s', dispose: () => v('never'), enabled: false }) async c() { return 'Sc' }
}
const make = (n: number) => resilient({ retry: { maxAttempts: v(n), enabled: false } }, async () => n)
const failing = () => {
  const max = () => LATER
  try { class Early { @Retry({ enabled: false, maxAttempts: max() }) async f() {} } return Early.name } catch (e) { return (e as Error).name }
  const LATER = 2
}

export async function run(log: (line: string) => void) {
  const s = new S()
  log(order.join())
  log([await a(), await b(), await c[1](), await s.a(), await s.b(), await s.c(), await make(9)(), order.at(-1), failing()].join())
}
/* expect:
1,2,3,c,4,d,5,6,7,8
a,b,c,Sa,Sb,Sc,9,9,ReferenceError
*/
