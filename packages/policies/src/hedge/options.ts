import { classifier, COMMON, count, duration, fn, list, number, word, type CommonOptions, type TableOf } from '@resilience4cata/core/attributes'
import type { Classifier } from '@resilience4cata/core/classifier'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import type { Duration } from '@resilience4cata/core/duration'
import { keyAttributes, type KeyOptions } from '@resilience4cata/core/keys'
import type { Standing, Traits } from '@resilience4cata/core/layers'
import type { FailureList } from '../parts/failure-lists.ts'

/** When another attempt begins beside one that takes long: gRPC's hedging policy, with the budget of Finagle's backup requests. */
export interface HedgeOptions extends CommonOptions, KeyOptions {
  /** Attempts of one call, the first included. Default 2, from 2 to 10 (R4C-ATR-008). */
  readonly maxAttempts?: number
  /** How long the attempts under way may take before one more begins beside them. Default `'1s'`; `'0'` begins all at once. At most `'24h'` (R4C-ATR-010). */
  readonly delay?: Duration
  /** Failures that another attempt may make good; the next one begins at once. Default `'exception'`: everything but programming errors (ReferenceError, RangeError, assertions …). A list replaces the default. */
  readonly hedgeOn?: FailureList
  /** Failures that end the call, whatever `hedgeOn` says. Default: none. */
  readonly abortOn?: FailureList
  /** Judges what an attempt returned or threw: a rejected value doesn't win. Must be written at the site. */
  readonly classifier?: Classifier
  /** What becomes of a rejected result when no attempt is left: `'return'` (default) hands it to the caller, `'throw'` a ResultRejectedError. Needs a classifier (R4C-CLS-012). Must be written at the site to be configurable. */
  readonly onExhaustedResult?: 'return' | 'throw'
  /** Releases a value that nobody gets: of an attempt that has lost, or a rejected one. Default: cancels the body of a response. */
  readonly dispose?: (value: any) => void
  /** Further attempts of all calls together, in percent of the calls of the last `budgetWindow`. Default 10, so that hedges don't double the load when all is slow; 0: no bound. 0…1000 (R4C-ATR-007). */
  readonly budgetPercent?: number
  /** The budget's reserve on top of the percentage. Default 1, at least 0 (R4C-ATR-007). */
  readonly budgetMinHedgesPerSecond?: number
  /** What the budget looks back on. Default `'10s'`, `'1s'` to `'60s'` (R4C-ATR-007). */
  readonly budgetWindow?: Duration
}

/** The options as they hold: durations in milliseconds. Words and lists stand for their default while they are absent. */
export interface Resolved extends Omit<HedgeOptions, keyof typeof DEFAULTS> {
  readonly maxAttempts: number
  readonly delay: number
  readonly budgetPercent: number
  readonly budgetMinHedgesPerSecond: number
  readonly budgetWindow: number
}

export const TRAITS = {
  layer: 'hedge',
  slot: { name: 'attempts', excluded: 'R4C-HDG-002' },
  races: true,
  offers: 'attempts',
  asyncOnly: 'R4C-HDG-001',
} as const satisfies Traits

export const DEFAULTS = { maxAttempts: 2, delay: 1000, budgetPercent: 10, budgetMinHedgesPerSecond: 1, budgetWindow: 10_000 } as const

const DAY = 86_400_000
const BUDGET = { code: 'R4C-ATR-007' } as const

// a function, so that a program that checks nothing doesn't carry the table
export const TABLE = /*#__PURE__*/ (() => ({
  maxAttempts: count({ min: 2, max: 10, default: DEFAULTS.maxAttempts, code: 'R4C-ATR-008', note: 'maxAttempts includes the first call. For no hedge: enabled: false.' }),
  delay: duration({ min: 0, max: DAY, default: DEFAULTS.delay }),
  hedgeOn: list({ default: 'exception', capability: 'lists' }),
  abortOn: list({ default: undefined, capability: 'lists' }),
  classifier: classifier({ capability: 'classify', text: true }),
  onExhaustedResult: word({ words: ['return', 'throw'], default: 'return', capability: 'classify', text: true }),
  dispose: fn({ capability: 'disposal' }),
  budgetPercent: number({ min: 0, max: 1000, default: DEFAULTS.budgetPercent, ...BUDGET }),
  budgetMinHedgesPerSecond: number({ min: 0, max: Infinity, default: DEFAULTS.budgetMinHedgesPerSecond, ...BUDGET }),
  budgetWindow: duration({ min: 1000, max: 60_000, default: DEFAULTS.budgetWindow, ...BUDGET }),
  ...keyAttributes(),
  ...COMMON,
}) satisfies TableOf<HedgeOptions>)()

/** Options that contradict each other, on what will hold. */
export function check(options: Readonly<Record<string, unknown>>, { classified }: Standing): Fault[] {
  const { classifier, onExhaustedResult } = options as Partial<Resolved>
  if (onExhaustedResult === undefined || classifier !== undefined || classified) return []
  return [fault('R4C-CLS-012', 'onExhaustedResult is given without a classifier', 'Only a classifier rejects results: add one, or leave onExhaustedResult out.', 'onExhaustedResult')]
}
