import { create, declare } from './errors.mjs'
import { instance } from './instances.mjs'

const RateLimitExceededError = /*#__PURE__*/ declare('RateLimitExceededError', 'R4C_RATE_LIMIT_EXCEEDED', 'rateLimiter')

/** Fixed cycles from the first call on; each begins with all permits. */
class RateLimiter {
  #id; #permits; #period; #left = 0; #end = NaN; #retryAfter = 0

  constructor(id, { permits = 50, period = 1000 }) {
    this.#id = id
    this.#permits = permits
    this.#period = period
  }
  /** A site with another reader of the clock passes its `now`. */
  acquire(now = performance.now()) {
    if (!(now < this.#end)) this.#refill(now)
    if (this.#left > 0) {
      this.#left--
      return true
    }
    this.#retryAfter = Math.min(this.#end - now, this.#period)
    return false
  }
  rejection() {
    const error = create(RateLimitExceededError, this.#id, `${this.#id} allows ${this.#permits} calls in ${this.#period} ms`)
    error.retryAfterMs = this.#retryAfter
    return error
  }
  get available() { return this.#left; }
  #refill(now) {
    const first = this.#end !== this.#end
    this.#end = first ? now + this.#period : this.#end + this.#period * (Math.floor((now - this.#end) / this.#period) + 1)
    this.#left = this.#permits
  }
}
export const rateLimiter = (id, options = {}) => instance('rateLimiter:', id, () => new RateLimiter(id, options))
