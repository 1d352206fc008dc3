import { Bulkhead, CircuitBreaker, Hedge, Timeout } from 'resilience4cata'

const found = Promise.resolve({ cents: 700 })

export class Prices {
  find(_sku: string) { return found }

  @Hedge({ delay: '1s' })
  @CircuitBreaker()
  @Timeout('2s')
  @Bulkhead({ maxConcurrent: 10 })
  async price(sku: string): Promise<number> {
    const price = await this.find(sku)
    return price.cents / 100
  }
}

const prices = new Prices()
export const call = () => prices.price('a')
