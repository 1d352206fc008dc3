import { Fallback, Retry } from 'resilience4cata'

export class PriceClient {
  #known = new Map<string, number>()

  constructor(private readonly shop: string) {}

  @Retry({ maxAttempts: 3, delay: '50ms' })
  @Fallback('lastKnown')
  async price(sku: string): Promise<number> {
    const response = await fetch(`${this.shop}/prices/${sku}`)
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const { amount } = await response.json()
    this.#known.set(sku, amount)
    return amount
  }

  lastKnown(sku: string, failure: unknown): number {
    const amount = this.#known.get(sku)
    if (amount === undefined) throw failure
    return amount
  }
}
