// imports: an error class of ours that only options mention is still imported where they stand now
import { BulkheadFullError, resilient, Retry } from 'resilience4cata'

class Failure extends Error {}
let calls = 0
class Service {
  @Retry({ maxAttempts: 3, delay: '0', abortOn: [BulkheadFullError] })
  async load(): Promise<number> { calls++; throw new Failure('no') }
}
const stock = resilient({ retry: { maxAttempts: 3, delay: '0', retryOn: BulkheadFullError } }, async (): Promise<number> => { calls++; throw new Failure('none') })

export async function run(log: (line: string) => void) {
  await new Service().load().catch((error: Error) => log(`${error.message} ${calls}`))
  await stock().catch((error: Error) => log(`${error.message} ${calls}`))
}
/* expect:
no 3
none 4
*/
