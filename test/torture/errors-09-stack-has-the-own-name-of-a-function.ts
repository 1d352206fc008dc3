// errors: behind an await under a deadline, the stack has the own name of a function expression, not only its binding's
import { resilient } from 'resilience4cata'

const binding = resilient({ retry: { maxAttempts: 2, delay: '0' }, timeout: '5s' }, async function lookAround() { await null; throw new Error('lost') })
const o = { key: resilient({ timeout: '5s' }, async function insideOut(x: number): Promise<string> { await null; return x > 0 ? insideOut(x - 1) : Promise.reject(new Error('deep')) }) }

export async function run(log: (line: string) => void) {
  log(await binding().catch((e: Error) => `${e.message} ${e.stack!.includes('lookAround')}`))
  log(await o.key(2).catch((e: Error) => `${e.message} ${e.stack!.includes('insideOut')}`))
}
/* expect:
lost true
deep true
*/
