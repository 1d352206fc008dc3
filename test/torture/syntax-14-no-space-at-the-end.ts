// syntax: a body whose last statement ends where the body does, without a space or a semicolon
import { resilient, Retry, Timeout } from 'resilience4cata'

let n = 0
const next = async (a: number) => { if (++n % 2 === 1) throw new Error('again'); return a }
const f = resilient({ retry: { delay: '0' } }, async (a: number) => {return next(a)})
const g = resilient({ retry: { delay: '0' } }, async (a: number) => {if (a > 5) return next(a)
else return next(-a)})
class S {
  @Retry({ delay: '0' }) async m(a: number) {return next(a)}
  @Timeout('5s') async t(a: number) {return a}
  @Timeout('5s') async p(a: number) { return (a) }
  @Timeout('5s') async q(a: number) { return (`${a}`) ; }
  @Retry({ delay: '0' }) @Timeout('5s') async b(a: number) {await next(a)}
  @Retry({ delay: '0' }) async o(a: number) {return {a}}}

export async function run(log: (line: string) => void) {
  const s = new S()
  log([await f(1), await g(2), await g(6), await s.m(3), await s.t(4), await s.b(5), (await s.o(6)).a, await s.p(7), await s.q(8)].join())
}
/* expect:
1,-2,6,3,4,,6,7,8
*/
