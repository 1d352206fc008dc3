// placement: a site that is handed to another one keeps its mode, here and in another module, whatever it has become
// neighbours: always
import { resilient } from 'resilience4cata'
import far, { near as renamed, plain } from './placement-11-sites.part'

let n = 0
const fails = (times: number) => { if (n++ < times) throw new Error(`failure ${n}`) }
const doubled = resilient({ mode: 'sync', retry: { delay: '0' } }, (x: number) => { fails(4); return x * 2 })
const outer = resilient({ retry: { delay: '0' } }, doubled)
const told = resilient({ mode: 'sync', fallback: () => 'told' }, outer)
const raced = resilient({ timeout: '5s' }, async (x: number) => { fails(1); return x })
const again = resilient({ retry: { delay: '0' } }, raced)
const a = resilient({ retry: { delay: '0' } }, far), b = resilient({ retry: { delay: '0' } }, renamed), c = resilient({ retry: { delay: '0' } }, plain)

export async function run(log: (line: string) => void) {
  log(`${outer(4)} ${n}`)
  n = 10
  log(`${told(1)} ${await again(7)}`)
  n = 0
  log(`${await again(8)} ${n}`)
  log([await a(2), b(2), await c(2)].join())
}
/* expect:
8 5
2 7
8 2
far 3,near 3,plain 1
*/
