// What a retry decides, and how it waits: all that generated code calls. Without a budget it keeps nothing between calls; the attempts are counted by the caller.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import type { Scope } from '@resilience4cata/core/run/scope'
import { random } from '@resilience4cata/runtime/random'
import { LONGEST, sleep, TURN } from '@resilience4cata/runtime/sleep'
import type { Matches } from '../parts/failure-lists.ts'
import { endsRetries, isException } from '../parts/failures.ts'
import type { RetryBudget } from './limits.ts'
import { DEFAULTS, type Defaults, type Resolved, type RetryOptions } from './options.ts'

// Why it stops. A decision is one of these, or the time to wait: 0 goes on at once.
export const MAX_ATTEMPTS = -1
export const MAX_DURATION = -2
export const NOT_RETRYABLE = -3
export const INTERRUPTED = -4
export const CLASSIFIER_FAILED = -5
export const BUDGET_EXHAUSTED = -6

// a function that fails at once and is retried at once lets others run every so often
const TURN_EVERY = 16

/** `outcome` is what the attempt threw, or with `rejected` what it returned. */
export type Tell = (decision: number, attempts: number, outcome: unknown, rejected?: boolean, detail?: string) => void

export class Retry extends Instance<Resolved> {
  readonly policy = 'retry'
  defaults: Defaults = DEFAULTS
  declare tell: Tell | undefined
  declare budget: RetryBudget | undefined
  /** The wait, or why time or budget end it before: of the capabilities `maxDuration` and `budget`. */
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
      const base = delay === 0 || backoff === 'fixed' ? delay : Math.min(delay * multiplier ** (attempts - 1), maxDelay)
      const spread = jitter === 'none' ? 0 : jitter === 'equal' ? base / 2 : base
      decision = Math.max(base - spread * random(this.realm), hint) || (attempts % TURN_EVERY ? 0 : TURN)
      if (this.limit) decision = this.limit(this, decision, startedAt)
    }
    this.tell?.(decision, attempts, outcome, rejected)
    return decision
  }

  /** The only promise of a retry. To go on at once needs none: awaiting it is a turn of microtasks, after which no attempt runs in the caller's own turn. */
  pause(delay: number): Promise<void> | undefined {
    if (!delay) return undefined
    return new Promise((over) => sleep(this.realm, delay > LONGEST ? () => over(this.pause(delay - LONGEST)) : over, Math.min(delay, LONGEST)))
  }
}

export const retry = (site: string, written?: RetryOptions, ...capabilities: Capability<Retry>[]): Retry =>
  enter(new Retry(site, written as Partial<Resolved> | undefined), capabilities)
