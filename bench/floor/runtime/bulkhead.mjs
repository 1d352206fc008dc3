import { create, declare } from './errors.mjs'
import { instance } from './instances.mjs'

const BulkheadFullError = /*#__PURE__*/ declare('BulkheadFullError', 'R4C_BULKHEAD_FULL', 'bulkhead')
const REASONS = ['FULL', 'QUEUE_FULL', 'WAIT_EXPIRED'] // of -1, -2, -3

class Bulkhead {
  #id; #max; #queue; #inUse = 0

  constructor(id, { maxConcurrent = 25, queue }) {
    this.#id = id
    this.#max = maxConcurrent
    this.#queue = queue
  }
  /** 0, or -1: full. */
  acquire() {
    if (this.#inUse >= this.#max || this.#queue?.first) return -1
    this.#inUse++
    return 0
  }
  /** After a -1, where `maxWait` is set: a promise of 0, -2, -3, or of -4 when the signal aborts. */
  wait(signal) { return this.#queue.wait(signal); }
  release(slot) {
    if (slot < 0) return
    if (this.#queue?.first) this.#queue.leave(this.#queue.first, 0) // handed over: nobody can slip in between
    else this.#inUse--
  }
  rejection(slot = -1) {
    const reason = REASONS[-1 - slot], error = create(BulkheadFullError, this.#id, `${this.#id}: ${reason}, ${this.#max} calls at once`)
    error.reason = reason
    return error
  }
  get inUse() { return this.#inUse; }
}
export const bulkhead = (id, options = {}) => instance('bulkhead:', id, () => new Bulkhead(id, options))
