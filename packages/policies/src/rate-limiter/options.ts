import { COMMON, count, duration, word, type CommonOptions, type TableOf } from '@resilience4cata/core/attributes'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import { showDuration, type Duration } from '@resilience4cata/core/duration'
import { keyAttributes, type KeyOptions } from '@resilience4cata/core/keys'
import type { Standing, Traits } from '@resilience4cata/core/layers'

/** So many attempts in a period: cycles as Resilience4j's RateLimiter counts them, or a rolling window. */
export interface RateLimiterOptions extends CommonOptions, KeyOptions {
  /** How many attempts may start in a period. Default 50; 1 to 1,000,000 (R4C-ATR-010). */
  readonly permits?: number
  /** What the permits are for. Default `'1s'`; `'1ms'` to `'24h'` (R4C-ATR-010). */
  readonly period?: Duration
  /** `'fixed'` (default): each period begins with all permits, so up to twice as many may start around its boundary. `'rolling'`: never more than `permits` in any stretch of `period`. */
  readonly window?: 'fixed' | 'rolling'
  /** How long an attempt may wait for its permit, first in, first out. Default `'0'`: it is rejected at once, as is one whose turn would come later than this. At most `'24h'` (R4C-ATR-010). On a sync site it must be `'0'` (R4C-SYN-006). Must be written at the site to be configurable. */
  readonly maxWait?: Duration
  /** How many may wait at once. Default 1000; 0 to 65,536 (R4C-ATR-010). Without meaning unless there is a `maxWait`. Must be written at the site to be configurable. */
  readonly maxQueue?: number
}

/** The options as they hold: durations in milliseconds, nothing missing that has a default. */
export interface Resolved extends Omit<RateLimiterOptions, keyof typeof DEFAULTS> {
  readonly permits: number
  readonly period: number
  readonly window: 'fixed' | 'rolling'
  readonly maxWait: number
  readonly maxQueue: number
}

export const TRAITS = { layer: 'rateLimiter', keepsState: true } as const satisfies Traits

export const DEFAULTS = { permits: 50, period: 1000, window: 'fixed', maxWait: 0, maxQueue: 1000 } as const

const DAY = 86_400_000
const WAITING = { capability: 'waitingTurns', text: true } as const

// a function, so that a program that checks nothing doesn't carry the table
export const TABLE = /*#__PURE__*/ (() => ({
  permits: count({ min: 1, max: 1_000_000, default: DEFAULTS.permits }),
  period: duration({ min: 1, max: DAY, default: DEFAULTS.period }),
  window: word({ words: ['fixed', 'rolling'], default: DEFAULTS.window, capability: 'rolling' }),
  maxWait: duration({ min: 0, max: DAY, default: DEFAULTS.maxWait, ...WAITING }),
  maxQueue: count({ min: 0, max: 65_536, default: DEFAULTS.maxQueue, ...WAITING }),
  ...keyAttributes(),
  ...COMMON,
}) satisfies TableOf<RateLimiterOptions>)()

/** Options that contradict each other, on what will hold. */
export function check(options: Readonly<Record<string, unknown>>, { sync }: Standing): Fault[] {
  const { maxWait } = options as unknown as Resolved
  if (!sync || maxWait === 0) return []
  const note = "A thread that runs JavaScript can't wait. Write maxWait: '0', or make the function async."
  return [fault('R4C-SYN-006', `a rate limiter of a sync function can't wait, got maxWait ${showDuration(maxWait)}`, note, 'maxWait')]
}
