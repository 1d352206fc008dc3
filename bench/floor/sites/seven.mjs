import { again as r4c$again, bulkhead as r4c$bulkhead, adaptiveLimit as r4c$adaptiveLimit, circuitBreaker as r4c$circuitBreaker, fallback as r4c$fallback, now as r4c$clock, rateLimiter as r4c$rateLimiter, rejectedPromise as r4c$rejectedPromise, retry as r4c$retry, timeout as r4c$timeout } from '../runtime/index.mjs'

const r4c$fallback0 = /*#__PURE__*/ r4c$fallback('src/prices.ts#Prices.price')
const r4c$retry0 = /*#__PURE__*/ r4c$retry('src/prices.ts#Prices.price', { maxAttempts: 3, delay: 200 })
const r4c$prices = /*#__PURE__*/ r4c$circuitBreaker('prices')
const r4c$rateLimiter0 = /*#__PURE__*/ r4c$rateLimiter('src/prices.ts#Prices.price', { permits: 50, period: 1000 })
const r4c$adaptiveLimit0 = /*#__PURE__*/ r4c$adaptiveLimit('src/prices.ts#Prices.price', { initialLimit: 20 })
const r4c$timeout0 = /*#__PURE__*/ r4c$timeout('src/prices.ts#Prices.price', { value: 2000, onExpired: (error, permit, share) => { r4c$adaptiveLimit0.onFailure(share, error); r4c$prices.onFailure(permit, error) } })
const r4c$bulkhead0 = /*#__PURE__*/ r4c$bulkhead('src/prices.ts#Prices.price', { maxConcurrent: 20 })

export class Prices {
  constructor(store) { this.store = store }

  price(sku) {
    return Prices.#r4c$attempt.call(this, sku).then(undefined, (r4c$failure) => r4c$again(r4c$retry0, r4c$failure, () => Prices.#r4c$attempt.call(this, sku),
      (r4c$failure, r4c$attempts) => r4c$fallback0.answer(r4c$failure, r4c$attempts, this, this.lastKnown, [sku])))
  }
  static #r4c$attempt(sku) {
    const r4c$permit = r4c$prices.acquire()
    let r4c$now, r4c$share = -1, r4c$failure
    if (r4c$permit < 0) r4c$failure = r4c$prices.rejection()
    else if (!r4c$rateLimiter0.acquire(r4c$now = r4c$clock())) r4c$failure = r4c$rateLimiter0.rejection()
    else if ((r4c$share = r4c$adaptiveLimit0.acquire()) < 0) r4c$failure = r4c$adaptiveLimit0.rejection()
    else {
      const r4c$ticket = r4c$timeout0.begin(r4c$now, r4c$permit, r4c$share), r4c$answer = r4c$timeout0.promise()
      Prices.#r4c$frame.call(this, r4c$ticket, r4c$permit, r4c$share, sku)
      return r4c$answer
    }
    r4c$prices.onFailure(r4c$permit, r4c$failure)
    return r4c$rejectedPromise(r4c$failure)
  }
  static async #r4c$frame(r4c$ticket, r4c$permit, r4c$share, sku) {
    const r4c$slot = r4c$bulkhead0.acquire()
    let r4c$failure
    if (r4c$slot < 0) r4c$failure = r4c$bulkhead0.rejection()
    else try {
      const found = await this.store.find(sku)
      const r4c$result = found.cents / 100
      r4c$bulkhead0.release(r4c$slot)
      if (r4c$timeout0.isOpen(r4c$ticket)) {
        r4c$adaptiveLimit0.onSuccess(r4c$share)
        r4c$prices.onSuccess(r4c$permit)
      }
      return r4c$timeout0.resolve(r4c$ticket, r4c$result)
    } catch (r4c$error) { r4c$failure = r4c$error }
    r4c$bulkhead0.release(r4c$slot)
    if (r4c$timeout0.isOpen(r4c$ticket)) {
      r4c$adaptiveLimit0.onFailure(r4c$share, r4c$failure)
      r4c$prices.onFailure(r4c$permit, r4c$failure)
    }
    r4c$timeout0.reject(r4c$ticket, r4c$failure)
  }
  lastKnown(sku, failure) { return 0 }
}
