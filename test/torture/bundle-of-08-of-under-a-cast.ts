// bundle-of: `of` reached through brackets, a cast and a namespace
import { resilient } from 'resilience4cata'
import * as r4c from 'resilience4cata'

class T { n = 0; async load(x: number) { if (++this.n % 2) throw new Error('again'); return `${x} ${this.n}` } }
const policies = { retry: { maxAttempts: 2, delay: '0' } } as const
const a = (resilient as any).of(new T(), { load: policies })
const b = (resilient).of(new T(), { ['load']: policies })
const c = (r4c as typeof r4c).resilient!.of(new T(), { 'load': policies })

export async function run(log: (line: string) => void) {
  for (const [i, o] of [a, b, c].entries()) log(`${await o.load(i)} ${o instanceof T}`)
}
/* expect:
0 2 true
1 2 true
2 2 true
*/
