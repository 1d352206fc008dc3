// What a retry decides, and how it waits: all that generated code calls. Without a budget it keeps nothing between calls; the attempts are counted by the caller.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import type { Scope } from '@resilience4cata/core/run/scope'
import { random } from '@resilience4cata/runtime/random'
import { defer, startTimer } from '@resilience4cata/runtime/timers'
import type { Budget } from '../parts/budget.ts'
import type { failureList, Matches } from '../parts/failure-lists.ts'
import { endsRetries, isException } from '../parts/failures.ts'
import { DEFAULTS, type Resolved, type RetryOptions } from './options.ts'

// Why it stops. A decision is one of these, or the time to wait: 0 goes on at once.
export const MAX_ATTEMPTS = -1
export const MAX_DURATION = -2
export const NOT_RETRYABLE = -3
export const INTERRUPTED = -4
export const CLASSIFIER_FAILED = -5
export const BUDGET_EXHAUSTED = -6
const DISABLED = -7

/** The smallest wait: one macrotask. */
export const TURN = 5e-324
// a function that fails at once and is retried at once lets others run every so often
const TURN_EVERY = 16

/** `outcome` is what the attempt threw, or with `rejected` what it returned. */
export type Tell = (decision: number, attempts: number, outcome: unknown, rejected?: boolean, detail?: string) => void

export class Retry extends Instance<Resolved> {
  readonly policy = 'retry'
  readonly defaults = DEFAULTS
  declare tell: Tell | undefined
  lists: typeof failureList | undefined = undefined
  budget: Budget | undefined = undefined
  /** Why time or budget end it before this wait, or 0: of the capabilities `maxDuration` and `budget`. */
  limit: ((retry: Retry, wait: number, startedAt: number) => number) | undefined = undefined
  private matches: Matches = isException

  override apply(options: Resolved): void {
    this.matches = this.lists ? this.lists(options.retryOn ?? 'exception', options.abortOn, this) : isException
    this.budget?.configure({
      percent: options.enabled === false ? 0 : options.budgetPercent,
      perSecond: options.budgetMinRetriesPerSecond,
      window: options.budgetWindow,
    })
  }

  /** A call begins: no attempt has failed. */
  start(): number {
    this.ready()
    this.budget?.onCall()
    return 0
  }

  /** After failed attempt number `attempts`: how long to wait, or why to stop. */
  onFailure(attempts: number, failure: unknown, startedAt = NaN, scope?: Scope | undefined): number {
    return this.told(this.decide(attempts, !endsRetries(failure) && this.matches(failure), startedAt, scope), attempts, failure)
  }

  told(decision: number, attempts: number, outcome: unknown, rejected?: boolean, detail?: string): number {
    if (decision !== DISABLED) this.tell?.(decision, attempts, outcome, rejected, detail)
    return decision
  }

  /** The order of the tests can be observed. */
  decide(attempts: number, retryable: boolean, startedAt: number, scope: Scope | undefined, hint = 0): number {
    const { enabled, maxAttempts } = this.ready()
    if (enabled === false) return DISABLED
    if (scope?.aborted) return INTERRUPTED
    if (!retryable) return NOT_RETRYABLE
    if (attempts >= maxAttempts) return MAX_ATTEMPTS
    const wait = Math.max(this.backoff(attempts), hint)
    const ended = this.limit?.(this, wait, startedAt)
    if (ended) return ended
    return wait === 0 && attempts % TURN_EVERY === 0 ? TURN : wait
  }

  private backoff(attempts: number): number {
    const { delay, maxDelay, backoff, multiplier, jitter } = this.ready()
    // 0 × Infinity would be NaN
    const base = delay === 0 || backoff === 'fixed' ? delay : Math.min(delay * multiplier ** (attempts - 1), maxDelay)
    if (jitter === 'none') return base
    const spread = jitter === 'full' ? base : base / 2
    return base - spread + spread * random(this.realm)
  }

  /** The only promise of a retry. */
  pause(delay: number): Promise<void> {
    return new Promise((over) => { delay === TURN ? defer(this.realm, over) : startTimer(this.realm, over, delay) })
  }
}

export const retry = (site: string, written?: RetryOptions, ...capabilities: Capability<Retry>[]): Retry =>
  enter(new Retry(site, written as Partial<Resolved> | undefined), capabilities)
