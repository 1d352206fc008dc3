// hoisting: what is computed in a bundle or in policies is computed there, once, for all that use it
import { bundle, resilient, Retry } from 'resilience4cata'

const order: string[] = []
const v = <T>(t: T) => { order.push(String(t)); return t }
const boom = (k: string): never => { calls[k] = (calls[k] ?? 0) + 1; throw new Error(k) }
const calls: Record<string, number> = {}
v('before')
const remote = bundle({ retry: { maxAttempts: v(2), delay: '0', retryOn: (e: Error) => v(e.message) !== 'stop' }, fallback(e: Error) { return `instead of ${e.message}` } })
v('between')
const maxAttempts = v(3)
const policies = { retry: { maxAttempts, delay: v('0') as '0' } }
const options = { maxAttempts: v(5), delay: '0' } as const
v('after')
class S {
  @remote async a(): Promise<string> { return boom('a') }
  @remote @Retry({ maxAttempts: v(4), delay: '0' }) async b(): Promise<string> { return boom('b') }
  @Retry(options) async c(): Promise<string> { return boom('c') }
}
const f = resilient(remote, async (): Promise<string> => boom('stop'))
const g = resilient(policies, async (): Promise<string> => boom('g'))
const h = resilient({ ...policies, fallback: () => 'h' }, async (): Promise<string> => boom('h'))
function late() {
  try { early() } catch (e) { v((e as Error).name) }
  const soon = bundle({ retry: { maxAttempts: v(6), delay: '0' } })
  function early() { return resilient(soon, async () => 1) }
  class T { @soon async d() { return 'd' } }
  return [early(), () => new T().d()]
}

export async function run(log: (line: string) => void) {
  const s = new S()
  const [e, d] = late()
  log(order.join())
  for (const each of [() => s.a(), () => s.b(), () => s.c(), f, g, h, d!, e!]) log(String(await each().catch((e) => e.message)))
  log(JSON.stringify(calls))
}
/* expect:
before,2,between,3,0,5,after,4,ReferenceError,6
instead of a
instead of b
c
instead of stop
g
h
d
1
{"a":2,"b":4,"c":5,"stop":1,"g":3,"h":3}
*/
