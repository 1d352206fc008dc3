import type { Capability } from '@resilience4cata/core/run/instance'
import { now } from '@resilience4cata/runtime/clock'
import type { RateLimiter } from './runtime.ts'
import type { Schedule } from './schedule.ts'

/**
 * `window: 'rolling'`: the times of the last `permits` starts in a ring. The next start may be a period after the oldest of them, so that no stretch of a period
 * has more than `permits`.
 *
 *   … │ oldest │ … │ newest │ oldest │ …        a start takes the place of the oldest
 */
export class Rolling implements Schedule {
  #starts = new Float64Array()
  #oldest = 0
  #period = 0

  take(at: number): boolean {
    const starts = this.#starts
    const newest = starts[this.#newest()]!
    // an early timer may have started one up to 1 ms ahead of the clock; more than that, and the clock was set back
    if (newest > at + 1) this.#shift(newest - at)
    if (starts[this.#oldest]! + this.#period > at) return false
    starts[this.#oldest] = Math.max(at, starts[this.#newest()]!)
    this.#oldest = this.#after(this.#oldest)
    return true
  }

  giveBack(startedAt: number): void {
    // newer starts move up, and the place that falls free is the oldest again
    const starts = this.#starts
    const free = this.#newest()
    let moved = -Infinity
    for (let i = free, rest = starts.length; rest > 0 && moved !== startedAt; rest--) {
      const start = starts[i]!
      starts[i] = moved
      moved = start
      i = this.#before(i)
    }
    this.#oldest = free
  }

  startAt(position: number, at: number): number {
    const { length } = this.#starts
    const start = this.#starts[(this.#oldest + position) % length]!
    return Math.max(at, Math.min(at, start) + this.#period) + Math.floor(position / length) * this.#period
  }

  left(at: number): number {
    return this.#starts.reduce((left, start) => (start + this.#period <= at ? left + 1 : left), 0)
  }

  adjust(permits: number, period: number): void {
    this.#period = period
    const { length } = this.#starts
    if (permits === length) return
    const starts = new Float64Array(permits).fill(-Infinity)
    for (let to = permits - 1, from = this.#newest(), rest = Math.min(permits, length); rest > 0; rest--) {
      starts[to--] = this.#starts[from]!
      from = this.#before(from)
    }
    this.#starts = starts
    this.#oldest = 0
  }

  #newest(): number { return this.#before(this.#oldest) }
  #before(i: number): number { return (i === 0 ? this.#starts.length : i) - 1 }
  #after(i: number): number { return i + 1 === this.#starts.length ? 0 : i + 1 }

  #shift(ms: number): void {
    for (let i = 0; i < this.#starts.length; i++) this.#starts[i]! -= ms
  }
}

/** The capability: the limiter may roll. Another kind of window goes on with the permits that the present one has left. */
export const rolling: Capability<RateLimiter> = (limiter) => {
  const cycles = limiter.scheduleFor
  limiter.scheduleFor = (options, present) => {
    const rolls = options.window === 'rolling'
    if (present && rolls === present instanceof Rolling) return present
    const other = rolls ? new Rolling() : cycles(options, undefined)
    if (!present) return other
    const at = now(limiter.realm)
    const { permits, period } = limiter.settings
    other.adjust(permits, period)
    for (let used = permits - present.left(at); used > 0; used--) other.take(at)
    return other
  }
}
