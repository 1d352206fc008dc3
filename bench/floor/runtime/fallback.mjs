class Fallback {
  #id; #applies

  constructor(id, { applyOn }) {
    this.#id = id
    this.#applies = applyOn
  }
  handles(failure) { return this.#applies === undefined || this.#applies(failure); }

  /** Calls `method` with the call's arguments, the failure and the context; or throws the failure, if it isn't for us. */
  answer(failure, attempts, self, method, args) {
    if (!this.handles(failure)) throw failure
    return method.apply(self, [...args, failure, { attempts, instanceId: this.#id, args }])
  }
}
export const fallback = (id, options = {}) => new Fallback(id, options)
