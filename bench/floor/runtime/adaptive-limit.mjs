import { create, declare } from './errors.mjs'
import { instance } from './instances.mjs'

const LimitExceededError = /*#__PURE__*/ declare('LimitExceededError', 'R4C_LIMIT_EXCEEDED', 'adaptiveLimit')
const isOverload = (error) => error?.code === 'R4C_CALL_TIMEOUT' || error?.code === 'R4C_BULKHEAD_FULL'

/**
 * Additive increase, multiplicative decrease. A permit says in which epoch the attempt began (each cut begins a new one, so
 * fifty timeouts at once are one cut) and, in its lowest bit, whether the limit was more than half used.
 */
class AdaptiveLimit {
  #id; #min; #max; #ratio; #drops; #limit; #inFlight = 0; #epoch = 0; #credit = 0

  constructor(id, { initialLimit = 20, minLimit = 1, maxLimit = 200, backoffRatio = 0.9, dropOn = isOverload }) {
    this.#id = id
    this.#limit = initialLimit
    this.#min = minLimit
    this.#max = maxLimit
    this.#ratio = backoffRatio
    this.#drops = dropOn
  }
  /** A permit, or -1. */
  acquire() {
    if (this.#inFlight >= this.#limit) return -1
    this.#inFlight++
    return (this.#epoch << 1) | (this.#inFlight * 2 >= this.#limit ? 1 : 0)
  }
  rejection() {
    const error = create(LimitExceededError, this.#id, `${this.#id} admits ${this.#limit} calls at once for now`)
    error.limit = this.#limit
    return error
  }
  onSuccess(permit) {
    this.#inFlight--
    if (permit === ((this.#epoch << 1) | 1) && ++this.#credit >= this.#limit) {
      this.#limit = Math.min(this.#max, this.#limit + 1)
      this.#credit = 0
    }
  }
  onFailure(permit, error, signal) {
    if (permit < 0) return
    this.#inFlight--
    if (signal?.aborted || permit >> 1 !== this.#epoch || !this.#drops(error)) return
    this.#limit = Math.max(this.#min, Math.min(this.#limit - 1, Math.floor(this.#limit * this.#ratio)))
    this.#epoch = (this.#epoch + 1) & 0xfffffff
    this.#credit = 0
  }
  get limit() { return this.#limit; }
  get inFlight() { return this.#inFlight; }
}
export const adaptiveLimit = (id, options = {}) => instance('adaptiveLimit:', id, () => new AdaptiveLimit(id, options))
