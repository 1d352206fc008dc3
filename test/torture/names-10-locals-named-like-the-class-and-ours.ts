// names: locals named like the class, the decorators and generated names, under a race
import { Retry, Timeout, CircuitBreaker } from 'resilience4cata'
let n = 0
class S {
  @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') @CircuitBreaker({ name: 'u10' })
  async f(x: string) { const S = 'local', Retry = 1, r4c$retry = 2, r4c$race = 3, resolve = 4, reject = 5; if (++n < 2) throw new Error('again'); return [S, Retry, r4c$retry, r4c$race, resolve, reject, x].join() }
  @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s')
  async g(S: string, arguments_ = 1) { if (++n < 4) throw new Error('again'); return S + arguments_ }
  @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s')
  async h(Promise: string, undefined: number) { class S { static v = 'inner' } if (++n < 6) throw new Error('again'); return S.v + Promise + undefined }
}
export async function run(log: (l: string) => void) { const s = new S(); log(await s.f('q')); log(await s.g('p')); log(await s.h('pp', 3)) }
/* expect:
local,1,2,3,4,5,q
p1
innerpp3
*/
