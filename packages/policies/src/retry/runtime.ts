// What a retry decides, and how it waits: all that generated code calls. Without a budget it keeps nothing between calls; the attempts are counted by the caller.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import type { Scope } from '@resilience4cata/core/run/scope'
import { random } from '@resilience4cata/runtime/random'
import { defer, startTimer } from '@resilience4cata/runtime/timers'
import type { failureList, Matches } from '../parts/failure-lists.ts'
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
/** One attempt, as if there were no retry: nobody is told. */
export const DISABLED = -7

/** The smallest wait: one macrotask. */
export const TURN = 5e-324
// a function that fails at once and is retried at once lets others run every so often
const TURN_EVERY = 16

/** What a classifier has made of an attempt. */
export interface Judged {
  readonly retryable: boolean
  /** The attempt returned, and its result was rejected. */
  readonly rejected: boolean
  /** Milliseconds that the other side asked to wait. */
  readonly hint: number
}

/** `outcome` is what the attempt threw, or with `rejected` what it returned. */
export type Tell = (decision: number, attempts: number, outcome: unknown, rejected?: boolean, detail?: string) => void

export class Retry extends Instance<Resolved> {
  readonly policy = 'retry'
  defaults: Defaults = DEFAULTS
  declare tell: Tell | undefined
  declare lists: typeof failureList | undefined
  declare budget: RetryBudget | undefined
  /** The wait, or why time or budget end it before: of the capabilities `maxDuration` and `budget`. */
  declare limit: ((retry: Retry, wait: number, startedAt: number) => number) | undefined
  #matches: Matches = isException

  override apply(options: Resolved): void {
    if (this.lists) this.#matches = this.lists(options.retryOn ?? 'exception', options.abortOn, this)
    this.budget?.apply(options)
  }

  /** A call begins: no attempt has failed. */
  start(): number {
    this.ready()
    this.budget?.onCall()
    return 0
  }

  /** After failed attempt number `attempts`: how long to wait, or why to stop. The order of the tests can be observed. */
  onFailure(attempts: number, failure: unknown, startedAt = NaN, scope?: Scope | undefined, judged?: Judged): number {
    const { enabled, maxAttempts } = this.ready()
    if (enabled === false) return DISABLED
    const decision = scope?.aborted ? INTERRUPTED
      : !(judged ? judged.retryable : !endsRetries(failure) && this.#matches(failure)) ? NOT_RETRYABLE
      : attempts >= maxAttempts ? MAX_ATTEMPTS
      : this.#wait(attempts, startedAt, judged)
    this.tell?.(decision, attempts, failure, judged?.rejected)
    return decision
  }

  #wait(attempts: number, startedAt: number, judged: Judged | undefined): number {
    const { delay, maxDelay, backoff, multiplier, jitter } = this.options!
    // 0 × Infinity would be NaN
    const base = delay === 0 || backoff === 'fixed' ? delay : Math.min(delay * multiplier ** (attempts - 1), maxDelay)
    const spread = jitter === 'none' ? 0 : jitter === 'equal' ? base / 2 : base
    let wait = base - spread * random(this.realm)
    if (judged) wait = Math.max(wait, judged.hint)
    if (this.limit) wait = this.limit(this, wait, startedAt)
    return wait === 0 && attempts % TURN_EVERY === 0 ? TURN : wait
  }

  /** The only promise of a retry. To go on at once needs none: awaiting it is a turn of microtasks, after which no attempt runs in the caller's own turn. */
  pause(delay: number): Promise<void> | undefined {
    if (delay === 0) return undefined
    return new Promise((over) => { delay === TURN ? defer(this.realm, over) : startTimer(this.realm, over, delay) })
  }
}

export const retry = (site: string, written?: RetryOptions, ...capabilities: Capability<Retry>[]): Retry =>
  enter(new Retry(site, written as Partial<Resolved> | undefined), capabilities)
