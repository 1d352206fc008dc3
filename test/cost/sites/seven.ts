import { AdaptiveLimit, Bulkhead, CircuitBreaker, Fallback, RateLimiter, Retry, Timeout } from 'resilience4cata'

const found = Promise.resolve({ cents: 700 })

export class Prices {
  find(_sku: string) { return found }

  @Fallback('lastKnown')
  @Retry({ delay: '100ms' })
  @CircuitBreaker({ name: 'prices' })
  @RateLimiter({ permits: 1_000_000, period: '1h' })
  @AdaptiveLimit({ initialLimit: 20 })
  @Timeout('2s')
  @Bulkhead({ maxConcurrent: 10 })
  async price(sku: string): Promise<number> {
    const price = await this.find(sku)
    return price.cents / 100
  }

  lastKnown() { return 0 }
}

const prices = new Prices()
export const call = () => prices.price('a')
