// sync: what the text shows of a function counts where its site is interpreted, too: written return types of markers and methods, in every place
// compiled-only: the types are gone when the code is interpreted
import { Retry, resilient } from 'resilience4cata'

const options = () => ({ maxAttempts: 2, delay: '0' as const })
let n = 0
const flaky = <T,>(v: T): T => { if (n++ % 2 === 0) throw new Error('again'); return v }
const later = resilient({ retry: options() }, (x: number): Promise<string> => Promise.resolve(`later ${flaky(x)}`))
const now = resilient([{ retry: options() }], function now(x: number): number { return flaky(x) + 1 })
class S {
  field = resilient({ retry: options() }, (x: number): string => `field ${flaky(x)}`)
  @Retry(options()) method(x: number): Promise<string> { return Promise.resolve(`method ${flaky(x)}`) }
  @Retry(options()) plain(x: number): string { return `plain ${flaky(x)}` }
}
const each = () => [1, 2].map((x) => resilient({ retry: options() }, (): number => flaky(x)))

export async function run(log: (line: string) => void) {
  const s = new S()
  log(`${await later(1)} ${now(1)} ${s.field(1)} ${await s.method(1)} ${s.plain(1)} ${each().map((f) => f()).join()}`)
}
/* expect:
later 1 2 field 1 method 1 plain 1 1,2
*/
