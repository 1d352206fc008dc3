import { attemptSignal, CircuitBreaker, Fallback, RateLimiter, Retry, resilient, Timeout } from 'resilience4cata'

interface Env { readonly BACKEND: string }

class Prices {
  @Retry({ maxAttempts: 4, delay: '5ms' })
  @CircuitBreaker({ name: 'backend' })
  async price(backend: string, sku: string): Promise<string> {
    const response = await fetch(`${backend}/busy/${sku}`)
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return await response.text()
  }

  @Fallback('lastKnown')
  @Timeout('100ms')
  async offer(backend: string, sku: string): Promise<string> {
    const response = await fetch(`${backend}/hangs/${sku}`, { signal: attemptSignal() })
    return await response.text()
  }

  lastKnown(_backend: string, sku: string): string { return `last known of ${sku}` }

  @RateLimiter({ permits: 2, period: '20ms', maxWait: '5s', maxQueue: 100 })
  async turn(n: number): Promise<string> { return `turn ${n}` }
}

const prices = new Prices()

const stock = resilient({ retry: { maxAttempts: 3, delay: '5ms' }, fallback: () => 'unknown' }, async (backend: string, sku: string) => {
  const response = await fetch(`${backend}/down/${sku}`)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return await response.text()
})

export default {
  async fetch(request: Request, { BACKEND }: Env): Promise<Response> {
    const [, path, sku = ''] = new URL(request.url).pathname.split('/')
    const answer = path === 'price' ? prices.price(BACKEND, sku) : path === 'offer' ? prices.offer(BACKEND, sku) : path === 'turn' ? prices.turn(Number(sku)) : stock(BACKEND, sku)
    return new Response(await answer)
  },
}
