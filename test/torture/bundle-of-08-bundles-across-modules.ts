// bundle-of: a bundle made of a bundle of another module, handed on under other names
import { resilient } from 'resilience4cata'
import thrice, { steady, twice as again } from './bundle-of-08-policies.part'
import * as policies from './bundle-of-08-policies.part'

let n = 0
const one = resilient(steady, async (): Promise<string> => { throw new Error(`${++n}`) })
const two = resilient(again, async (): Promise<string> => { throw new Error(`${++n}`) })
const three = resilient([thrice, { fallback: () => `three ${n}` }], async (): Promise<string> => { throw new Error(`${++n}`) })
const four = resilient(policies.twice, async (): Promise<string> => { throw new Error(`${++n}`) })

export async function run(log: (line: string) => void) {
  log(`${await one()} ${await two().catch((e) => e.message)} ${await three()} ${await four().catch((e) => e.message)}`)
}
/* expect:
steady 2 4 three 7 9
*/
