// hoisting: options that are awaited, at the top level and in a class of an async function
import { resilient, Retry } from 'resilience4cata'
const order: string[] = []
const v = async (x: any) => { order.push(String(x)); return x }
let n = 0
const f = resilient({ retry: { maxAttempts: await v(2), delay: await v('0') } }, async () => { n++; throw new Error('f' + n) })
async function make(cfg: any) { class K { @Retry({ maxAttempts: await cfg(3), delay: '0' }) async g() { n++; throw new Error('g' + n) } } return K }
export async function run(log: (l: string) => void) { log(await f().catch((e: any) => e.message)); n = 0; log(await new (await make(v))().g().catch((e: any) => e.message)); log(order.join()) }
/* expect:
f2
g3
2,0,3
*/
