interface Entry { readonly failed: boolean; readonly slow: boolean; readonly at: number }

const SLICES = 10

/** All outcomes of one state of a breaker, of which the last `size` count, or those of the last ten slices of `duration`. */
export class Window {
  readonly records: Entry[] = []

  constructor(readonly size: number, readonly duration: number | undefined) {}

  tally(now: number) {
    const counted = this.#counted(now)
    const of = (is: (entry: Entry) => boolean) => counted.filter(is).length
    return { calls: counted.length, failures: of(({ failed }) => failed), slow: of(({ slow }) => slow), slowFailures: of(({ failed, slow }) => failed && slow) }
  }

  #counted(now: number): readonly Entry[] {
    const { records, duration } = this
    if (duration === undefined) return records.slice(-this.size)
    // on the grid that begins with the first
    const slice = (at: number) => Math.floor((at - records[0]!.at) / (duration / SLICES))
    return records.filter(({ at }) => slice(at) > slice(now) - SLICES)
  }
}
