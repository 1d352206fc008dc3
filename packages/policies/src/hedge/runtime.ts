// What hedged calls have in common: how long to wait for an answer, and how many further attempts all of them may make. A call of its own is a flight.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import { now } from '@resilience4cata/runtime/clock'
import { Budget } from '../parts/budget.ts'
import { Deadlines } from '../parts/deadlines.ts'
import { isEdge } from '../parts/edge.ts'
import type { failureList, Matches } from '../parts/failure-lists.ts'
import { isException } from '../parts/failures.ts'
import type { Flight } from './flight.ts'
import { DEFAULTS, type HedgeOptions, type Resolved } from './options.ts'

/** What happens, as `tell` is told it. `events.ts` has the words. */
export const HEDGED = 0
export const WON = 1
export const SKIPPED = 2
export const FAILED = 3

/** Why an attempt begins before the ones under way have ended. */
export type Trigger = 'DELAY' | 'FAILURE'
/** Why one does not. */
export type Skipped = 'BUDGET' | 'BREAKER' | 'LOCAL_REJECTION' | 'PUSHBACK'

export class Hedge extends Instance<Resolved> {
  readonly policy = 'hedge'
  readonly defaults: Resolved = DEFAULTS
  /** `why`: a trigger, a reason, or the failure. */
  declare tell: ((happening: number, attempt: number, why?: unknown) => void) | undefined
  declare lists: typeof failureList | undefined
  /** The options that hold: also while later ones are wrong. */
  settings: Resolved = DEFAULTS
  readonly budget = new Budget()
  /** Whether another attempt may make a failure good. */
  matches: Matches = isException
  #delays: Deadlines<Flight> | undefined

  /** Calls under way keep their plan. */
  override apply(options: Resolved): Resolved {
    const { delay, hedgeOn = 'exception', abortOn, enabled, budgetPercent, budgetMinHedgesPerSecond, budgetWindow } = options
    this.settings = options
    if (this.lists) this.matches = this.lists(hedgeOn, abortOn, this)
    if (delay !== this.#delays?.duration) this.#delays = this.#draw()
    this.budget.configure({ percent: enabled === false ? 0 : budgetPercent, perSecond: budgetMinHedgesPerSecond, window: budgetWindow })
    return options
  }

  /** A call begins. */
  start(): Resolved {
    const options = this.ready()
    this.budget.onCall()
    return options
  }

  /** Whether one more attempt is too many; if it isn't, it is counted. */
  isSpent(): boolean { return this.budget.active && this.budget.refuses(now(this.realm)) }

  reset(): void {
    if (this.budget.active) this.budget.reset()
    if (this.#delays) this.#delays = this.#draw()
  }

  delaysOfOneCall(): Deadlines<Flight> { return isEdge(this.realm) ? this.#draw() : this.#delays! }

  #draw(): Deadlines<Flight> { return new Deadlines(this.realm, this.settings.delay, (flight) => flight.wake()) }
}

export const hedge = (site: string, written?: HedgeOptions, furnish?: Capability<Hedge>): Hedge =>
  enter(new Hedge(site, written as Partial<Resolved> | undefined), furnish)
