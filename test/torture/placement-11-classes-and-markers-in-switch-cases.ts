// placement: classes and markers in the cases of one switch, whose scope they share
import { Retry, resilient } from 'resilience4cata'
let n = 0
const pick = async (k: number): Promise<string> => {
  switch (k) {
    case 0: class A { @Retry({ maxAttempts: 2, delay: '0' }) async f() { if (++n % 2) throw new Error('again'); return 'A' } }; return new A().f()
    case 1: { const f = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { if (++n % 2) throw new Error('again'); return 'one' }); return f() }
    case 2: try { return await new A().f() } catch (e: any) { return e.name }
    default: let g = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { if (++n % 2) throw new Error('again'); return h() }); function h() { return 'hoisted' }
      return g()
  }
}
export async function run(log: (l: string) => void) { for (const k of [0, 1, 2, 3]) log(await pick(k)) }
/* expect:
A
one
ReferenceError
hoisted
*/
