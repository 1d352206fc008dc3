// decorators: ours that a function of the file makes, or an object, list or class holds, beside one of ours: still one site
import { bundle, resilient, Retry, Timeout } from 'resilience4cata'
let n = 0
const boom = () => { throw new Error('x' + ++n) }
const all = { twice: bundle({ retry: { maxAttempts: 2, delay: '0' } }), thrice: Retry({ maxAttempts: 3, delay: '0' }) }
const standard = (max = 2) => bundle({ retry: { maxAttempts: max, delay: '0' } })
function Own(max: number) { return Retry({ maxAttempts: max, delay: '0' }) }
const list = [bundle({ retry: { maxAttempts: 2, delay: '0' } })]
class Kit { static twice = bundle({ retry: { maxAttempts: 2, delay: '0' } }) }
class S {
  @all.twice async a() { boom() }
  @all.twice @Retry({ maxAttempts: 4, delay: '0' }) async b() { boom() }
  @standard() @Retry({ maxAttempts: 4, delay: '0' }) async c() { boom() }
  @Retry({ maxAttempts: 4, delay: '0' }) @standard() async d() { boom() }
  @Own(3) @Timeout('5s') async e() { boom() }
  @all.thrice @Timeout('5s') async f() { boom() }
  @(list[0]!) @Retry({ maxAttempts: 4, delay: '0' }) async g() { boom() }
  @Kit.twice @Retry({ maxAttempts: 4, delay: '0' }) async h() { boom() }
}
export async function run(log: (l: string) => void) { const s: any = new S(); for (const k of 'abcdefgh') { n = 0; await s[k]().catch((e: any) => log(k + e.message)) } }
/* expect:
ax2
bx4
cx4
dx4
ex3
fx3
gx4
hx4
*/
