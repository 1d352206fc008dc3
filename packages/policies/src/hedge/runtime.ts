// What hedged calls have in common: how long to wait for an answer, and how many further attempts all of them may make. A call of its own is a flight.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import { Budget } from '../parts/budget.ts'
import { Deadline, Deadlines } from '../parts/deadlines.ts'
import type { Release } from '../parts/disposal.ts'
import type { failureList, Matches } from '../parts/failure-lists.ts'
import { isException } from '../parts/failures.ts'
import { release } from '../parts/release.ts'
import { DEFAULTS, type HedgeOptions, type Resolved } from './options.ts'

/** What happens, as `tell` is told it. `events.ts` has the words. */
export const HEDGED = 0
export const WON = 1
export const SKIPPED = 2
export const FAILED = 3

/** Why an attempt begins before the ones under way have ended. */
export type Trigger = 'DELAY' | 'FAILURE'
/** Why one does not: the code of a layer inside that has refused, or what stands in the way. */
export type Obstacle = 'BUDGET' | 'PUSHBACK' | (string & {})

/** What a call waits with. It is used again, and knows nothing of the call: V8 pays for each new object that an old one is told of. */
export class Wait extends Deadline {
  /** Goes on in the context of the call, whoever calls it. */
  wake!: (nothing?: unknown) => void
  /** The delay is over. */
  isDue = false

  override expire(): void {
    this.isDue = true
    this.wake()
  }
}

export class Hedge extends Instance<Resolved> {
  readonly policy = 'hedge'
  readonly defaults: Resolved = DEFAULTS
  /** `why`: a trigger, a reason, or the failure. */
  declare tell: ((happening: number, attempt: number, why?: unknown) => void) | undefined
  declare lists: typeof failureList | undefined
  /** The options that hold: also while later ones are wrong. */
  declare settings: Resolved
  readonly budget = new Budget()
  /** Whether another attempt may make a failure good. */
  matches: Matches = isException
  /** What becomes of a value that nobody gets. */
  release: Release = release
  delays: Deadlines<Wait> | undefined
  /** Of calls that are over, linked by `next`: as many as were ever under way at once. */
  #spare: Wait | undefined

  /** Calls under way keep their plan. */
  override apply(options: Resolved): Resolved {
    const { delay, hedgeOn = 'exception', abortOn, enabled, budgetPercent, budgetMinHedgesPerSecond, budgetWindow } = options
    this.settings = options
    if (this.lists) this.matches = this.lists(hedgeOn, abortOn, this)
    if (delay !== this.delays?.duration) this.delays = new Deadlines(this.realm, delay)
    this.budget.configure({ percent: enabled === false ? 0 : budgetPercent, perSecond: budgetMinHedgesPerSecond, window: budgetWindow })
    return options
  }

  /** A call begins. `turn` must follow. */
  enter(): Wait {
    this.budget.onCall()
    const wait = this.#spare ?? new Wait()
    this.#spare = wait.next
    wait.next = undefined
    return wait
  }

  /** A promise that `wake` settles: what follows it runs in the context of whoever asks. */
  turn(wait: Wait): Promise<unknown> { return new Promise((resolve) => { wait.wake = resolve }) }

  /** The call is over. */
  leave(wait: Wait): void {
    wait.isDue = false
    wait.next = this.#spare
    this.#spare = wait
  }
}

export const hedge = (site: string, written?: HedgeOptions, furnish?: Capability<Hedge>): Hedge =>
  enter(new Hedge(site, written as Partial<Resolved> | undefined), furnish)
