// return-value: an object that the body made itself, and then gave a `then`, is waited for inside the attempt
import { resilient } from 'resilience4cata'

let n = 0
const settle = (until: number) => (ok: (v: string) => void, no: (e: Error) => void) => (n < until ? no(new Error(`no ${n}`)) : ok(`yes ${n}`))
const policies = { retry: { maxAttempts: 3, delay: '0' } } as const
const assigned = resilient(policies, async () => { n++; const o: any = { n }; o.then = settle(3); return o })
const handedOn = resilient(policies, async () => { n++; const o: any = async () => 1; Object.assign(o, { then: settle(6) }); return o })
const awaited = resilient(policies, async () => { n++; const o: any = await Promise.resolve({}); o['th' + 'en'] = settle(9); return o })
const ofItself = resilient(policies, async () => { n++; const o: any = { arm() { this.then = settle(12) } }; o.arm(); return o })
const aliased = resilient(policies, async () => { n++; const o: any = [n]; const p = o; p.then = settle(15); return o })
const untouched = resilient(policies, async () => { const list = [n]; list.push(++n); if (list.length < 2) return null; return list })

export async function run(log: (line: string) => void) {
  for (const f of [assigned, handedOn, awaited, ofItself, aliased, untouched]) log(String(await f().catch((e: Error) => e.message)))
}
/* expect:
yes 3
yes 6
yes 9
yes 12
yes 15
15,16
*/
