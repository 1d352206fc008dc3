import { rateLimiter as r4c$rateLimiter, rejected as r4c$rejected } from '../runtime/index.mjs'

const r4c$rateLimiter0 = /*#__PURE__*/ r4c$rateLimiter('src/prices.ts#Prices.price', { permits: 50 })

export class Prices {
  constructor(store) { this.store = store }

  async price(sku) {
    if (!r4c$rateLimiter0.acquire()) return r4c$rejected(r4c$rateLimiter0.rejection())
    const found = await this.store.find(sku)
    return found.cents / 100
  }
}
