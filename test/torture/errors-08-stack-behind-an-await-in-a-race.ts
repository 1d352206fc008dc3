// errors: where a layer races the stack still names the user's method, behind an await too
// minify: no
import { Hedge, resilient, Timeout } from 'resilience4cata'

const turn = () => new Promise<void>((done) => setTimeout(done, 1))
class PriceService {
  @Timeout('5s')
  async lookUpPrice(): Promise<number> { await turn(); throw new Error('late') }
  @Hedge({ delay: '5s', hedgeOn: [] })
  async lookUpStock(_id = 1): Promise<number> { await turn(); throw new Error('late') }
}
const lookUpTax = resilient({ timeout: '5s' }, async (): Promise<number> => { await turn(); throw new Error('late') })

export async function run(log: (line: string) => void) {
  for (const look of [() => new PriceService().lookUpPrice(), () => new PriceService().lookUpStock()]) {
    const stack: string = await look().catch((e) => e.stack)
    log(/lookUp(?:Price|Stock)/.exec(stack)?.[0] ?? stack)
  }
  log(String((await lookUpTax().catch((e) => e.stack)).includes('Error: late')))
}
/* expect:
lookUpPrice
lookUpStock
true
*/
