// decorators: what standard foreign decorators are told, in which order, and their initialisers
// modes: standard
import { Retry, Timeout } from 'resilience4cata'
const seen: string[] = []
const note = (w: string) => (v: any, c: any): any => { seen.push([w, c.kind, String(c.name), c.static, c.private, v?.name].join(':')); c.addInitializer?.(function (this: any) { seen.push('init' + w) }); if (c.metadata) c.metadata[w] = 1 }
const acc = (v: any, c: any) => ({ init: (x: any) => x + 1 })
let n = 0
@note('class')
class S {
  @note('f') field = 1
  @acc accessor a = 1
  @note('m1') @Retry({ maxAttempts: 2, delay: '0' }) async m() { if (++n % 2) throw new Error('again'); return this.a }
  @note('m2') @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') static async #p() { if (++n % 2) throw new Error('again'); return 'p' }
  @note('m3') @Retry({ maxAttempts: 2, delay: '0' }) async [Symbol.toStringTag]() { return 1 }
  static q() { return S.#p() }
}
export async function run(log: (l: string) => void) { const s = new S(); log(String(await s.m())); log(String(await S.q())); log(seen.join(' ')) }
/* expect:
2
p
m2:method:#p:true:true:#p m1:method:m:false:false:m m3:method:Symbol(Symbol.toStringTag):false:false:[Symbol.toStringTag] f:field:field:false:false: class:class:S:::S initm2 initclass initm1 initm3 initf
*/
