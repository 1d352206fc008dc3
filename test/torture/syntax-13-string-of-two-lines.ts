// syntax: a string that goes on on another line keeps its spaces, in a body that is indented and in options that move
import { resilient } from 'resilience4cata'

let n = 0
export async function run(log: (line: string) => void) {
  const f = resilient({ retry: { maxAttempts: 2, delay: '0' }, fallback: () => 'one \
    two' }, async () => {
    if (++n > 1) throw new Error('never \
      mind')
    return 'a \
  b'
  })
  log(await f())
  const g = resilient({ retry: { maxAttempts: 1 } }, async () => { throw new Error('never \
      mind') })
  log((await g().catch((e) => e)).message)
  log(await f())
}
/* expect:
a   b
never       mind
one     two
*/
