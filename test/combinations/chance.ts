import { seeded } from '@resilience4cata/testing/seeded'

/** Choices that are the same in each run. */
export class Chance {
  readonly #next: () => number
  constructor(seed: number) { this.#next = seeded(seed) }

  /** A whole number below. */
  of(below: number): number { return Math.floor(this.#next() * below) }
  pick<T>(from: readonly T[]): T { return from[this.of(from.length)]! }
  shuffled<T>(from: readonly T[]): T[] {
    const all = [...from]
    for (let i = all.length - 1; i > 0; i--) {
      const j = this.of(i + 1)
      ;[all[i], all[j]] = [all[j]!, all[i]!]
    }
    return all
  }
}
