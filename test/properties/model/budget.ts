const SLICES = 10

/** Calls and extra attempts as a list, each in the slice in which it was booked; only asking for an attempt moves the slices on. */
export class Budget {
  booked: { readonly extra: boolean; readonly slice: number }[] = []
  startedAt: number | undefined
  slice = 0

  constructor(public percent: number, public perSecond: number, public window: number) {}

  /** A window of another length begins anew. */
  configure(percent: number, perSecond: number, window: number): void {
    if (window !== this.window) Object.assign(this, { booked: [], startedAt: undefined, slice: 0 })
    Object.assign(this, { percent, perSecond, window })
  }

  onCall(): void { if (this.percent > 0) this.booked.push({ extra: false, slice: this.slice }) }

  grants(now: number): boolean {
    if (this.percent === 0) return true
    this.startedAt ??= now
    this.slice = this.#sliceAt(now)
    const { retries, allowedRetries } = this.#count(this.slice)
    if (retries + 1 > allowedRetries) return false
    this.booked.push({ extra: true, slice: this.slice })
    return true
  }

  /** The last grant isn't used. */
  giveBack(): void {
    const last = this.booked.filter(({ extra, slice }) => extra && slice === this.slice).pop()
    this.booked = this.booked.filter((booked) => booked !== last)
  }

  row(now: number): object | null { return this.percent === 0 ? null : this.#count(this.#sliceAt(now)) }

  #sliceAt(now: number): number { return this.startedAt === undefined ? 0 : Math.max(this.slice, Math.floor((now - this.startedAt) / (this.window / SLICES))) }

  #count(slice: number) {
    const live = this.booked.filter((booked) => booked.slice > slice - SLICES)
    const calls = live.filter(({ extra }) => !extra).length
    const allowedRetries = Math.floor((this.perSecond * this.window) / 1000 + (this.percent * calls) / 100 + 1e-9)
    return { calls, retries: live.length - calls, allowedRetries }
  }
}
