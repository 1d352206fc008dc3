import { COMMON, classifier, count, duration, list, number, word, type CommonOptions, type TableOf } from '@resilience4cata/core/attributes'
import type { Classifier } from '@resilience4cata/core/classifier'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import { MAX_DURATION, showDuration, type Duration } from '@resilience4cata/core/duration'
import { keyAttributes, type KeyOptions } from '@resilience4cata/core/keys'
import type { Traits } from '@resilience4cata/core/layers'
import type { FailureList } from '../parts/failure-lists.ts'

/** When calls stop for a while, and how they are tried again. The states are those of Resilience4j's CircuitBreaker. */
export interface CircuitBreakerOptions extends CommonOptions, KeyOptions {
  /** How many of the last calls the rates are taken over. Default 100, 1 to 65,536 (R4C-ATR-010). Not together with `windowDuration` (R4C-REG-003). */
  readonly windowSize?: number
  /** Takes the rates over the calls of this time instead, in ten slices. `'100ms'` to `'24h'` (R4C-ATR-010). Default: a window of `windowSize` calls. */
  readonly windowDuration?: Duration
  /** Below so many calls in the window no rate opens the breaker. Default 100, or `windowSize` where that is smaller; at least 1 (R4C-ATR-010), never above `windowSize` (R4C-REG-003). */
  readonly minimumCalls?: number
  /** Percent of failed calls that opens the breaker, reached or exceeded. Default 50, above 0 and at most 100 (R4C-ATR-010). */
  readonly failureRate?: number
  /** A call that takes longer counts as slow, whether it fails or not. Default `'0'`: none does. Must be written at the site to be configurable. */
  readonly slowCallDuration?: Duration
  /** Percent of slow calls that opens the breaker, reached or exceeded. Default 100, above 0 and at most 100 (R4C-ATR-010). Without meaning when no call is slow. */
  readonly slowCallRate?: number
  /** How long it stays open before calls are tried again. Default `'60s'`, at least `'1ms'` (R4C-ATR-010). */
  readonly waitInOpen?: Duration
  /** Makes the wait longer from opening to opening, until the breaker closes. Default 1: always `waitInOpen`. Finite and at least 1 (R4C-ATR-010). */
  readonly waitInOpenMultiplier?: number
  /** No wait is longer. Default `'10m'`, or `waitInOpen` where that is longer; at least `'1ms'` (R4C-ATR-010), never below `waitInOpen` (R4C-REG-003). */
  readonly maxWaitInOpen?: Duration
  /** How chance spreads a wait: `'none'` (default) leaves it exact, `'full'` from 0 to all of it, `'equal'` from half to all of it. */
  readonly waitInOpenJitter?: 'none' | 'full' | 'equal'
  /** How many calls are let through to find out whether it may close. Default 10, 1 to 65,536 (R4C-ATR-010). */
  readonly halfOpenCalls?: number
  /** How long these calls may stay out before their permits are given anew. Default `waitInOpen`; `'0'`: never. */
  readonly maxHalfOpenWait?: Duration
  /** Which failures count. Default `'exception'`: everything but programming errors (ReferenceError, RangeError, assertions …). Others count as success. A list replaces the default. */
  readonly recordOn?: FailureList
  /** Which calls don't count at all, whatever `recordOn` says. Default: none. */
  readonly ignoreOn?: FailureList
  /** Whether rejections by the site's own rate limiter, adaptive limit and bulkhead count as failures: `'record'` (default) or `'ignore'`. A timeout always counts. Must be written at the site to be configurable. */
  readonly ownRejections?: 'record' | 'ignore'
  /** Judges what an attempt returned or threw, for this breaker alone. Must be written at the site. */
  readonly classifier?: Classifier
}

/** The options as they hold: durations in milliseconds. What a capability is needed for stands for its default while it is absent, and so does what depends on another option or excludes it. */
export interface Resolved extends Omit<CircuitBreakerOptions, 'windowDuration' | 'slowCallDuration' | 'maxWaitInOpen' | 'maxHalfOpenWait' | keyof typeof DEFAULTS> {
  readonly windowDuration?: number
  readonly failureRate: number
  readonly slowCallDuration?: number
  readonly waitInOpen: number
  readonly waitInOpenMultiplier: number
  readonly maxWaitInOpen?: number
  readonly halfOpenCalls: number
  readonly maxHalfOpenWait?: number
}

