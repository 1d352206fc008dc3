import { now } from '@resilience4cata/runtime/clock'
import type { RateLimiter } from './runtime.ts'

/** What `registry.rateLimiter(id)` gives: the state of a rate limiter, as it is when it is read. */
export class RateLimiterHandle {
  readonly #limiter: RateLimiter

  constructor(limiter: RateLimiter) {
    limiter.ready()
    this.#limiter = limiter
  }

  /** Permits left now. */
  get available(): number { return this.#limiter.schedule!.left(now(this.#limiter.realm)) }
  /** Attempts in line. */
  get waiting(): number { return this.#limiter.turns?.length ?? 0 }
  /** Milliseconds until the next permit; 0 while there is one. */
  get nextPermitMs(): number {
    const at = now(this.#limiter.realm)
    const { schedule } = this.#limiter
    return schedule!.left(at) > 0 ? 0 : Math.max(0, schedule!.startAt(0, at) - at)
  }
}

/** Its row in `registry.snapshot()`. */
export function snapshot(limiter: RateLimiter): { available: number; waiting: number; nextPermitMs: number } {
  const { available, waiting, nextPermitMs } = new RateLimiterHandle(limiter)
  return { available, waiting, nextPermitMs }
}

/** State begins anew. Whoever waits goes on in the first cycle. */
export function reset(limiter: RateLimiter): void {
  limiter.schedule = undefined
  limiter.apply(limiter.ready())
}
