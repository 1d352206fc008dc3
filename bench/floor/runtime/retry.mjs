import { isException } from './failures.mjs'
import { rejected } from './rejection.mjs'
import { pause } from './waiting.mjs'

// Why a retry stops. `onFailure` returns one of these, or the time to wait (0: at once).
export const MAX_ATTEMPTS = -1, MAX_DURATION = -2, NOT_RETRYABLE = -3, INTERRUPTED = -4, BUDGET_EXHAUSTED = -6

const TURN = 5e-324 // the smallest wait: one macrotask
// `jitterFrom`: 0 full, 0.5 equal, 1 none; `multiplier` 1 is a fixed delay
const DEFAULTS = { maxAttempts: 3, delay: 200, maxDelay: 10_000, multiplier: 2, jitterFrom: 0, retryOn: isException }

class Retry {
  #is
  constructor(options) { this.#is = { ...DEFAULTS, ...options }; }

  /** Emitted at the start of a call only where `maxDuration` is set: one clock read. */
  start() { return performance.now(); }
  /** Emitted at the start of a call only where a budget is set: no clock read. */
  onCall() { this.#is.budget.onCall(); }

  /** After failed attempt number `attempts`: how long to wait, or why to stop. The order of the tests is observable. */
  onFailure(attempts, error, start, signal) {
    const { maxAttempts, maxDuration, retryOn, budget } = this.#is
    if (signal?.aborted) return INTERRUPTED
    // an AbortError that isn't the caller's abort is an interruption all the same
    if (error?.code === 'R4C_CALL_NOT_PERMITTED' || error?.name === 'AbortError' || !retryOn(error)) return NOT_RETRYABLE
    if (attempts >= maxAttempts) return MAX_ATTEMPTS
    const wait = this.#wait(attempts)
    if (maxDuration && performance.now() - start + wait > maxDuration) return MAX_DURATION
    if (budget?.refuses()) return BUDGET_EXHAUSTED
    return wait === 0 && attempts % 16 === 0 ? TURN : wait // a method that rejects at once must not starve the loop
  }
  #wait(attempts) {
    const { delay, maxDelay, multiplier, jitterFrom } = this.#is
    if (delay === 0) return 0 // 0 × Infinity would be NaN
    const base = Math.min(delay * multiplier ** (attempts - 1), maxDelay)
    return jitterFrom === 1 ? base : base * (jitterFrom + (1 - jitterFrom) * Math.random())
  }
  pause(delay) { return pause(delay); }
}

// A retry keeps no state between calls, so it is not shared by id; with a budget the budget is what is shared.
export const retry = (id, options) => new Retry(options)

/**
 * The rest of a call whose first attempt failed, where an inner layer races: the loop is here and not at the site.
 * `attempt()` returns a promise; `giveUp(failure, attempts)`, if any, answers at the end.
 */
export function again(retry, failure, attempt, giveUp = rejected) {
  const delay = retry.onFailure(1, failure)
  return delay < 0 ? giveUp(failure, 1) : loop(retry, delay, attempt, giveUp)
}
async function loop(retry, delay, attempt, giveUp) {
  for (let attempts = 2; ; attempts++) {
    if (delay > 0) await pause(delay)
    let failure
    try {
      return await attempt()
    } catch (error) {
      failure = error
    }
    delay = retry.onFailure(attempts, failure)
    if (delay < 0) return giveUp(failure, attempts)
  }
}
