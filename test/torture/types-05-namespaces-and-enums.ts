// types: sites in namespaces of TypeScript, options from enums
import { Retry, resilient, Timeout } from 'resilience4cata'
enum E { Max = 2, Wait = '5s' }
const enum C { Max = 3 }
namespace N.Inner {
  let n = 0
  export class S { @Retry({ maxAttempts: E.Max, delay: '0' }) @Timeout(E.Wait as '5s') async f() { if (++n < 2) throw new Error('again'); return 'N ' + n } }
  export const g = resilient({ retry: { maxAttempts: C.Max, delay: '0' } }, async () => { if (++n < 5) throw new Error('again'); return 'g ' + n })
  export namespace Deep { export class T { @Retry({ maxAttempts: 2, delay: '0' }) async f() { if (++n < 7) throw new Error('again'); return 'deep ' + n } } }
}
export async function run(log: (l: string) => void) { log(await new N.Inner.S().f()); log(await N.Inner.g()); log(await new N.Inner.Deep.T().f()) }
/* expect:
N 2
g 5
deep 7
*/
