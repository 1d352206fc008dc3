// iteration: a `for await` that failed in one attempt has nothing to say in the next: where it is lowered, its failure is a variable of the function
import { resilient, Bulkhead, Retry, Timeout } from 'resilience4cata'

let tries = 0
async function* parts(name: string) {
  yield `${name}1`
  if (++tries % 2) throw new Error(`cut ${name}`)
  yield `${name}2`
}
class Feed {
  @Retry({ maxAttempts: 2, delay: '0' })
  async all(name: string): Promise<string> {
    const got: string[] = []
    for await (const part of parts(name)) got.push(part)
    return got.join()
  }
  @Retry({ maxAttempts: 2, delay: '0' })
  @Timeout('5s')
  @Bulkhead({ maxConcurrent: 1 })
  async last(name: string): Promise<string | undefined> {
    let last: string | undefined
    for (const each of [name, `${name}'`]) for await (const part of parts(each)) last = part
    return last
  }
}
const first = resilient({ retry: { maxAttempts: 3, delay: '0' } }, async (name: string) => {
  for await (const part of parts(name)) if (part.endsWith('2')) return part
})

export async function run(log: (line: string) => void) {
  log(await new Feed().all('a'))
  tries = 0
  log(`${await new Feed().last('b').catch((e) => e.message)} ${tries}`)
  tries = 0
  log(`${await first('c')} ${tries}`)
}
/* expect:
a1,a2
cut b' 3
c2 2
*/
