// signals: from an option, the receiver, the rest of the arguments; aborted before, during, and no signal at all
import { resilient, CancelWith, Retry, Timeout, attemptSignal } from 'resilience4cata'
const f = resilient({ signal: (o: any) => o?.signal, retry: { maxAttempts: 3, delay: '0' } }, async (o: any) => { const s = attemptSignal(); o.n = (o.n ?? 0) + 1; if (o.n < 3) throw new Error('again'); return s === o.signal })
class S { c = new AbortController()
  @CancelWith(function (this: S) { return this.c.signal }) @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') async g(x: number) { const s = attemptSignal(), { aborted } = s; await new Promise((go) => setTimeout(go, 5)); return [x, aborted, s.aborted].join() }
  @CancelWith((...a: any[]) => a[1]) @Timeout('5s') async h(x: number, s?: any) { const sig = attemptSignal(); return [x, sig === s, sig.aborted].join() }
  @CancelWith(() => 5 as any) async i() { return 'never' }
}
export async function run(log: (l: string) => void) {
  const c = new AbortController(); log(String(await f({ signal: c.signal }))); c.abort(new Error('bye')); log(await f({ signal: c.signal }).catch((e: any) => e.message))
  const s = new S(), p = s.g(1); s.c.abort(new Error('gone')); log(await p.catch((e: any) => e.message)); log(await s.g(2).catch((e: any) => e.message)); log(await s.h(3, new AbortController().signal)); log(await s.h(4)); log(await s.h(5, AbortSignal.abort(7)).catch((e: any) => 'E' + e)); log(await s.i().catch((e: any) => e.code))
}
/* expect:
true
bye
gone
gone
3,false,false
4,false,false
E7
R4C-SIG-001
*/
