// hoisting: legacy options are evaluated behind the class; a static field and a class decorator that call the method come before that
// modes: legacy
import { Retry, Timeout } from 'resilience4cata'

const two = 2, config = { max: 2, limit: '5s' as const }
const early = (C: new () => { f(): Promise<string> }): any => { log2.push(new C().f()) }
const log2: Promise<string>[] = []
class S {
  static plain = new S().f()
  n = 1
  @Retry({ maxAttempts: two, delay: '0' }) async f() { if (++this.n < 2) throw new Error('again'); return `f ${this.n}` }
}
class T {
  static first = new T().f()
  n = 1
  @Retry({ maxAttempts: config.max, delay: '0' }) @Timeout(config.limit) async f() { if (++this.n < 2) throw new Error('again'); return `f ${this.n}` }
}
@early
class U {
  n = 0
  @Retry({ maxAttempts: config.max, delay: '0' }) async f() { if (++this.n < 2) throw new Error('again'); return `f ${this.n}` }
}

export async function run(log: (line: string) => void) {
  log([await S.plain, await T.first, await log2[0]].join())
  const t = new T()
  t.n = 0
  log([await t.f(), await new U().f()].join())
}
/* expect:
f 2,f 2,f 2
f 2,f 2
*/
