// nesting: what a call of the very same site finds wrong is nobody's failure: the fallback of the call around it doesn't answer, with and without a name
import { Bulkhead, Fallback, Named, resilient } from 'resilience4cata'

class Tree {
  @Bulkhead({ key: (id: any) => id })
  @Fallback(() => 'answered')
  async walk(id: any): Promise<string> {
    if (id === 'deeper') return await this.walk(7)
    throw new Error(id)
  }

  @Named('tree')
  @Bulkhead({ key: (id: any) => id })
  @Fallback('instead')
  async named(id: any): Promise<string> {
    if (id === 'deeper') return await this.named(7)
    throw new Error(id)
  }
  instead() { return 'instead' }
}
const sync = resilient({ name: 'sync', fallback: () => 'answered', mode: 'sync' }, (depth: any): any => (depth > 0 ? sync(depth - 1) : Promise.resolve('late')))
const hostile = resilient({ fallback: () => 'answered' }, async () => { throw new Proxy({}, { has() { throw new Error('no') }, get() { throw new Error('no') } }) })

export async function run(log: (line: string) => void) {
  const tree = new Tree()
  for (const call of [() => tree.walk('down'), () => tree.walk('deeper'), () => tree.named('down'), () => tree.named('deeper'), async () => sync(1), hostile]) {
    log(await call().catch((error: any) => error.code ?? error.message))
  }
}
/* expect:
answered
R4C-REG-011
instead
R4C-REG-011
R4C-SYN-010
answered
*/
