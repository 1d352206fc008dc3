// bundle-of: the target is evaluated in front of the options, each once; receivers, private members and fallbacks are the target's
import { resilient } from 'resilience4cata'

class Client {
  #calls = 0
  async get(id: string, ..._more: string[]): Promise<string> {
    this.#calls++
    if (this.#calls % 2) throw new Error('odd')
    return `${id} ${this.#calls} ${arguments.length}`
  }
  async find(this: Client): Promise<string> { throw new Error(`${this.constructor.name}`) }
}
const seen: string[] = []
const note = <T>(what: string, value: T): T => (seen.push(what), value)
const client = new Client()

export async function run(log: (line: string) => void) {
  const api = resilient.of(note('target', client), {
    get: { retry: { maxAttempts: note('a', 2), delay: '0' }, timeout: '5s' },
    find: { retry: { maxAttempts: note('b', 2), delay: '0' }, fallback(this: any, failure: Error, { args }: any) { return `${this === client} ${failure.message} ${args.length}` } },
  } as any)
  const { get } = api
  log(`${seen} ${api instanceof Client}`)
  log(await api.get('1', 'x'))
  log(await get('2'))
  log(await (api as any).find(1, 2, 3))
  log(`${api.get.name} ${api.get.length} ${Object.keys(api)}`)
}
/* expect:
target,a,b true
1 2 2
2 4 1
true Client 3
get 1 
*/
