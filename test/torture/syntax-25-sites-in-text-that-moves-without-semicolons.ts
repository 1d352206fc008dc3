// syntax: sites within options, defaults and handlers that go to another line as one: what only a line break ended is still ended
import { bundle, Fallback, resilient, Retry } from 'resilience4cata'

let n = 0
const seen: unknown[] = [], open = { retry: { maxAttempts: 2, delay: '0' } } as any
const once = () => { n++
  if (n % 2) throw new Error('again')
  return seen }
const shared = bundle({ retry: { maxAttempts: 2, delay: '0', retryOn: (e) => {
  let f = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (k) => {
    if (k) return 'one'
    else return 'two'
  })
  const g = resilient(open, async () => 1)
  let h
  if (e) h = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (k) => {
    if (!k) return
    seen.push(k)
  })
  else h = f
  do f = resilient({ retry: { maxAttempts: 2, delay: '0' } }, f)
  while (!f)
  seen.push(f.length, g.length, h.length)
  return true
} } })
class S {
  @Retry({ maxAttempts: 2, delay: '0' })
  @Fallback(function () {
    class In { f = resilient({ timeout: '5s' }, async () => 'in')
      @Retry({ maxAttempts: 2, delay: '0' })
      async ['g']() { return 'g' } }
    return new In().f() })
  async m(a = () => { const f = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { once(); return 'f' })
    return f() }) { const v = await a(); seen.push(v); throw new Error('again') }
}
const late = resilient(shared, async () => once().length)
export async function run(log: (line: string) => void) { log(String(await late())); log(await new S().m()); log(seen.join()) }
/* expect:
3
in
1,0,1,f,f
*/
