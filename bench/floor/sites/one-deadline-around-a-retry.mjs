import { pauseUnless as r4c$pauseUnless, retry as r4c$retry, timeout as r4c$timeout } from '../runtime/index.mjs'

const r4c$timeout0 = /*#__PURE__*/ r4c$timeout('src/prices.ts#Prices.price', { value: 2000 })
const r4c$retry0 = /*#__PURE__*/ r4c$retry('src/prices.ts#Prices.price', { delay: 100 })

export class Prices {
  constructor(store) { this.store = store }

  price(sku) {
    const r4c$ticket = r4c$timeout0.begin(), r4c$answer = r4c$timeout0.promise()
    Prices.#r4c$frame.call(this, r4c$ticket, sku)
    return r4c$answer
  }
  static async #r4c$frame(r4c$ticket, sku) {
    let r4c$attempts = 0
    for (;;) {
      try {
        const found = await this.store.find(sku)
        return r4c$timeout0.resolve(r4c$ticket, found.cents / 100)
      } catch (r4c$failure) {
        if (!r4c$timeout0.isOpen(r4c$ticket)) return
        const r4c$delay = r4c$retry0.onFailure(++r4c$attempts, r4c$failure)
        if (r4c$delay < 0) return r4c$timeout0.reject(r4c$ticket, r4c$failure)
        if (r4c$delay > 0 && !(await r4c$pauseUnless(r4c$timeout0.signal(r4c$ticket), r4c$delay))) return
      }
    }
  }
}
