// fallback: the decorator given one object, with the handler in it, in place or in a const
import { Fallback, Retry } from 'resilience4cata'

const options = { handler: (e: any) => `const ${e.message}`, skipOn: 'RangeError' } as const
class S {
  w = 'own'
  @Fallback({ handler(this: S, e: any) { return `${this.w} ${e.message}` } }) async a(): Promise<string> { throw new Error('a') }
  @Fallback({ handler: (e: any) => `in place ${e.message}`, applyOn: TypeError }) @Retry({ maxAttempts: 1 }) async b(m: string): Promise<string> { throw m === 'b' ? new TypeError(m) : new Error(m) }
  @Fallback(options) async c(e: Error): Promise<string> { throw e }
}

export async function run(log: (line: string) => void) {
  const s = new S()
  for (const p of [s.a(), s.b('b'), s.b('other'), s.c(new Error('c')), s.c(new RangeError('range'))]) log(await p.catch((e: Error) => `not for it: ${e.message}`))
}
/* expect:
own a
in place b
not for it: other
const c
not for it: range
*/
