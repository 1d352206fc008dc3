// class-shape: heritage, keys, statics and blocks with effects keep their order
// modes: standard
import { Retry } from 'resilience4cata'
const order: string[] = []
const v = <T,>(t: T, w: string) => { order.push(w); return t }
class Base { async f() { return 'base' } }
const C = v(class extends v(Base, 'heritage') { @Retry({ maxAttempts: 2, delay: '0' }) override async f() { return 'C' + await super.f() } static s = v(1, 'static'); [v('k', 'key')] = 1 }, 'done')
class D extends v(Base, 'heritageD') { static { v(1, 'block') } @Retry({ maxAttempts: 2, delay: '0' }) override async f() { return 'D' + await super.f() } @Retry({ maxAttempts: 2, delay: '0' }) async [v('g', 'keyD')]() { return 'g' } }
export async function run(log: (l: string) => void) { log(await new C().f()); log(await new D().f()); log(await (new D() as any).g()); log(order.join()) }
/* expect:
Cbase
Dbase
g
heritage,key,static,done,heritageD,keyD,block
*/
