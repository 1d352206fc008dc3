// names: `undefined`, `Infinity` and `NaN` among the options, shadowed by parameters of the function around the site
import { resilient } from 'resilience4cata'

let n = 0
const boom = async (): Promise<void> => { n++; throw new Error('x') }
const a = (undefined: { maxAttempts: number; delay: '0' }) => resilient({ retry: undefined }, async () => boom())
const b = (Infinity: number, NaN: '0') => resilient({ retry: { maxAttempts: Infinity, delay: NaN } }, async () => boom())
const c = (undefined: number) => resilient({ retry: { maxAttempts: undefined, delay: '0' } }, async () => boom())
const d = () => resilient({ retry: { maxAttempts: undefined, delay: '0' } }, async () => boom())

export async function run(log: (line: string) => void) {
  const counts: number[] = []
  for (const f of [a({ maxAttempts: 4, delay: '0' }), b(2, '0'), c(5), d()]) { n = 0; await f().catch(() => {}); counts.push(n) }
  log(counts.join())
}
/* expect:
4,2,5,3
*/
