import { Classify, Retry } from 'resilience4cata'

const found = Promise.resolve({ cents: 700 })

export class Prices {
  find(_sku: string) { return found }

  @Classify({ result: () => 'success' })
  @Retry({ delay: '100ms' })
  async price(sku: string): Promise<number> {
    const price = await this.find(sku)
    return price.cents / 100
  }
}

const prices = new Prices()
export const call = () => prices.price('a')
