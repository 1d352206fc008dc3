// syntax: fields without a semicolon that our decorator ended: `static`, `get`, `set`, `async`, a value in front of `[`
import { Retry, Mode } from 'resilience4cata'

const again = (s: { n: number }, text: string) => { if (++s.n % 2) throw new Error('again'); return text }
class S {
  n = 0
  static
  @Retry({ maxAttempts: 2, delay: '0' }) async f() { return again(this, 'f') }
  get
  @Retry({ maxAttempts: 2, delay: '0' }) async g() { return again(this, 'g') }
  set
  @Retry({ maxAttempts: 2, delay: '0' }) @Mode('async')
  h() { return again(this, 'h') }
  async
  @Retry({ maxAttempts: 2, delay: '0' }) async i() { return again(this, 'i') }
  list = [1]
  @Mode('async') @Retry({ maxAttempts: 2, delay: '0' })
  ['j']() { return again(this, 'j') }
  made = function () {}
  @Mode('async') @Retry({ maxAttempts: 2, delay: '0' }) /* a comment */
  ['k']() { return again(this, 'k') }
}

export async function run(log: (line: string) => void) {
  const s: any = new S()
  for (const k of 'fghijk') log(`${await s[k]()} ${S.prototype.hasOwnProperty(k)}`)
  log(Object.keys(s).join())
}
/* expect:
f true
g true
h true
i true
j true
k true
n,static,get,set,async,list,made
*/
