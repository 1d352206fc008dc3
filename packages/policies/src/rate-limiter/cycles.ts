import type { Schedule } from './schedule.ts'

/** `window: 'fixed'`: cycles one after another from the first attempt on. Each begins with all permits, and what is left of one is lost. */
export class Cycles implements Schedule {
  #permits!: number
  #period!: number
  #left = 0
  /** Of the present cycle, which has the period that held when it began. NaN before the first attempt. */
  #end = NaN
  #length!: number

  take(at: number): boolean {
    if (!(at < this.#end)) this.#begin(at)
    // the clock stands before the cycle that it was in: what is left of the cycle goes on from here
    else if (at < this.#end - this.#length) this.#end = at + this.#length
    if (this.#left <= 0) return false
    this.#left--
    return true
  }

  giveBack(startedAt: number): void {
    if (startedAt >= this.#end - this.#length && this.#left < this.#permits) this.#left++
  }

  startAt(position: number, at: number): number {
    // where the clock stands before the present cycle, no wait is longer than one that begins now
    return Math.min(this.#end, at + this.#length) + Math.floor(position / this.#permits) * this.#period
  }

  left(at: number): number { return at < this.#end ? this.#left : this.#permits }

  adjust(permits: number, period: number): void {
    this.#permits = permits
    this.#period = period
    this.#left = Math.min(this.#left, permits)
  }

  #begin(at: number): void {
    // cycles follow each other from the first one's start, however long nobody came
    this.#end = this.#end + Math.floor((at - this.#end) / this.#period) * this.#period + this.#period
    // there was none yet, or the numbers are so large that rounding tells
    if (!(this.#end > at)) this.#end = at + this.#period
    this.#length = this.#period
    this.#left = this.#permits
  }
}
