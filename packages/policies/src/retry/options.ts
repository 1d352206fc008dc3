import { COMMON, classifier, count, duration, fn, list, number, word, type CommonOptions, type TableOf } from '@resilience4cata/core/attributes'
import type { Classifier } from '@resilience4cata/core/classifier'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import { showDuration, type Duration } from '@resilience4cata/core/duration'
import { keyAttributes, type KeyOptions } from '@resilience4cata/core/keys'
import type { Standing, Traits } from '@resilience4cata/core/layers'
import { LONGEST } from '@resilience4cata/runtime/sleep'
import type { FailureList } from '../parts/failure-lists.ts'

/** When and after which wait a call is made again. Backoff with jitter as AWS describes it, the budget of Finagle's `RetryBudget`. */
export interface RetryOptions extends CommonOptions, KeyOptions {
  /** Attempts of one call, the first included. Default 3, at least 1 (R4C-ATR-003). */
  readonly maxAttempts?: number
  /** The wait before the first retry. Default `'200ms'`; `'0'` goes on at once. Never above `maxDelay`, with a fixed backoff too (R4C-REG-003). On a sync site it must be `'0'` (R4C-SYN-004). */
  readonly delay?: Duration
  /** No wait is longer. Default `'10s'`. */
  readonly maxDelay?: Duration
  /** `'exponential'` (default) multiplies the wait by `multiplier` from retry to retry; `'fixed'` leaves it at `delay`. */
  readonly backoff?: 'exponential' | 'fixed'
  /** Growth of the wait from retry to retry. Default 2; finite and at least 1 (R4C-ATR-004). Without meaning for a fixed backoff. */
  readonly multiplier?: number
  /** How chance spreads a wait: `'full'` (default) from 0 to all of it, `'equal'` from half to all of it, `'none'` leaves it exact. */
  readonly jitter?: 'full' | 'equal' | 'none'
  /** Gives up when the next attempt would start later than this after the first one; never cuts an attempt short. Default `'0'`: no bound. Must be written at the site to be configurable. */
  readonly maxDuration?: Duration
  /** What is retried. Default `'exception'`: everything but programming errors (ReferenceError, RangeError, assertions …). A list replaces the default. An open breaker and an AbortError never are. */
  readonly retryOn?: FailureList
  /** What isn't, whatever `retryOn` says. Default: nothing. */
  readonly abortOn?: FailureList
  /** Judges what an attempt returned or threw. Not together with `retryOn` (R4C-CLS-011). Must be written at the site. */
  readonly classifier?: Classifier
  /** What becomes of a rejected result when no attempt is left: `'return'` (default) hands it to the caller, `'throw'` a ResultRejectedError. Needs a classifier (R4C-CLS-012). Must be written at the site to be configurable. */
  readonly onExhaustedResult?: 'return' | 'throw'
  /** Gives up at once when the other side asks to wait longer than this. Default `'60s'`. Must be written at the site to be configurable. */
  readonly maxRetryAfter?: Duration
  /** Releases a rejected result before the next attempt. Default: cancels the body of a response. Must be written at the site. */
  readonly dispose?: (value: any) => void
  /** Retries of all calls together, in percent of the calls of the last `budgetWindow`. Default 0: no budget. 0…1000 (R4C-ATR-007). */
  readonly budgetPercent?: number
  /** The budget's reserve on top of the percentage. Default 10, at least 0 (R4C-ATR-007). */
  readonly budgetMinRetriesPerSecond?: number
  /** What the budget looks back on. Default `'10s'`, `'1s'` to `'60s'` (R4C-ATR-007). */
  readonly budgetWindow?: Duration
}

/** The options as they hold: durations in milliseconds. What belongs to a capability is there when the capability is. */
export interface Resolved extends Omit<RetryOptions, keyof Defaults | keyof typeof LIMIT_DEFAULTS | 'maxRetryAfter'>, Defaults, Partial<Readonly<Record<keyof typeof LIMIT_DEFAULTS, number>>> {
  readonly maxRetryAfter?: number
}
export interface Defaults {
  readonly maxAttempts: number
  readonly delay: number
  readonly maxDelay: number
  readonly multiplier: number
}

export const TRAITS = {
  layer: 'retry',
  slot: { name: 'attempts', excluded: 'R4C-HDG-002' },
  offers: 'attempts',
} as const satisfies Traits

