import { Deadlines } from './deadlines.mjs'
import { isException } from './failures.mjs'
import { after } from './waiting.mjs'

class Failed {
  constructor(error) { this.error = error; }
}
const DUE = Symbol()
const isLocal = (error) => /^R4C_(CALL_NOT|RATE|LIMIT|BULKHEAD)/.test(error?.code)

class Hedge {
  #maxAttempts; #delay; #hedges; #budget; #delays; #onLost

  /** `onLost(scope)` hands back what a lost attempt still holds outside its own race. */
  constructor({ maxAttempts = 2, delay = 1000, hedgeOn = isException, budget, onLost }) {
    this.#maxAttempts = maxAttempts
    this.#delay = delay
    this.#hedges = hedgeOn
    this.#budget = budget
    this.#onLost = onLost
    // coarse: a hedge may start one step late, and a call needs no clock
    this.#delays = new Deadlines(delay, delay > 0, (ticket) => this.#delays.resolve(ticket, DUE))
  }
  /** `attempt(scope)` returns a promise, and notes its permit and its ticket in the scope. */
  run(attempt) {
    this.#budget?.onCall()
    const delays = this.#delays, ticket = delays.begin(), turn = delays.promise(), scope = { permit: -1, ticket: -1 }
    const first = attempt(scope)
    first.then((value) => delays.resolve(ticket, value), (error) => delays.resolve(ticket, new Failed(error)))
    // the handler runs in the call's own async context, whoever fired the timer
    return turn.then((outcome) => (outcome === DUE || outcome instanceof Failed ? this.#race(first, scope, outcome, attempt) : outcome))
  }
  /** From here on more than one attempt: the slow path. */
  #race(first, firstScope, outcome, attempt) {
    return new Promise((resolve, reject) => {
      const scopes = []
      let inFlight = 0, done = false, mayLaunch = true, failure, cancel
      const settle = (winner, deliver, value) => {
        done = true
        cancel?.()
        for (const scope of scopes) if (scope !== winner) this.#onLost?.(scope)
        deliver(value)
      }
      const onFailure = (scope, error) => {
        inFlight--
        if (done) return
        if (isLocal(error)) mayLaunch = false
        else if (!this.#hedges(error)) return settle(scope, reject, error)
        if (failure === undefined || !isLocal(error)) failure = new Failed(error)
        if (!launch() && inFlight === 0) settle(scope, reject, failure.error)
      }
      const watch = (promise, scope) => {
        inFlight++
        scopes.push(scope)
        promise.then((value) => { inFlight--; if (!done) settle(scope, resolve, value); }, (error) => onFailure(scope, error))
      }
      const launch = () => {
        if (!mayLaunch || scopes.length >= this.#maxAttempts || this.#budget?.refuses()) return false
        cancel?.()
        const scope = { permit: -1, ticket: -1 }
        watch(attempt(scope), scope)
        if (scopes.length < this.#maxAttempts) cancel = after(this.#delay, () => launch())
        return true
      }
      if (outcome === DUE) {
        watch(first, firstScope)
        launch()
      } else {
        inFlight++
        scopes.push(firstScope)
        onFailure(firstScope, outcome.error)
      }
    })
  }
}
export const hedge = (id, options = {}) => new Hedge(options)
