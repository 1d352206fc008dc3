// syntax: fields without a semicolon that our decorator ended: `static`, `get`, `set`, `async`, a value in front of `[`
// es2017: no
import { Retry, Mode, Timeout } from 'resilience4cata'

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
  more = this.list
  @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') async ['l']() { return again(this, 'l') }
}
@Timeout('5s') @Retry({ maxAttempts: 2, delay: '0' })
class T { n = 0; async = this.n
  async ['f']() { return again(this, 'T') } }

export async function run(log: (line: string) => void) {
  const s: any = new S()
  for (const k of 'fghijkl') log(`${await s[k]()} ${S.prototype.hasOwnProperty(k)}`)
  log(`${Object.keys(s)} ${await new T()['f']()}`)
}
/* expect:
f true
g true
h true
i true
j true
k true
l true
n,static,get,set,async,list,made,more T
*/
