import { timeout as r4c$timeout } from '../runtime/index.mjs'

const r4c$timeout0 = /*#__PURE__*/ r4c$timeout('src/prices.ts#Prices.price', { value: 2000 })

export class Prices {
  constructor(store) { this.store = store }

  price(sku) {
    const r4c$ticket = r4c$timeout0.begin(), r4c$answer = r4c$timeout0.promise()
    Prices.#r4c$frame.call(this, r4c$ticket, sku)
    return r4c$answer
  }
  static async #r4c$frame(r4c$ticket, sku) {
    let r4c$failure
    try {
      const found = await this.store.find(sku)
      return r4c$timeout0.resolve(r4c$ticket, found.cents / 100)
    } catch (r4c$error) { r4c$failure = r4c$error }
    r4c$timeout0.reject(r4c$ticket, r4c$failure)
  }

}
