// The breaker in somebody's hand: what only a person or a health check decides. In a bundle only where a program asks the registry for it.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at, fault, show } from '@resilience4cata/core/diagnostic'
import { parseDuration, type Duration } from '@resilience4cata/core/duration'
import { disable, forceOpen, MANUAL, metricsOnly, reset } from './manual.ts'
import { CLOSED, HALF_OPEN, OPEN, type CircuitBreaker, type State } from './runtime.ts'

/** What `registry.circuitBreaker(id)` gives. A state that is held already is no change, but `open` and `halfOpen` begin anew. */
export class CircuitBreakerHandle {
  readonly #breaker: CircuitBreaker

  constructor(breaker: CircuitBreaker) {
    breaker.ready()
    this.#breaker = breaker
  }

  /** As it is now. Reading changes nothing: an open breaker whose wait is over is OPEN until somebody calls. */
  get state(): State { return this.#breaker.state }

  /** Rejects all calls and records none, until it is told otherwise. */
  forceOpen(): void { forceOpen(this.#breaker) }

  /** Opens as by itself, for `wait` (at least `'1ms'`: R4C-ATR-010); by default for as long as this opening would last. */
  open(wait?: Duration): void { this.#breaker.enter(OPEN, MANUAL, undefined, wait === undefined ? undefined : this.#milliseconds(wait)) }

  /** Lets `halfOpenCalls` calls through to find out. */
  halfOpen(): void { this.#breaker.enter(HALF_OPEN, MANUAL) }

  /** Closes, with an empty window. */
  close(): void { if (this.#breaker.state !== CLOSED) this.#breaker.enter(CLOSED, MANUAL) }

  /** Lets all calls through, records nothing and publishes nothing, until it is told otherwise. */
  disable(): void { disable(this.#breaker) }

  /** Lets all calls through and records them: `circuitBreaker.thresholdExceeded` tells when it would have opened. */
  metricsOnly(): void { metricsOnly(this.#breaker) }

  /** As new: CLOSED, with an empty window and all counts at 0. Configuration stays. */
  reset(): void { reset(this.#breaker) }

  // not by the table of options: whoever imports the registry would have it
  #milliseconds(wait: Duration): number {
    const ms = parseDuration(wait)
    if (ms! >= 1) return ms!
    const code = ms === undefined ? 'R4C-ATR-001' : 'R4C-ATR-010'
    throw new ConfigurationError(at(this.#breaker.id, [fault(code, `wait must be a duration of at least 1ms, got ${show(wait)}`, undefined, 'wait')]))
  }
}
