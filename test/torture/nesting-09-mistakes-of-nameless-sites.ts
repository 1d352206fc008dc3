// nesting: a mistake of a site without a name is nobody's failure there, also of a call of itself; to another one without a name around it, it is one
import { resilient } from 'resilience4cata'

const verdict = () => 'no verdict' as any
const pass = () => 'success' as const
const answered = { fallback: () => 'answered' } as const
const mistaken = resilient({ ...answered, classifier: verdict }, async () => 1)
const own = resilient({ ...answered, retry: { delay: '0', classifier: verdict } }, async () => 1)
const around = resilient(answered, async () => await mistaken())
const twice = resilient({ ...answered, classifier: pass }, async () => await resilient({ retry: { delay: '0' } }, async () => await mistaken())())
const itself: any = resilient({ ...answered, classifier: verdict }, async (depth: number) => (depth > 0 ? await itself(depth - 1) : 1))
const late = resilient({ ...answered, mode: 'sync' }, (depth: number): any => (depth > 0 ? late(depth - 1) : Promise.resolve()))
const aroundLate = resilient({ ...answered, mode: 'sync' }, (): any => late(0))
const frozen = resilient(answered, async () => { try { return await mistaken() } catch (error) { throw Object.freeze(error) } })

export async function run(log: (line: string) => void) {
  for (const call of [mistaken, own, around, twice, () => itself(2), async () => late(0), async () => late(1), async () => aroundLate(), frozen]) {
    log(await call().catch((error: any) => `${error.code} ${Object.keys(error)}`))
  }
}
/* expect:
R4C-ATR-011 diagnostics,code
R4C-ATR-011 diagnostics,code
answered
answered
R4C-ATR-011 diagnostics,code
R4C-SYN-010 diagnostics,code
R4C-SYN-010 diagnostics,code
answered
answered
*/
