// names: a function or a class that is returned gets no name of a generated variable
// es2017: no
// minify: no
import { resilient, Retry } from 'resilience4cata'

const once = { retry: { maxAttempts: 2, delay: '0' } } as const
const arrow = resilient(once, async () => () => 1)
const func = resilient(once, async (a: number) => {
  if (a > 0) return function () {}
  return (class { static a = a } as any)
})
class S {
  @Retry({ maxAttempts: 2, delay: '0' })
  async f() {
    return (() => this) // in parentheses
  }
  @Retry({ maxAttempts: 2, delay: '0' })
  async g() { return class Named {} }
}

export async function run(log: (line: string) => void) {
  const all = [await arrow(), await func(1), await func(0), await new S().f(), await new S().g()]
  log(all.map((each) => JSON.stringify(each.name)).join())
}
/* expect:
"","","","","Named"
*/
