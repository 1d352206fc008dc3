import { RateLimiter } from 'resilience4cata'

const found = Promise.resolve({ cents: 700 })

export class Prices {
  find(_sku: string) { return found }

  @RateLimiter({ permits: 1_000_000, period: '1h' })
  async price(sku: string): Promise<number> {
    const price = await this.find(sku)
    return price.cents / 100
  }
}

const prices = new Prices()
export const call = () => prices.price('a')
