// layers: keys by parameter, receiver, pattern and default; keys that throw or are no text
import { resilient, CircuitBreaker, Bulkhead, registry } from 'resilience4cata'
const P = { windowSize: 2, minimumCalls: 2 }
const f = resilient({ circuitBreaker: { ...P, name: 'v03a', key: (k: string) => k } }, async (k: string, ok: boolean) => { if (!ok) throw new Error('x'); return k })
class S { p = 's'
  @CircuitBreaker({ windowSize: 2, minimumCalls: 2, name: 'v03b', key: function (this: S, k: string) { return this.p + k } as any }) async g(k: string, ok: boolean) { if (!ok) throw new Error('x'); return k }
  @Bulkhead({ maxConcurrent: 1, name: 'v03c', key: ({ id }: { id: string }, x = 'd') => id + x }) async h({ id }: { id: string }, x = 'dd') { await null; return id + x }
}
const bad = resilient({ circuitBreaker: { ...P, name: 'v03d', key: (k: any) => k } }, async (k: any) => 'ok')
const thr = resilient({ circuitBreaker: { ...P, name: 'v03e', key: (k: any) => { throw new Error('key' + k) } }, fallback: () => 'fb' }, async (k: any) => 'ok')
export async function run(log: (l: string) => void) {
  const s = new S(); const out: string[] = []
  for (const [k, ok] of [['a', false], ['a', false], ['a', true], ['b', true]] as const) { out.push(await f(k, ok).catch((e: any) => e.name)); out.push(await s.g(k, ok).catch((e: any) => e.name)) }
  log(out.join()); log((await Promise.all([s.h({ id: '1' }), s.h({ id: '1' }), s.h({ id: '2' }), s.h({ id: '1' }, 'q')].map((p) => p.catch((e: any) => e.name)))).join())
  log(await bad(5).catch((e: any) => e.code) + await thr(1).catch((e: any) => e.message))
}
/* expect:
Error,Error,Error,Error,CallNotPermittedError,CallNotPermittedError,b,b
1dd,BulkheadFullError,2dd,1q
R4C-REG-011key1
*/
