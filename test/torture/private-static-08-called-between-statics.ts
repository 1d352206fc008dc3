// private-static: static methods called from fields and blocks between them
// modes: standard
import { Retry, Timeout, resilient } from 'resilience4cata'
const order: string[] = []
class A { static { order.push('block1') } static x = order.push('x'); @Retry({ maxAttempts: 2, delay: '0' }) static async s() { order.push('s'); return this.x } static y = (this.s().then(() => order.push('then')), order.push('y')); static { void this.s() } @Timeout('5s') static async t() { order.push('t') } static z = A.t() && order.push('z') }
export async function run(log: (l: string) => void) { await A.s(); log(order.join()) }
/* expect:
block1,x,s,y,s,t,z,then,s
*/
