// placement: a function given by reference keeps receiver, arguments, name, length, properties and what it is called with, and is no constructor
import { resilient } from 'resilience4cata'

let calls = 0
async function price(this: { currency: string } | void, sku: string, ..._more: unknown[]): Promise<string> {
  if (++calls % 2) throw new Error('once')
  return `${this ? this.currency : 'none'} ${sku} ${arguments.length}`
}
Object.assign(price, { route: '/prices' })
const holder = { currency: 'EUR', price: resilient({ retry: { maxAttempts: 2, delay: '0' } }, price) }
const tools = { get: async (_a: number, _b = 1) => 'got' }
const order: string[] = []
const given = resilient({ retry: { maxAttempts: (order.push('options'), 2), delay: '0' }, timeout: '5s' }, (order.push('function'), tools).get)

export async function run(log: (line: string) => void) {
  log(await holder.price('s1', 1, 2))
  log(await resilient({ retry: { maxAttempts: 2, delay: '0' }, mode: 'async' }, price).call(undefined, 's2'))
  log(`${holder.price.name} ${holder.price.length} ${(holder.price as { route?: string }).route} ${'prototype' in holder.price}`)
  log(`${given.name} ${given.length} ${await given(1)} ${order}`)
  try { new (holder.price as unknown as new () => object)() } catch (error) { log(`${error instanceof TypeError}`) }
}
/* expect:
EUR s1 3
none s2 1
price 1 /prices false
get 1 got options,function
true
*/
