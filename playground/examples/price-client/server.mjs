// A shop whose server fails on a schedule: what it does with the first, second, … request for a product. The last entry goes on.
import { createServer } from 'node:http'

const PRICES = { tea: 3.2, milk: 1.15, bread: 2.4, sugar: 0.95, salt: 0.6 }

/** @type {Record<string, readonly ('answers' | 'is busy' | 'hangs up')[]>} */
export const SCHEDULE = {
  tea: ['answers'],
  milk: ['is busy', 'answers'],
  bread: ['hangs up', 'is busy', 'answers'],
  sugar: ['answers', 'is busy'],
  salt: ['is busy'],
}

/** Starts a shop that has seen nobody yet. */
export async function openShop() {
  /** @type {Record<string, number>} */
  const requests = {}
  const server = createServer((request, response) => {
    const sku = /** @type {keyof typeof PRICES} */ (request.url?.split('/').at(-1) ?? '')
    const count = (requests[sku] = (requests[sku] ?? 0) + 1)
    const schedule = SCHEDULE[sku] ?? ['is busy']
    const does = schedule[Math.min(count, schedule.length) - 1]
    if (does === 'hangs up') return void request.socket.destroy()
    response.writeHead(does === 'answers' ? 200 : 503, { 'content-type': 'application/json', connection: 'close' })
    response.end(does === 'answers' ? JSON.stringify({ amount: PRICES[sku] }) : '{}')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { address: `http://127.0.0.1:${port}`, requests, close: () => new Promise((resolve) => server.close(resolve)) }
}
