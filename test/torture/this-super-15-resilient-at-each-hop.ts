// this-super: three classes, each with layers of its own, and a field that calls super
import { Retry, Timeout, Fallback } from 'resilience4cata'
const seen: string[] = []
class A { n = 0; @Retry({ maxAttempts: 2, delay: '0' }) async f(x: string): Promise<string> { seen.push('A' + x); if (++this.n % 2) throw new Error('a'); return 'A' + x } }
class B extends A { @Retry({ maxAttempts: 3, delay: '0' }) @Timeout('5s') override async f(x: string): Promise<string> { seen.push('B' + x); if (seen.length < 3) throw new Error('b'); return 'B' + await super.f(x) } }
class C extends B { @Fallback('no') override async f(x: string): Promise<string> { const r = await super.f(x); if (x === 'y') throw new Error('c'); return 'C' + r } no(x: string, e: Error) { return 'no' + x + e.message } }
const D = class extends C { override f = async (x: string) => 'D' + await super.f(x) }
export async function run(log: (l: string) => void) { log(await new C().f('x')); log(await new C().f('y')); log(await new D().f('z')); log(seen.join()) }
/* expect:
CBAx
noyc
DCBAz
Bx,Bx,Bx,Ax,Ax,By,Ay,Ay,Bz,Az,Az
*/
