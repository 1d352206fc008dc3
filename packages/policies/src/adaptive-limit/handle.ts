import type { AdaptiveLimit } from './runtime.ts'

/** What `registry.adaptiveLimit(id)` gives: the state of an adaptive limit, as it is when it is read. */
export class AdaptiveLimitHandle {
  readonly #adaptive: AdaptiveLimit

  constructor(adaptive: AdaptiveLimit) {
    adaptive.ready()
    this.#adaptive = adaptive
  }

  /** How many attempts may be in flight now. */
  get limit(): number { return this.#adaptive.limit }
  /** Attempts in flight. */
  get inFlight(): number { return this.#adaptive.inFlight }
  /** Callers in line. */
  get waiting(): number { return this.#adaptive.queue?.length ?? 0 }
  /** How the limit finds its height. */
  get algorithm(): 'aimd' { return this.#adaptive.settings.algorithm }
}

/** Its row in `registry.snapshot()`. */
export function snapshot(adaptive: AdaptiveLimit): { limit: number; inFlight: number; waiting: number; algorithm: 'aimd' } {
  const { limit, inFlight, waiting, algorithm } = new AdaptiveLimitHandle(adaptive)
  return { limit, inFlight, waiting, algorithm }
}

/** State begins anew. Whoever waits goes on under the first limit. */
export function reset(adaptive: AdaptiveLimit): void {
  adaptive.first = adaptive.nextEpoch()
  adaptive.limit = adaptive.ready().initialLimit
  adaptive.inFlight = 0
  adaptive.queue?.serve()
}
