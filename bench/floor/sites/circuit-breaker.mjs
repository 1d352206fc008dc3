import { circuitBreaker as r4c$circuitBreaker, rejected as r4c$rejected } from '../runtime/index.mjs'

const r4c$prices = /*#__PURE__*/ r4c$circuitBreaker('prices')

export class Prices {
  constructor(store) { this.store = store }

  async price(sku) {
    const r4c$permit = r4c$prices.acquire()
    if (r4c$permit < 0) return r4c$rejected(r4c$prices.rejection())
    try {
      const found = await this.store.find(sku)
      const r4c$result = found.cents / 100
      r4c$prices.onSuccess(r4c$permit)
      return r4c$result
    } catch (r4c$failure) {
      r4c$prices.onFailure(r4c$permit, r4c$failure)
      throw r4c$failure
    }
  }
}
