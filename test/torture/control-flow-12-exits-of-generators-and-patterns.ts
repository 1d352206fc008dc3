// control-flow: bodies that leave through generators, nested labels, caught patterns, chains, accessors, and closed-over parameters, of which pieces fail
import { resilient } from 'resilience4cata'
const log_: string[] = []
let t = 0; const once = (x: any = '') => { log_.push('o' + x); if (++t % 2) throw new Error('x' + x) }
const g7 = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (n: number) => { const gen = (function* (): any { let i = 0; while (true) { const got = yield i++; if (got === 'throw') once(7); if (got) return got } })(); gen.next(); try { return gen.next(n === 1 ? 'throw' : n).value } finally { gen.return(0) } })
const g8 = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (n: number): Promise<any> => { l1: { l2: for (;;) { do { if (n === 1) break l2; if (n === 2) break l1; if (n === 3) { once(8); return 'ret' } } while (n-- > 5); return 'after' + n } once('8b'); return 'l2' } return 'l1' })
const g9 = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (n: any) => { try { throw n } catch ({ a, b = once(9) }: any) { var v = a; let { [v]: w = 'd' } = { k: 1 } as any; return w } })
const g10 = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (a: number, b = () => a, c = () => (a = 5)) => { const before = b(); c(); once(10); return [before, b(), a].join() })
const g11 = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (a: any) => a?.b!.c(await a?.d ?? once(11))?.e satisfies any)
const g12 = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (a: any) => (once(12), { a }))
const g13 = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (a: any) => { if (a) throw once(13); else return; })
const g14 = resilient({ retry: { maxAttempts: 2, delay: '0' }, bulkhead: {} as any }, async (a: any) => { for (const x of [1, 2]) try { if (x === 2) return x; once(14) } catch { continue } finally { log_.push('fin' + x) } })
const g15 = resilient({ retry: { maxAttempts: 2, delay: '0' }, circuitBreaker: { minimumCalls: 50 } }, async (a: any) => { const r = { get x() { log_.push('x'); return 1 }, async y() { once(15); return this.x }, *z() { yield this.x }, set w(v: any) { log_.push('w' + v) } }; const out = [await r.y(), ...r.z()]; r.w = a; ({ w: r.w = 3, ...r.w as any } = { q: 1 } as any); return out.join() })
export async function run(log: (l: string) => void) {
  const s = async (p: Promise<any>) => { let r; try { r = await p } catch (e: any) { r = `E ${e?.message}` } log(String(r) + ' | ' + log_.join()); log_.length = 0 }
  await s(g7(1)); await s(g7(2)); for (const n of [1, 2, 3, 9, 0]) await s(g8(n)); await s(g9({ a: 'k' })); await s(g9({ a: 'z', b: 1 })); await s(g10(1)); await s(g11({ b: { c: (x: any) => ({ e: x }) } })); await s(g11(null)); await s(g12(1)); await s(g13(0)); await s(g13(1)); await s(g14(1)); await s(g15(1))
}
/* expect:
throw | o7,o7
2 | 
l2 | o8b,o8b
l1 | 
ret | o8,o8
after4 | 
after-1 | 
1 | o9,o9
d | 
1,5,5 | o10,o10
undefined | o11,o11
undefined | 
[object Object] | o12,o12
undefined | 
E undefined | o13,o13
2 | o14,fin1,fin2
1,1 | o15,x,x,w1,w3,w[object Object]
*/
