// syntax: options and defaults with types whose members are only ended by line breaks
import { Retry } from 'resilience4cata'

const given: unknown = { n: 2 }
class S {
  n = 0
  @Retry({ delay: '0', maxAttempts: (given as {
    n: number
    readonly [k: `x${string}`]: number
    m(): void
    (x: number): string
    new (): object
  }).n })
  async f(x = (() => {
    interface A {
      a: number
      b?: string
    }
    type B = {
      c: A['a'],
      d: 1
    }
    const r: A & Partial<B> = { a: 5 }
    return r.a
  })()) { if (++this.n < 2) throw new Error('again'); return `${x} ${this.n}` }
}

export async function run(log: (line: string) => void) {
  log(await new S().f())
}
/* expect:
5 2
*/
