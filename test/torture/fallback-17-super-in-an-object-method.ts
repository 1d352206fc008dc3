// fallback: a handler written as a method keeps `super`, its receiver and its arguments
import { resilient } from 'resilience4cata'
const o = { k: 5, f: resilient({ retry: { maxAttempts: 1 }, fallback(e: any) { return `${(this as any)?.k} ${super.toString === Object.prototype.toString} ${arguments.length}` } } as any, async function (this: any) { throw new Error('x') }) }
export async function run(log: (l: string) => void) { log(String(await (o as any).f(1, 2))) }
/* expect:
5 true 4
*/
