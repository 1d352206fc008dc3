import { circuitBreaker as r4c$circuitBreaker, fallback as r4c$fallback, rateLimiter as r4c$rateLimiter, retry as r4c$retry } from '../runtime/index.mjs'

const r4c$fallback0 = /*#__PURE__*/ r4c$fallback('src/prices.ts#Prices.price')
const r4c$retry0 = /*#__PURE__*/ r4c$retry('src/prices.ts#Prices.price', { delay: 0 })
const r4c$prices = /*#__PURE__*/ r4c$circuitBreaker('prices')
const r4c$rateLimiter0 = /*#__PURE__*/ r4c$rateLimiter('src/prices.ts#Prices.price', { permits: 1000 })

export class Prices {
  constructor(store) { this.store = store }

  price(sku) {
    let r4c$attempts = 0
    for (;;) {
      const r4c$permit = r4c$prices.acquire()
      let r4c$failure
      if (r4c$permit < 0) r4c$failure = r4c$prices.rejection()
      else if (!r4c$rateLimiter0.acquire()) r4c$failure = r4c$rateLimiter0.rejection()
      else try {
        const r4c$result = this.store.find(sku).cents / 100
        r4c$prices.onSuccess(r4c$permit)
        return r4c$result
      } catch (r4c$error) { r4c$failure = r4c$error }
      r4c$prices.onFailure(r4c$permit, r4c$failure)
      const r4c$delay = r4c$retry0.onFailure(++r4c$attempts, r4c$failure)
      if (r4c$delay < 0) return r4c$fallback0.answer(r4c$failure, r4c$attempts, this, this.lastKnown, [sku])
    }
  }
  lastKnown(sku, failure) { return 1 }
}
