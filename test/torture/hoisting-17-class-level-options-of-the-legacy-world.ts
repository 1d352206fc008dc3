// hoisting: legacy decorators evaluate options of the class behind those of its methods, which are made with both
// modes: legacy
import { Fallback, Named, Retry, Timeout } from 'resilience4cata'

const order: string[] = []
const v = <T>(t: T) => { order.push(String(t)); return t }
let tries = 0
v('before')
@Retry({ maxAttempts: v(3), delay: v('0') as '0' })
@Named(v('shared'))
class S {
  static first = 'static'
  @Timeout({ duration: v('5s') as '5s' }) async a(): Promise<void> { throw new Error(`a ${++tries}`) }
  @Retry({ name: 'own', maxAttempts: v(2), delay: '0' }) async b() { return S.first }
  @Fallback((e: Error) => v(e.message)) async c(): Promise<string> { throw new Error(`c ${++tries}`) }
}
v('after')
@Retry({ maxAttempts: v(4), delay: v('0') as '0' })
class Mixed {
  static first = v('static')
  @Retry({ maxAttempts: v(1) }) @wrapped async a() { return 'wrapped a' }
  async b(): Promise<void> { throw new Error(`b ${++tries}`) }
}
function wrapped(_: object, __: string, d: PropertyDescriptor) { return { ...d, value: (f => async function (this: unknown) { return f.call(this) })(d.value) } }

export async function run(log: (line: string) => void) {
  log(order.join())
  const s = new S(), m = new Mixed()
  for (const f of [() => s.a(), () => s.b(), () => s.c(), () => m.a(), () => m.b()]) log(String(await f().catch((e) => e.message)))
}
/* expect:
before,5s,2,3,0,shared,after,static,1,4,0
a 3
static
c 6
wrapped a
b 10
*/
