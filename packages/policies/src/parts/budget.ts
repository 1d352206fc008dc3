// How many extra attempts are allowed in relation to the calls of the last window, in ten slices. Exact. Only asking for an attempt moves the window, so a call costs
// no clock read; calls made while nothing failed belong to the slice of the last failure, and after a quiet window the reserve is all there is.

const SLICES = 10

export interface BudgetOptions {
  /** Of the calls in the window; 0: the budget is off. */
  readonly percent: number
  /** The reserve on top. */
  readonly perSecond: number
  /** Milliseconds. */
  readonly window: number
}

export interface BudgetRow {
  /** Calls in the window. */
  readonly calls: number
  /** Attempts beyond the first that it has granted: retries, or hedges. */
  readonly retries: number
  /** As many as the window allows. */
  readonly allowedRetries: number
}

export class Budget {
  private declare percent: number
  private declare reserve: number
  private declare window: number
  /** Calls 0…9, extra attempts 10…19. There, as what follows, where it is active, at least. */
  declare counts: Int32Array | undefined
  private declare head: number
  private declare headAt: number | undefined
  declare calls: number
  declare extra: number

  get active(): boolean { return this.percent > 0 }

  /** New values keep the counters, a new window starts anew. */
  configure({ percent, perSecond, window }: BudgetOptions): void {
    this.percent = percent
    // the product first: 0.1 × 60 s is 6, and not 5.999…
    this.reserve = (perSecond * window) / 1000
    if (window === this.window && this.counts) return
    this.window = window
    if (percent > 0) this.reset()
    else this.counts = undefined
  }

  reset(): void {
    this.counts = new Int32Array(2 * SLICES)
    this.head = this.calls = this.extra = 0
    this.headAt = undefined
  }

  onCall(): void {
    if (!this.active) return
    this.counts![this.head]!++
    this.calls++
  }

  /** Whether one more extra attempt is too many; if it isn't, it is counted. */
  refuses(now: number): boolean {
    if (!this.active) return false
    this.advance(now)
    if (this.extra >= this.allowed()) return true
    this.counts![SLICES + this.head]!++
    this.extra++
    return false
  }

  /** An attempt that was granted doesn't take place: the last grant that the window still has, since it may have moved on. */
  giveBack(): void {
    for (let passed = 0; passed < SLICES; passed++) {
      const index = SLICES + ((this.head + SLICES - passed) % SLICES)
      if (!this.counts?.[index]) continue
      this.counts[index]--
      this.extra--
      return
    }
  }

  // the small addition: 12.5 % of 8 calls is 1, whatever the last bit says
  allowed(): number { return Math.floor(this.reserve + (this.percent * this.calls) / 100 + 1e-9) }

  advance(now: number): void {
    const counts = this.counts!
    const slice = this.window / SLICES
    this.headAt ??= now
    const passed = Math.floor((now - this.headAt) / slice)
    if (passed <= 0) return
    this.headAt += passed * slice
    for (let i = Math.min(passed, SLICES); i > 0; i--) {
      this.head = (this.head + 1) % SLICES
      this.calls -= counts[this.head]!
      this.extra -= counts[SLICES + this.head]!
      counts[this.head] = counts[SLICES + this.head] = 0
    }
  }
}

/** As of now, without moving the window. */
export function rowOf(budget: Budget, now: number): BudgetRow | null {
  if (!budget.active) return null
  const copy = Object.assign(new Budget(), budget)
  copy.counts = budget.counts!.slice()
  copy.advance(now)
  return { calls: copy.calls, retries: copy.extra, allowedRetries: copy.allowed() }
}
