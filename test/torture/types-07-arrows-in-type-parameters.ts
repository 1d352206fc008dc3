// types: function types among the type parameters of arrows, with and without parameters of their own
import { resilient } from 'resilience4cata'

let n = 0
const flaky = <T,>(v: T): T => { if (n++ % 2 === 0) throw new Error('again'); return v }
const p = { retry: { maxAttempts: 2, delay: '0' } } as const
const none = resilient(p, async <T extends () => void>() => flaky('none') as unknown as T)
const one = resilient(p, async <T extends (x: number) => void = (y: number) => void>(x: T) => flaky(x))
const block = resilient({ ...p, timeout: '5s' }, async <T extends () => unknown, U = () => T>() => { return flaky('block') as unknown as U })
const typed = resilient(p, async <T extends () => void>(): Promise<T | (() => void)> => flaky('typed') as unknown as T)
const called = resilient(p, async <const T extends readonly (() => string)[]>(...all: T) => { var v = flaky(all); return v.map((f) => f()).join() })

export async function run(log: (line: string) => void) {
  const f = () => {}
  log(`${await none()} ${await one(f) === f} ${await block()} ${await typed()} ${await called(() => 'called', () => '2')}`)
}
/* expect:
none true block typed called,2
*/
