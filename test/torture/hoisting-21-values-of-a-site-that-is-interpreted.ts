// hoisting: what is computed for sites that are interpreted: in the order in which it is written, in front of static fields (standard) or behind them (legacy)
import { bundle, Named, Retry, Timeout } from 'resilience4cata'

const order: string[] = []
const v = <T>(t: T) => { order.push(String(t)); return t }
const wrapped = (value: any, _: unknown, d?: any): any => { const f = d ? d.value : value; const g = async function (this: unknown, ...args: unknown[]) { return await f.apply(this, args) }; return d ? { ...d, value: g } : g }
let tries = 0
class A {
  static first = v('field')
  @Named(v('name')) @Retry({ maxAttempts: 2, delay: '0' }) async a() { if (++tries % 2) throw new Error('again'); return tries }
}
v('-')
class B {
  @Named(v('own')) @Retry({ maxAttempts: v(2), delay: v('0') as '0' }) @Timeout(v('5s') as '5s') @wrapped
  async b(x: number) { if (++tries % 2) throw new Error('again'); return tries + x }
  static second = v('field')
}
v('-')
const config = { get limit() { return v('5s' as const) } }
class C {
  @Timeout(config.limit) async c() { return 1 }
  @Retry({ maxAttempts: v(3), delay: '0' }) async d() { if (++tries % 2) throw new Error('again'); return tries }
  @bundle({ bulkhead: { maxConcurrent: v(4) } }) @Retry({ maxAttempts: v(6), delay: '0' }) @wrapped async e() { return 2 }
  static third = v('field')
}

export async function run(log: (line: string) => void) {
  const parts = order.join().split(',-,')
  for (const part of parts) log(part.replace(/^field,|,field$/, ''))
  log(new Set(parts.map((part) => part.startsWith('field'))).size === 1 ? 'alike' : parts.join(' but '))
  const c = new C()
  log([await new A().a(), await new B().b(10), await c.c(), await c.d(), await c.e()].join())
}
/* expect:
name
own,2,0,5s
5s,3,4,6
alike
2,14,1,6,2
*/
