import { create, declare } from './errors.mjs'
import { isException } from './failures.mjs'
import { instance } from './instances.mjs'

const CallNotPermittedError = /*#__PURE__*/ declare('CallNotPermittedError', 'R4C_CALL_NOT_PERMITTED', 'circuitBreaker')
const CLOSED = 0, OPEN = 1, HALF_OPEN = 2, FORCED_OPEN = 3
const STATES = ['CLOSED', 'OPEN', 'HALF_OPEN', 'FORCED_OPEN']
const FAILED = 1, SLOW = 2 // the two bits of one outcome

const DEFAULTS = { windowSize: 100, failureRate: 50, slowCallRate: 100, waitInOpen: 60_000, waitInOpenMultiplier: 1, maxWaitInOpen: 600_000, halfOpenCalls: 10, recordOn: isException }

/**
 * A permit is the generation that admitted the attempt. Every change of state begins a new one, so an outcome from before
 * the change is late and is dropped: it can neither close nor reopen the breaker, nor use up a probe.
 */
class CircuitBreaker {
  #id; #is; #size; #minimum
  #state = CLOSED; #generation = 0; #late = 0
  #ring; #head = 0; #calls = 0; #failures = 0; #slow = 0 // of the window, or of the probes in HALF_OPEN
  #until; #opens = 0; #permits = 0; #retryAfter

  constructor(id, options) {
    this.#id = id
    this.#is = { ...DEFAULTS, ...options }
    this.#size = this.#is.windowSize
    this.#minimum = this.#is.minimumCalls ?? Math.min(100, this.#size)
    this.#ring = new Uint32Array(Math.ceil(this.#size / 16))
  }

  /** A permit, or -1. */
  acquire() { return this.#state === CLOSED ? this.#generation : this.#probe(); }
  /** The error for the -1 that `acquire` has just returned. */
  rejection() {
    const error = create(CallNotPermittedError, this.#id, `${this.#id} is ${STATES[this.#state]}`)
    error.state = STATES[this.#state]
    error.retryAfterMs = this.#retryAfter
    return error
  }

  onSuccess(permit, start) {
    if (permit !== this.#generation) this.#late++
    else this.#record(this.#slowness(start))
  }
  /** Also called for an attempt that was never admitted (permit -1): nothing to record. */
  onFailure(permit, error, start) {
    if (permit !== this.#generation) this.#late += permit < 0 ? 0 : 1
    else this.#record((this.#is.recordOn(error) ? FAILED : 0) | this.#slowness(start))
  }

  /** Not recorded; a probe's permit goes back. */
  onCancelled(permit) {
    if (permit === this.#generation && this.#state === HALF_OPEN) this.#permits++
  }

  open() {
    const { waitInOpen, waitInOpenMultiplier, maxWaitInOpen } = this.#is
    this.#enter(OPEN)
    this.#until = performance.now() + Math.min(waitInOpen * waitInOpenMultiplier ** this.#opens++, maxWaitInOpen)
  }
  forceOpen() { this.#enter(FORCED_OPEN); }
  close() { this.#opens = 0; this.#enter(CLOSED); }
  get state() { return STATES[this.#state]; }
  get counts() { return { calls: this.#calls, failures: this.#failures, slow: this.#slow, late: this.#late, opens: this.#opens, permits: this.#permits }; }

  /** `start` is passed only where slow calls are configured. */
  #slowness(start) { return start !== undefined && performance.now() - start > this.#is.slowCallDuration ? SLOW : 0; }
  #probe() {
    if (this.#state === FORCED_OPEN) {
      this.#retryAfter = undefined
      return -1
    }
    const now = performance.now()
    if (this.#state === OPEN) {
      if (now < this.#until) {
        this.#retryAfter = this.#until - now
        return -1
      }
      this.#enter(HALF_OPEN)
      this.#permits = this.#is.halfOpenCalls
      this.#until = now + (this.#is.maxHalfOpenWait ?? this.#is.waitInOpen)
    } else if (this.#permits === 0 && now >= this.#until) {
      // probes that never settled: decide on what was recorded
      if (this.#calls > 0 && !this.#exceeded(this.#calls)) this.close()
      else this.open()
      return this.acquire()
    }
    if (this.#permits > 0) {
      this.#permits--
      return this.#generation
    }
    this.#retryAfter = 0
    return -1
  }
  #record(outcome) {
    if (this.#state === HALF_OPEN) return this.#recordProbe(outcome)
    if (this.#calls === this.#size) {
      if (outcome === 0 && this.#failures === 0 && this.#slow === 0) return // a clean full window stays what it is
    } else this.#calls++
    const at = this.#head, word = at >>> 4, shift = (at & 15) << 1
    this.#head = at + 1 === this.#size ? 0 : at + 1
    const before = (this.#ring[word] >>> shift) & 3
    if (before !== outcome) {
      this.#ring[word] ^= (before ^ outcome) << shift
      this.#failures += (outcome & FAILED) - (before & FAILED)
      this.#slow += ((outcome & SLOW) - (before & SLOW)) >> 1
    }
    if (this.#calls >= this.#minimum && this.#exceeded(this.#calls)) this.open()
  }
  #recordProbe(outcome) {
    this.#calls++
    this.#failures += outcome & FAILED
    this.#slow += (outcome & SLOW) >> 1
    const probes = this.#is.halfOpenCalls, left = probes - this.#calls
    // as soon as it is certain, one way or the other
    if (this.#exceeded(probes)) this.open()
    else if (!this.#exceeded(probes, left)) this.close()
  }
  /** Whether a rate is reached, or could still be if `more` calls ended badly. */
  #exceeded(calls, more = 0) {
    const failures = this.#failures + more, slow = this.#slow + more
    return (failures > 0 && failures * 100 >= this.#is.failureRate * calls) || (slow > 0 && slow * 100 >= this.#is.slowCallRate * calls)
  }
  #enter(state) {
    this.#state = state
    this.#generation = (this.#generation + 1) & 0x3fffffff
    if (state === CLOSED || state === HALF_OPEN) {
      this.#ring.fill(0)
      this.#head = this.#calls = this.#failures = this.#slow = 0
    }
  }
}
export const circuitBreaker = (id, options) => instance('circuitBreaker:', id, () => new CircuitBreaker(id, options))
