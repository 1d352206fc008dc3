// params: a direct `eval`, in brackets or under a cast that is erased, in the body and in a default, writes what it likes
import { resilient } from 'resilience4cata'

let n = 0
const f = resilient({ retry: { maxAttempts: 3, delay: '0' } }, async function (a: number) {
  const before = a
  ;(eval as (text: string) => void)('a = 99');
  (eval)('a += 1'); eval!('a += 1')
  if (++n < 3) throw new Error('again')
  return `${before} ${a}`
})
const g = resilient({ retry: { maxAttempts: 3, delay: '0' } }, async function (a: number, b = (eval as any)('++a, arguments.length')) {
  const before = `${arguments[0]} ${a} ${b}`
  if (++n < 6) throw new Error('again')
  return before
})

export async function run(log: (line: string) => void) {
  log(await f(1))
  log(await g(1))
}
/* expect:
1 101
1 2 1
*/
