// The breaker in somebody's hand: what only a person or a health check decides. In a bundle only where a program asks the registry for it.
import { checkValue } from '@resilience4cata/core/check'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at } from '@resilience4cata/core/diagnostic'
import type { Duration } from '@resilience4cata/core/duration'
import { FAILED, SLOW } from '../parts/sliding-window.ts'
import { TABLE } from './options.ts'
import { CLOSED, DISABLED, FORCED_OPEN, HALF_OPEN, MANUAL, METRICS_ONLY, OPEN, RESET, STATES, THRESHOLD, type CircuitBreaker, type State } from './runtime.ts'

/** What `registry.circuitBreaker(id)` gives. A state that is held already is no change, but `open` and `halfOpen` begin anew. */
export class CircuitBreakerHandle {
  readonly #breaker: CircuitBreaker

  constructor(breaker: CircuitBreaker) {
    breaker.ready()
    this.#breaker = breaker
  }

  /** As it is now. Reading changes nothing: an open breaker whose wait is over is OPEN until somebody calls. */
  get state(): State { return STATES[this.#breaker.state]! }

  /** Rejects all calls and records none, until it is told otherwise. */
  forceOpen(): void { this.#enter(FORCED_OPEN) }

  /** Opens as by itself, for `wait` (at least `'1ms'`: R4C-ATR-010); by default for as long as this opening would last. */
  open(wait?: Duration): void { this.#breaker.enter(OPEN, MANUAL, NaN, wait === undefined ? undefined : this.#milliseconds(wait)) }

  /** Lets `halfOpenCalls` calls through to find out. */
  halfOpen(): void { this.#breaker.enter(HALF_OPEN, MANUAL) }

  /** Closes, with an empty window. */
  close(): void { this.#enter(CLOSED) }

  /** Lets all calls through, records nothing and publishes nothing, until it is told otherwise. */
  disable(): void { this.#enter(DISABLED) }

  /** Lets all calls through and records them: `circuitBreaker.thresholdExceeded` tells when it would have opened. */
  metricsOnly(): void {
    if (this.#breaker.state === METRICS_ONLY) return
    this.#breaker.watch = excursions(this.#breaker)
    this.#enter(METRICS_ONLY)
  }

  /** As new: CLOSED, with an empty window and all counts at 0. Configuration stays. */
  reset(): void { reset(this.#breaker) }

  #enter(state: number): void {
    if (this.#breaker.state !== state) this.#breaker.enter(state, MANUAL)
  }

  #milliseconds(wait: Duration): number {
    const checked = checkValue('wait', TABLE.waitInOpen, wait)
    if ('code' in checked) throw new ConfigurationError(at(this.#breaker.id, [checked]))
    return checked.value as number
  }
}

export function reset(breaker: CircuitBreaker): void {
  // one that was never used is as new
  if (!breaker.options) return
  breaker.begin(CLOSED)
  breaker.rejected = breaker.late = 0
  breaker.tell?.(RESET)
}

/** Tells once for each rate, until it has been below again. */
function excursions(breaker: CircuitBreaker): () => void {
  let above = 0
  return () => {
    const tally = breaker.tally!
    const { failureRate, slowCallDuration, slowCallRate } = breaker.ready()
    const enough = tally.calls >= breaker.minimumCalls
    const look = (kind: number, part: number, limit: number) => {
      const rate = (part * 100) / tally.calls
      const told = above & kind
      above = enough && rate >= limit ? above | kind : above & ~kind
      if (above & kind && !told) breaker.tell?.(THRESHOLD, kind, rate)
    }
    look(FAILED, tally.failures, failureRate)
    if (slowCallDuration > 0) look(SLOW, tally.slow, slowCallRate)
  }
}
