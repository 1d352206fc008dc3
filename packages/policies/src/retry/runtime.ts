// What a retry decides, and how it waits: all that generated code calls. Without a budget it keeps nothing between calls; the attempts are counted by the caller.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import { sleep, TURN } from '@resilience4cata/runtime/sleep'
import type { Matches } from '../parts/failure-lists.ts'
import { isException, mayRetry } from '../parts/failures.ts'
import { isAnyConsumed } from './consumed.ts'
import type { RetryBudget } from './limits.ts'
import { ARGUMENT_CONSUMED, MAX_ATTEMPTS, NOT_RETRYABLE, TURN_EVERY } from './decisions.ts'
import { DEFAULTS, type Defaults, type Resolved, type RetryOptions } from './options.ts'
import type { Decided } from './signals.ts'

/** `outcome` is what the attempt threw, or with `rejected` what it returned. */
export type Tell = (decision: number, attempts: number, outcome: unknown, rejected?: boolean, detail?: string) => void

/** What an attempt threw, or returned where that is rejected, and the arguments that it was made with. One list: what a call hands over costs each call room in its frame. */
export type Failed = readonly [outcome: unknown, ...args: unknown[]]

export class Retry extends Instance<Resolved> {
  readonly policy = 'retry'
  defaults: Defaults = DEFAULTS
  declare tell: Tell | undefined
  declare budget: RetryBudget | undefined
  /** The wait, or why time or budget end it before: of the capabilities `maxDuration` and `budget`. */
  declare limit: ((retry: Retry, wait: number, startedAt: number | undefined) => number) | undefined
  /** The last decision, and where something can end the call meanwhile, what goes with it until the pause begins (`signals.ts`). */
  declare wait: number
  declare decided: Decided | undefined

  /** A call begins: no attempt has failed. What resolving hands over may count calls, this one too. */
  start(): number { return this.options ? 0 : this.ready() && this.start() }

  /**
   * After failed attempt number `attempts`: how long to wait, or why to stop. The order of the tests can be observed. `rejected`: it has returned. `asked`: how long
   * the other side asked to wait, where a classifier says so, or NOT_RETRYABLE.
   */
  onFailure(failed: Failed, attempts: number, startedAt?: number, asked = mayRetry(failed[0]) && this.matches(failed[0]) ? 0 : NOT_RETRYABLE, rejected?: boolean): number {
    const decision = asked < 0 ? asked
      : this.ready().maxAttempts <= attempts ? MAX_ATTEMPTS
      : isAnyConsumed(failed) ? ARGUMENT_CONSUMED
      : this.next(attempts, asked, startedAt) || (attempts % TURN_EVERY ? 0 : TURN)
    this.tell?.(decision, attempts, failed[0], rejected)
    return (this.wait = decision)
  }

  /** The wait, or why there is none; what isn't above 0 goes on at once. As most retries have it: the capability `planned` knows all options, and what the other side asks for. */
  next(attempts: number, asked?: number, startedAt?: number): number
  next(attempts: number): number {
    const { delay, multiplier, maxDelay } = this.ready()
    // 0 × Infinity is NaN, and no wait either
    const wait = Math.min(delay * multiplier ** (attempts - 1), maxDelay)
    return wait && wait - wait * (this.realm.random ?? Math.random)()
  }

  /**
   * The only promise of a retry. To go on at once needs none: awaiting it is a turn of microtasks, after which no attempt runs in the caller's own turn. `delay`: right
   * behind a decision it is that one's, and the call needs no variable for it.
   */
  pause(delay = this.wait): Promise<void> | number {
    return delay && new Promise((over) => sleep(this.realm, over, delay))
  }

  /** `retryOn` and `abortOn`: of the capability `retryLists`. */
  matches: Matches = isException
}

export const retry = (site: string, written?: RetryOptions, furnish?: Capability<Retry>): Retry =>
  enter(new Retry(site, written as Partial<Resolved> | undefined), furnish)
