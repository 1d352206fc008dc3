import { Retry } from 'resilience4cata'

const found = Promise.resolve({ cents: 700 })

export class Prices {
  find(_sku: string) { return found }

  @Retry({ delay: '100ms' })
  async price(sku: string): Promise<number> {
    const price = await this.find(sku)
    return price.cents
  }
}

const prices = new Prices()
export const call = () => prices.price('a')
