import { Deadlines } from './deadlines.mjs'
import { create, declare } from './errors.mjs'
import { rejected } from './rejection.mjs'

const CallTimeoutError = /*#__PURE__*/ declare('CallTimeoutError', 'R4C_CALL_TIMEOUT', 'timeout')

class Timeout extends Deadlines {
  #aborts = null // of the tickets that have a signal

  /** `onExpired(error, note0, note1)` settles the layers outside the timeout; the notes are their permits. */
  constructor(id, { value, coarse, onExpired }) {
    super(value, coarse, (ticket, note0, note1) => {
      const error = create(CallTimeoutError, id, `no answer within ${value} ms`), abort = this.#aborts?.get(ticket)
      error.timeoutMs = value
      onExpired?.(error, note0, note1)
      this.reject(ticket, error)
      abort?.(error)
    })
  }
  resolve(ticket, value) {
    if (this.#aborts !== null) this.#aborts.delete(ticket)
    super.resolve(ticket, value)
  }
  reject(ticket, error) { this.resolve(ticket, rejected(error)); }

  /** Aborted when the deadline passes first. Emitted only where the body asks for it, or where an inner layer waits. */
  signal(ticket) {
    const controller = new AbortController()
    // registered here and not in the timer: so the listeners of the signal run in the async context of their own call
    new Promise((expire) => (this.#aborts ??= new Map()).set(ticket, expire)).then((error) => controller.abort(error))
    return controller.signal
  }
}
export const timeout = (id, options) => new Timeout(id, options)