export const TRAITS = { layer: 'circuitBreaker', keepsState: true } as const satisfies Traits

export const DEFAULTS = {
  failureRate: 50,
  waitInOpen: 60_000,
  waitInOpenMultiplier: 1,
  halfOpenCalls: 10,
} as const

export const WINDOW_SIZE = 100
export const MINIMUM_CALLS = 100
export const MAX_WAIT_IN_OPEN = 600_000
export const SLOW_CALL_RATE = 100

const PERCENT = { min: 0, open: true, max: 100, note: 'It is percent: 50 is every second call.' } as const

// A function, so that a program that checks nothing doesn't carry the table. No `default` where it depends on another option, or excludes one.
export const TABLE = /*#__PURE__*/ (() => ({
  windowSize: count({ min: 1, max: 65_536, implied: () => WINDOW_SIZE }),
  windowDuration: duration({ min: 100, max: 86_400_000, capability: 'timeWindow' }),
  minimumCalls: count({ min: 1, max: Infinity, implied: ({ windowSize = WINDOW_SIZE }) => Math.min(MINIMUM_CALLS, windowSize) }),
  failureRate: number({ ...PERCENT, default: DEFAULTS.failureRate }),
  slowCallDuration: duration({ min: 0, max: MAX_DURATION, default: 0, capability: 'slowCalls', text: true }),
  slowCallRate: number({ ...PERCENT, default: SLOW_CALL_RATE }),
  waitInOpen: duration({ min: 1, max: MAX_DURATION, default: DEFAULTS.waitInOpen }),
  waitInOpenMultiplier: number({ min: 1, max: Infinity, default: DEFAULTS.waitInOpenMultiplier, capability: 'openWaits' }),
  maxWaitInOpen: duration({ min: 1, max: MAX_DURATION, implied: ({ waitInOpen }) => Math.max(MAX_WAIT_IN_OPEN, waitInOpen) }),
  waitInOpenJitter: word({ words: ['none', 'full', 'equal'], default: 'none', capability: 'openWaits' }),
  halfOpenCalls: count({ min: 1, max: 65_536, default: DEFAULTS.halfOpenCalls }),
  maxHalfOpenWait: duration({ min: 0, max: MAX_DURATION, implied: ({ waitInOpen }) => waitInOpen }),
  recordOn: list({ default: 'exception', capability: 'recordLists' }),
  ignoreOn: list({ default: undefined, capability: 'recordLists' }),
  ownRejections: word({ words: ['record', 'ignore'], default: 'record', capability: 'ownRejections', text: true }),
  classifier: classifier({ capability: 'classify', text: true }),
  ...keyAttributes(),
  ...COMMON,
}) satisfies TableOf<CircuitBreakerOptions>)()

/** Options that contradict each other, on what will hold. */
export function check(options: Readonly<Record<string, unknown>>): Fault[] {
  const { windowSize, windowDuration, minimumCalls, waitInOpen, maxWaitInOpen } = options as Partial<Resolved>
  const faults: Fault[] = []
  if (windowSize !== undefined && windowDuration !== undefined) {
    const says = `windowSize and windowDuration exclude each other, got ${windowSize} and ${showDuration(windowDuration)}`
    faults.push(fault('R4C-REG-003', says, 'Rates are taken over the last calls or over a time: leave one of the two out.', 'windowDuration'))
  } else if (windowDuration === undefined && minimumCalls! > (windowSize ?? WINDOW_SIZE)) {
    const says = `minimumCalls must not be above windowSize, got ${minimumCalls} and ${windowSize ?? WINDOW_SIZE}`
    faults.push(fault('R4C-REG-003', says, `The window never holds so many calls, so the breaker would never open. Raise windowSize to ${minimumCalls} or lower minimumCalls.`, 'minimumCalls'))
  }
  if (maxWaitInOpen! < waitInOpen!) {
    const says = `maxWaitInOpen must not be below waitInOpen, got ${showDuration(maxWaitInOpen!)} and ${showDuration(waitInOpen!)}`
    faults.push(fault('R4C-REG-003', says, `maxWaitInOpen bounds every wait. Raise it to ${showDuration(waitInOpen!)}, or lower waitInOpen.`, 'maxWaitInOpen'))
  }
  return faults
}
