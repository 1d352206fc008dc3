import { bulkhead as r4c$bulkhead, circuitBreaker as r4c$circuitBreaker, rejected as r4c$rejected, retry as r4c$retry } from '../runtime/index.mjs'

const r4c$retry0 = /*#__PURE__*/ r4c$retry('src/prices.ts#Prices.price', { delay: 100 })
const r4c$prices = /*#__PURE__*/ r4c$circuitBreaker('prices')
const r4c$bulkhead0 = /*#__PURE__*/ r4c$bulkhead('src/prices.ts#Prices.price', { maxConcurrent: 10 })

export class Prices {
  constructor(store) { this.store = store }

  async price(sku) {
    let r4c$attempts = 0
    for (;;) {
      const r4c$permit = r4c$prices.acquire()
      let r4c$slot = -1, r4c$failure
      if (r4c$permit < 0) r4c$failure = r4c$prices.rejection()
      else if ((r4c$slot = r4c$bulkhead0.acquire()) < 0) r4c$failure = r4c$bulkhead0.rejection()
      else try {
        const found = await this.store.find(sku)
        const r4c$result = found.cents / 100
        r4c$bulkhead0.release(r4c$slot)
        r4c$prices.onSuccess(r4c$permit)
        return r4c$result
      } catch (r4c$error) { r4c$failure = r4c$error }
      r4c$bulkhead0.release(r4c$slot)
      r4c$prices.onFailure(r4c$permit, r4c$failure)
      const r4c$delay = r4c$retry0.onFailure(++r4c$attempts, r4c$failure)
      if (r4c$delay < 0) return r4c$rejected(r4c$failure)
      if (r4c$delay > 0) await r4c$retry0.pause(r4c$delay)
    }
  }
}
