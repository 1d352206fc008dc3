// When a rate limiter has permits: a list of starts, or what is left of a cycle. Copied to look ahead.
export interface Permits {
  isFree(at: number): boolean
  take(at: number): void
  giveBack(startedAt: number): void
  /** The first time from `at` on at which there is one. */
  next(at: number): number
  left(at: number): number
  adjust(permits: number, period: number): void
  copy(): Permits
}

export class Rolling implements Permits {
  constructor(public permits: number, public period: number, public starts: readonly number[] = []) {}
  isFree(at: number): boolean { return this.left(at) > 0 }
  take(at: number): void { this.starts = [...this.starts, at] }
  giveBack(startedAt: number): void {
    const index = this.starts.lastIndexOf(startedAt)
    this.starts = this.starts.filter((_, i) => i !== index)
  }
  next(at: number): number { return this.isFree(at) ? at : this.starts.slice(-this.permits)[0]! + this.period }
  left(at: number): number { return this.permits - this.starts.slice(-this.permits).filter((start) => start + this.period > at).length }
  adjust(permits: number, period: number): void {
    // the newest that a smaller ring had room for are all that is known
    this.starts = this.starts.slice(-Math.min(this.permits, permits))
    Object.assign(this, { permits, period })
  }
  copy(): Rolling { return new Rolling(this.permits, this.period, this.starts) }
}

export class Cycles implements Permits {
  /** Of the present cycle; none has begun. */
  end: number | undefined
  unused = 0
  constructor(public permits: number, public period: number) {}
  isFree(at: number): boolean { return this.left(at) > 0 }
  take(at: number): void {
    this.begin(at)
    this.unused--
  }
  /** Into the cycle that holds `at`, if it isn't the present one. */
  begin(at: number): void {
    if (this.end !== undefined && at < this.end) return
    this.end = (this.end === undefined ? at : this.end + Math.floor((at - this.end) / this.period) * this.period) + this.period
    this.length = this.period
    this.unused = this.permits
  }
  length = 0
  giveBack(startedAt: number): void { if (startedAt >= this.end! - this.length && this.unused < this.permits) this.unused++ }
  next(at: number): number { return this.isFree(at) ? at : this.end! }
  left(at: number): number { return this.end !== undefined && at < this.end ? this.unused : this.permits }
  adjust(permits: number, period: number): void {
    this.unused = Math.min(this.unused, permits)
    Object.assign(this, { permits, period })
  }
  copy(): Cycles { return Object.assign(new Cycles(this.permits, this.period), this) }
}
