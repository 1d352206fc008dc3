// params: nested patterns with defaults, a pattern in catch, a local that hides a parameter
import { resilient } from 'resilience4cata'
let n = 0
const f = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async ({ a: { b: [c = 1, ...d] = [] } = {} as any, ...rest }: any = {}, { length }: any = 'four', ...[x, y = x]: any[]) => {
  try { throw { m: ++n } } catch ({ m, q = m }: any) { let c = m; if (n < 2) throw new Error(c) }
  return JSON.stringify([c, d, rest, length, x, y])
})
export async function run(log: (l: string) => void) { n = 0; log(await f()); n = 0; log(await f({ a: { b: [5, 6, 7] }, z: 1 }, [1, 2], 8)); log(String(f.length)) }
/* expect:
[1,[],{},4,null,null]
[5,[6,7],{"z":1},2,8,8]
0
*/
