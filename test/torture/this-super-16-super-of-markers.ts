// this-super: `super` in markers of fields, statics, methods, object methods, and before super()
// es2017: no
import { resilient, Retry } from 'resilience4cata'
let n = 0
class A { who() { return 'A' + this.constructor.name } static who() { return 'static ' + this.name } x = 1 }
class B extends A {
  f = resilient({ retry: { maxAttempts: 2, delay: '0' }, fallback: () => 'fb ' + super.who() }, async (k: number) => { if (++n % 2 || k < 0) throw new Error('again'); return super.who() + k })
  static g = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { if (++n % 2) throw new Error('again'); return super.who() })
  h() { return resilient({ retry: { maxAttempts: 2, delay: '0' }, timeout: '5s' }, async () => { if (++n % 2) throw new Error('again'); return `${super.who()} ${arguments.length} ${new.target}` }) }
  constructor() { const early = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => this.x); super(); this.early = early }
  early: any
  override who() { return 'never' }
}
const o = { __proto__: { who() { return 'proto' } }, async m() { return resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { if (++n % 2) throw new Error('again'); return (super.who as any)() })() } }
export async function run(log: (l: string) => void) { const b = new B(); log(await b.f(1)); log(await b.f(-1)); log(await B.g()); log(await (b.h as any)(1, 2)()); log(String(await b.early())); log(await o.m()) }
/* expect:
AB1
fb AB
static B
AB 2 undefined
1
proto
*/
