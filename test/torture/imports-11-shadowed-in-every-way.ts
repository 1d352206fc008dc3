// imports: our names hidden by parameters, classes, functions, dead zones, catch and loops
import { resilient, Retry } from 'resilience4cata'
const real = resilient
let n = 0
function shadow(resilient: any) { return resilient({ retry: { maxAttempts: 9 } }, async () => 'shadowed') }
function shadow2() { const resilient = (p: any, f: any) => f; class Retry {} ; return [resilient({ retry: true }, () => 's2'), new Retry()] }
function shadow3() { return resilient({ retry: true }, async () => 's3'); function resilient(p: any, f: any) { return 'fn' + typeof f } }
function shadow4() { try { return resilient({ retry: true }, async () => 's4') } catch (e: any) { return e.name } let resilient: any }
const shadow5 = ({ resilient = (p: any, f: any) => 'def' } = {}) => resilient({ retry: true }, async () => 's5')
class Retry2 { static Retry() { return (v: any) => v } @Retry({ maxAttempts: 2, delay: '0' }) async f() { if (++n % 2) throw new Error('again'); return 'mine' } }
{ var resilient2 = resilient; let Retry = () => (v: any, c: any) => { tags.push('local Retry') }; var tags: string[] = []; class X { @Retry() async f() { return 1 } } void X }
const catcher = () => { try { throw (p: any, f: any) => 'caught' } catch (resilient: any) { return resilient({}, async () => 1) } }
const loop = () => { for (const resilient of [(p: any, f: any) => 'looped']) return resilient({}, async () => 1) }
export async function run(log: (l: string) => void) { log(await shadow((p: any, f: any) => f())); log(String((shadow2() as any)[0]())); log(shadow3() as any); log(shadow4() as any); log(shadow5()); log(await new Retry2().f()); log(tags.join()); log(catcher() + loop() + (resilient2 === real)) }
/* expect:
shadowed
s2
fnfunction
ReferenceError
def
mine
local Retry
caughtloopedtrue
*/
