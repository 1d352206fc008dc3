// syntax: a brace on a line of its own behind a head that becomes an arrow, a decorator without a space in front or behind
// modes: standard
import { Retry } from 'resilience4cata'

let n = 0
const fail = () => { if (++n % 2 === 1) throw new Error('again') }
class S
{
  @Retry({ delay: '0' })
  async f(a: number, b = 2): Promise<number>
  {
    var sum = a + b
    fail()
    return sum
  }
  @Retry({ delay: '0' })
  async g(a: number) // why
  {
    var sum = a
    fail()
    return sum
  }
}
export default@Retry({ delay: '0' })class T { async h() { fail(); return 'h' } }

export async function run(log: (line: string) => void) {
  log([await new S().f(1), await new S().g(4), await new T().h()].join())
}
/* expect:
3,4,h
*/
