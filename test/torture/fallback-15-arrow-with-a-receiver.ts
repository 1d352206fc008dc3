// fallback: the handler of an arrow sees the receiver of the call and all of its arguments; the arrow itself keeps its own `this`
import { attemptSignal, resilient } from 'resilience4cata'

class Panel {
  name = 'panel'
  load = resilient({ retry: { maxAttempts: 2, delay: '0' }, fallback(this: any, failure: Error, { attempts }, ...args) { return `${this.name} ${failure.message} ${attempts} ${args}` } },
    async (a: number): Promise<string> => { throw new Error(`${this.name} ${a} ${attemptSignal().aborted}`) })
}
const signals: unknown[] = []
const asked = resilient({ timeout: '5s', signal(this: any, ...args: unknown[]) { signals.push(this?.name, args.length); return undefined } }, async (a: number) => a + 1)

export async function run(log: (line: string) => void) {
  const other = { name: 'other', load: new Panel().load } as unknown as { load(...args: number[]): Promise<string> }
  log(await other.load(1, 2, 3))
  const holder = { name: 'holder', asked } as unknown as { asked(...args: number[]): Promise<number> }
  log(`${await holder.asked(1, 2)} ${signals}`)
}
/* expect:
other panel 1 false 2 1,2,3
2 holder,2
*/
