// hoisting: predicates and handlers that close over the locals of the function around the class
// modes: standard
import { Retry, resilient, Fallback, CircuitBreaker } from 'resilience4cata'
class Temp extends Error { override name = 'Temp' }
const make = (word: string, Err: any) => {
  let seen = 0
  class K {
    static Err = Err
    w = word
    @Retry({ maxAttempts: 3, delay: '0', retryOn: (e: any) => { seen++; return e instanceof Err } }) async a(): Promise<any> { throw new Err('a') }
    @Retry({ maxAttempts: 3, delay: '0', retryOn: [Err, 'X'] }) @Fallback(function (this: K, e: any) { return `${this.w} ${word} ${e.message} ${seen} ${K.Err === Err} ${new.target}` }) async b(): Promise<any> { throw new Err('b') }
  }
  return new K()
}
export async function run(log: (l: string) => void) { for (const k of [make('one', Temp), make('two', RangeError)]) { log(await k.a().catch((e: any) => e.message)); log(await k.b()) } }
/* expect:
a
one one b 3 true undefined
a
two two b 3 true undefined
*/
