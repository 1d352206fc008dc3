import { pending as r4c$pending, retry as r4c$retry } from '../runtime/index.mjs'

const r4c$retry0 = /*#__PURE__*/ r4c$retry('src/prices.ts#Prices.price', { delay: 100 })

export class Prices {
  constructor(store) { this.store = store }

  async price(sku) {
    let r4c$attempts = 0
    for (;;) {
      try {
        const found = await this.store.find(sku)
        const r4c$result = found.cents, r4c$wait = r4c$pending(r4c$result)
        return r4c$wait ? await r4c$wait : r4c$result
      } catch (r4c$failure) {
        const r4c$delay = r4c$retry0.onFailure(++r4c$attempts, r4c$failure)
        if (r4c$delay < 0) throw r4c$failure
        if (r4c$delay > 0) await r4c$retry0.pause(r4c$delay)
      }
    }
  }
}