// Words and lists stand for their default while they are absent.
export const DEFAULTS: Defaults = { maxAttempts: 3, delay: 200, maxDelay: 10_000, multiplier: 2 }
export const LIMIT_DEFAULTS = { maxDuration: 0, budgetPercent: 0, budgetMinRetriesPerSecond: 10, budgetWindow: 10_000 } as const
export const MAX_RETRY_AFTER = 60_000

const BUDGET = { code: 'R4C-ATR-007', capability: 'budget' } as const

// a function, so that a program that checks nothing doesn't carry the table
export const TABLE = /*#__PURE__*/ (() => ({
  maxAttempts: count({ min: 1, max: Infinity, default: DEFAULTS.maxAttempts, code: 'R4C-ATR-003', note: 'maxAttempts includes the first call.' }),
  delay: duration({ min: 0, max: Infinity, default: DEFAULTS.delay }),
  maxDelay: duration({ min: 0, max: Infinity, default: DEFAULTS.maxDelay, capability: 'longWaits', above: LONGEST }),
  backoff: word({ words: ['exponential', 'fixed'], default: 'exponential', capability: 'planned' }),
  multiplier: number({ min: 1, max: Infinity, default: DEFAULTS.multiplier, code: 'R4C-ATR-004' }),
  jitter: word({ words: ['full', 'equal', 'none'], default: 'full', capability: 'planned' }),
  maxDuration: duration({ min: 0, max: Infinity, default: LIMIT_DEFAULTS.maxDuration, capability: 'maxDuration', text: true }),
  retryOn: list({ default: 'exception', capability: 'retryLists' }),
  abortOn: list({ default: undefined, capability: 'retryLists' }),
  classifier: classifier({ capability: 'classify', text: true }),
  onExhaustedResult: word({ words: ['return', 'throw'], default: 'return', capability: 'classify', text: true }),
  maxRetryAfter: duration({ min: 0, max: Infinity, default: MAX_RETRY_AFTER, capability: 'classify', text: true }),
  dispose: fn({ capability: 'classify', text: true }),
  budgetPercent: number({ min: 0, max: 1000, default: LIMIT_DEFAULTS.budgetPercent, ...BUDGET }),
  budgetMinRetriesPerSecond: number({ min: 0, max: Infinity, default: LIMIT_DEFAULTS.budgetMinRetriesPerSecond, ...BUDGET }),
  budgetWindow: duration({ min: 1000, max: 60_000, default: LIMIT_DEFAULTS.budgetWindow, ...BUDGET }),
  ...keyAttributes(),
  ...COMMON,
  enabled: { ...COMMON.enabled, capability: 'planned' },
}) satisfies TableOf<RetryOptions>)()

/** Options that contradict each other, on what will hold. */
export function check(options: Readonly<Record<string, unknown>>, { sync, classified }: Standing): Fault[] {
  const { delay, maxDelay, classifier, retryOn, onExhaustedResult } = options as Partial<Resolved>
  const faults: Fault[] = []
  if (delay! > maxDelay!) {
    const says = `delay must not be above maxDelay, got ${showDuration(delay!)} and ${showDuration(maxDelay!)}`
    faults.push(fault('R4C-REG-003', says, `maxDelay bounds every wait, also with backoff: 'fixed'. Raise maxDelay to ${showDuration(delay!)} or lower delay.`, 'delay'))
  }
  if (sync && delay! > 0) {
    const note = "A thread that runs JavaScript can't wait. Write delay: '0', or make the function async."
    faults.push(fault('R4C-SYN-004', `a retry of a sync function can't wait, got delay ${showDuration(delay!)}`, note, 'delay'))
  }
  if (classifier !== undefined && retryOn !== undefined) {
    faults.push(fault('R4C-CLS-011', 'classifier and retryOn are both given', 'The classifier decides what is retried: move what retryOn says into its `error` part, or leave the classifier out.', 'retryOn'))
  }
  if (onExhaustedResult !== undefined && classifier === undefined && !classified) {
    faults.push(fault('R4C-CLS-012', 'onExhaustedResult is given without a classifier', 'Only a classifier rejects results: add one, or leave onExhaustedResult out.', 'onExhaustedResult'))
  }
  return faults
}
