import { classifier, COMMON, count, duration, list, number, word, type CommonOptions, type TableOf } from '@resilience4cata/core/attributes'
import type { Classifier } from '@resilience4cata/core/classifier'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import { showDuration, type Duration } from '@resilience4cata/core/duration'
import { keyAttributes, type KeyOptions } from '@resilience4cata/core/keys'
import type { Standing, Traits } from '@resilience4cata/core/layers'
import type { FailureList } from '../parts/failure-lists.ts'

/** A limit of attempts in flight that finds its own height, by additive increase and multiplicative decrease as in TCP (Netflix's concurrency-limits has it as `AIMDLimit`). */
export interface AdaptiveLimitOptions extends CommonOptions, KeyOptions {
  /** `'aimd'` (default): one more for each `limit` successes while the limit is at least half used; `backoffRatio` of it at a sign of overload. */
  readonly algorithm?: 'aimd'
  /** The limit at first. Default 20; 1 to 65,536 (R4C-ATR-010), from `minLimit` to `maxLimit` (R4C-REG-003). */
  readonly initialLimit?: number
  /** The limit never goes below. Default 1; 1 to 65,536 (R4C-ATR-010). */
  readonly minLimit?: number
  /** The limit never goes above. Default 200; 1 to 65,536 (R4C-ATR-010). */
  readonly maxLimit?: number
  /** What a sign of overload leaves of the limit. Default 0.9; at least 0.5 and below 1 (R4C-ATR-010). */
  readonly backoffRatio?: number
  /** A success that takes longer is a sign of overload. Default `'0'`: none is; at most `'24h'` (R4C-ATR-010). Must be written at the site to be configurable. */
  readonly latencyThreshold?: Duration
  /** Failures that are signs of overload. Default: a timeout and a full bulkhead of ours. A list replaces the default. */
  readonly dropOn?: FailureList
  /** Judges what an attempt returned or threw: `'overload'` is a sign of it, `'failure'` and `'ignore'` say nothing. Must be written at the site. */
  readonly classifier?: Classifier
  /** How long an attempt may wait for its slot, first in, first out. Default `'0'`: it is rejected at once. At most `'24h'` (R4C-ATR-010). On a sync site it must be `'0'` (R4C-SYN-007). Must be written at the site to be configurable. */
  readonly maxWait?: Duration
  /** How many may wait at once. Default: as many as the limit is; 0 to 65,536 (R4C-ATR-010). Without meaning unless there is a `maxWait`. Must be written at the site to be configurable. */
  readonly maxQueue?: number
}

/** The options as they hold: durations in milliseconds, nothing missing that has a default. */
export interface Resolved extends Omit<AdaptiveLimitOptions, keyof typeof DEFAULTS> {
  readonly algorithm: 'aimd'
  readonly initialLimit: number
  readonly minLimit: number
  readonly maxLimit: number
  readonly backoffRatio: number
  readonly latencyThreshold: number
  readonly maxWait: number
}

export const TRAITS = { layer: 'adaptiveLimit', keepsState: true } as const satisfies Traits

export const DEFAULTS = { algorithm: 'aimd', initialLimit: 20, minLimit: 1, maxLimit: 200, backoffRatio: 0.9, latencyThreshold: 0, maxWait: 0 } as const

const DAY = 86_400_000
const LIMIT = { min: 1, max: 65_536 } as const
const WAITING = { capability: 'waiting', text: true } as const

// a function, so that a program that checks nothing doesn't carry the table
export const TABLE = /*#__PURE__*/ (() => ({
  algorithm: word({ words: ['aimd'], default: DEFAULTS.algorithm }),
  initialLimit: count({ ...LIMIT, default: DEFAULTS.initialLimit }),
  minLimit: count({ ...LIMIT, default: DEFAULTS.minLimit }),
  maxLimit: count({ ...LIMIT, default: DEFAULTS.maxLimit }),
  backoffRatio: number({ min: 0.5, max: 1, openMax: true, default: DEFAULTS.backoffRatio }),
  latencyThreshold: duration({ min: 0, max: DAY, default: DEFAULTS.latencyThreshold, capability: 'latency', text: true }),
  dropOn: list({ default: ['CallTimeoutError', 'BulkheadFullError'], capability: 'lists' }),
  classifier: classifier({ capability: 'classify', text: true }),
  maxWait: duration({ min: 0, max: DAY, default: DEFAULTS.maxWait, ...WAITING }),
  maxQueue: count({ min: 0, max: 65_536, default: undefined, ...WAITING }),
  ...keyAttributes(),
  ...COMMON,
}) satisfies TableOf<AdaptiveLimitOptions>)()

/** Options that contradict each other, on what will hold. */
export function check(options: Readonly<Record<string, unknown>>, { sync }: Standing): Fault[] {
  const { initialLimit, minLimit, maxLimit, maxWait } = options as unknown as Resolved
  const faults: Fault[] = []
  if (minLimit > initialLimit || initialLimit > maxLimit) {
    const says = `initialLimit must lie between minLimit and maxLimit, got ${minLimit}, ${initialLimit} and ${maxLimit}`
    faults.push(fault('R4C-REG-003', says, 'What is not given has its default: minLimit 1, initialLimit 20, maxLimit 200.', 'initialLimit'))
  }
  if (sync && maxWait > 0) {
    const note = "A thread that runs JavaScript can't wait. Write maxWait: '0', or make the function async."
    faults.push(fault('R4C-SYN-007', `an adaptive limit of a sync function can't wait, got maxWait ${showDuration(maxWait)}`, note, 'maxWait'))
  }
  return faults
}
