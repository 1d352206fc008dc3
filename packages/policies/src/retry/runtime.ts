// What a retry decides, and how it waits: all that generated code calls. Without a budget it keeps nothing between calls; the attempts are counted by the caller.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import type { Scope } from '@resilience4cata/core/run/scope'
import { sleep, TURN } from '@resilience4cata/runtime/sleep'
import type { Matches } from '../parts/failure-lists.ts'
import { endsRetries, isException } from '../parts/failures.ts'
import type { RetryBudget } from './limits.ts'
import { INTERRUPTED, MAX_ATTEMPTS, NOT_RETRYABLE, TURN_EVERY } from './decisions.ts'
import { DEFAULTS, type Defaults, type Resolved, type RetryOptions } from './options.ts'

/** `outcome` is what the attempt threw, or with `rejected` what it returned. */
export type Tell = (decision: number, attempts: number, outcome: unknown, rejected?: boolean, detail?: string) => void

export class Retry extends Instance<Resolved> {
  readonly policy = 'retry'
  defaults: Defaults = DEFAULTS
  declare tell: Tell | undefined
  declare budget: RetryBudget | undefined
  /** The wait, or why time or budget end it before: of the capabilities `maxDuration` and `budget`; why arguments do, of `consumed`. */
  declare limit: ((retry: Retry, wait: number, startedAt: number | undefined) => number) | undefined
  /** `retryOn` and `abortOn`: of the capability `retryLists`. */
  matches: Matches = isException

  /** A call begins: no attempt has failed. */
  start(): number {
    this.ready()
    return 0
  }

  /**
   * After failed attempt number `attempts`: how long to wait, or why to stop. The order of the tests can be observed. `outcome` is what the attempt threw, or
   * with `rejected` what it returned; where a classifier has judged it, `retryable` is what it said, and `hint` the milliseconds that the other side asked to wait.
   */
  onFailure(
    attempts: number, outcome: unknown, startedAt?: number, scope?: Scope | undefined,
    retryable = !endsRetries(outcome) && this.matches(outcome), hint = 0, rejected?: boolean,
  ): number {
    const { enabled, maxAttempts, delay, maxDelay, backoff, multiplier, jitter } = this.ready()
    let decision = scope?.aborted ? INTERRUPTED : !retryable ? NOT_RETRYABLE : attempts >= maxAttempts || enabled === false ? MAX_ATTEMPTS : 0
    if (!decision) {
      // 0 × Infinity would be NaN
      let wait = delay && backoff !== 'fixed' ? Math.min(delay * multiplier ** (attempts - 1), maxDelay) : delay
      if (wait && jitter !== 'none') wait -= (wait * (this.realm.random ?? Math.random)()) / (jitter === 'equal' ? 2 : 1)
      decision = Math.max(wait, hint) || (attempts % TURN_EVERY ? 0 : TURN)
      decision = this.limit?.(this, decision, startedAt) ?? decision
    }
    this.tell?.(decision, attempts, outcome, rejected)
    return decision
  }

  /** The only promise of a retry. To go on at once needs none: awaiting it is a turn of microtasks, after which no attempt runs in the caller's own turn. */
  pause(delay: number): Promise<void> | 0 {
    return delay && new Promise((over) => sleep(this.realm, over, delay))
  }
}

export const retry = (site: string, written?: RetryOptions, furnish?: Capability<Retry>): Retry =>
  enter(new Retry(site, written as Partial<Resolved> | undefined), furnish)
