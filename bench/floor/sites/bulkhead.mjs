import { bulkhead as r4c$bulkhead, rejected as r4c$rejected } from '../runtime/index.mjs'

const r4c$bulkhead0 = /*#__PURE__*/ r4c$bulkhead('src/prices.ts#Prices.price', { maxConcurrent: 10 })

export class Prices {
  constructor(store) { this.store = store }

  async price(sku) {
    const r4c$slot = r4c$bulkhead0.acquire()
    if (r4c$slot < 0) return r4c$rejected(r4c$bulkhead0.rejection())
    try {
      const found = await this.store.find(sku)
      return found.cents / 100
    } finally { r4c$bulkhead0.release(r4c$slot) }
  }

}
