// this-super: undefined, null and primitives as receivers, as strict code sees them
import { resilient, Retry } from 'resilience4cata'
let n = 0
const f = resilient({ retry: { maxAttempts: 2, delay: '0' }, timeout: '5s' }, async function (this: any) { if (++n % 2) throw new Error('again'); return `${typeof this} ${String(this)}` })
class S { @Retry({ maxAttempts: 2, delay: '0' }) async g() { if (++n % 2) throw new Error('again'); return `${typeof this} ${String(this)}` } }
export async function run(log: (l: string) => void) {
  for (const r of [undefined, null, 5, 'x', Symbol.iterator, true]) { log(await f.call(r)); log(await S.prototype.g.call(r as any)) }
  const { g } = S.prototype; log(await g.call(undefined as any)); log(await (0, f)())
}
/* expect:
undefined undefined
undefined undefined
object null
object null
number 5
number 5
string x
string x
symbol Symbol(Symbol.iterator)
symbol Symbol(Symbol.iterator)
boolean true
boolean true
undefined undefined
undefined undefined
*/
