// syntax: a backslash at the end of a line of a template isn't part of the text; two of them are one backslash and a line break
import { Fallback, resilient, Retry } from 'resilience4cata'

let n = 0
const once = () => { if (++n % 2) throw new Error('ag\
ain') }
const f = resilient({ retry: { maxAttempts: 2, delay: '0', retryOn: (e: any) => e.message === `ag\
ain` } }, async (a = `one\
 two\\
three\\\
 ${n}\
 four`) => { once(); return a })
const g = resilient({ fallback: () => `five\
 ${`six\
 seven`}
eight` }, async () => { once(); return '' })
class S {
  @Retry({ maxAttempts: 2, delay: '0' })
  @Fallback(function () { return `nine\
 ten` })
  async m(a: string, b = `eleven\
 twelve`) { var v = a + b; once(); return v }
  @Fallback(() => `thirteen\\
fourteen`)
  async k() { throw new Error('again') }
}

export async function run(log: (line: string) => void) {
  for (const value of [await f(), await g(), await new S().m('a '), await new S().k()]) log(JSON.stringify(value))
}
/* expect:
"one two\\\nthree\\ 1 four"
"five six seven\neight"
"a eleven twelve"
"thirteen\\\nfourteen"
*/
