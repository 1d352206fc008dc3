// syntax: a body that no bracket of ours stands around, and whose first token could go on with the statement in front of it
import { Mode, RateLimiter, resilient } from 'resilience4cata'

const seen: unknown[] = []
class S {
  @RateLimiter({ permits: 9 })
  async group(k: number) {
    (seen.push(k))
    return seen.length
  }
  @RateLimiter({ permits: 9 })
  async list(k: number) {
    [k].forEach((each) => seen.push(each))
    return seen.length
  }
  @RateLimiter({ permits: 9 })
  async text() {
    `${seen.push('text')}`
    for (const each of seen) if (each === 'text') return each
    return 'none'
  }
  @RateLimiter({ permits: 9 })
  async pattern() {
    /a/.test('a') && seen.push('pattern')
  }
  @RateLimiter({ permits: 9 })
  @Mode('sync')
  sign(k: number) {
    +k
    return -k
  }
  @RateLimiter({ permits: 1, period: '1d' })
  async once(k = 1, { more } = { more: 2 }) {
    (k++, more++)
    let failure = k + more
    if (failure > 9) throw new Error('too many')
    return failure
  }
}
const later = resilient({ rateLimiter: { permits: 9 } }, async (k: number) => [k, k].length)
export async function run(log: (line: string) => void) {
  const s = new S()
  log([await s.group(1), await s.list(2), await s.text(), await s.pattern(), s.sign(7), await later(3)].join())
  log(String(await s.once()))
  log(await s.once().catch((error) => error.name))
  log(await new S().once(8).catch((error) => error.name))
  log(seen.join())
}
/* expect:
1,2,text,,-7,2
5
RateLimitExceededError
RateLimitExceededError
1,2,text,pattern
*/
