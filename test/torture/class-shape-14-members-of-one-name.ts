// class-shape: of two members of one name the last counts, decorated or not
import { Retry } from 'resilience4cata'
class S {
  n = 0
  get 'f'(): any { return 'getter' }
  @Retry({ maxAttempts: 2, delay: '0' }) async 'f'() { if (++this.n < 2) throw new Error('again'); return 'method' }
  @Retry({ maxAttempts: 3, delay: '0' }) async g(): Promise<any> { throw new Error('g' + ++this.n) }
  async g(): Promise<any> { return 'second g' }
}
export async function run(log: (l: string) => void) { log(await new S().f()); log(await new S().g()) }
/* expect:
method
second g
*/
