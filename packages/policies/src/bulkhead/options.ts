import { COMMON, count, duration, type CommonOptions, type TableOf } from '@resilience4cata/core/attributes'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import { showDuration, type Duration } from '@resilience4cata/core/duration'
import { keyAttributes, type KeyOptions } from '@resilience4cata/core/keys'
import type { Standing, Traits } from '@resilience4cata/core/layers'

/** So many calls at once, as Resilience4j's semaphore bulkhead and MicroProfile's `@Bulkhead` count them. */
export interface BulkheadOptions extends CommonOptions, KeyOptions {
  /** How many calls may run at once. Default 25; 1 to 65,536 (R4C-ATR-010). Configuration may say 0 as well: closed, until it says otherwise. */
  readonly maxConcurrent?: number
  /** How long a caller may wait for a slot, first in, first out. Default `'0'`: it is rejected at once. At most `'24h'` (R4C-ATR-010). On a sync site it must be `'0'` (R4C-SYN-009). Must be written at the site to be configurable. */
  readonly maxWait?: Duration
  /** How many callers may wait at once. Default: ten for each slot; 0 to 65,536 (R4C-ATR-010). Without meaning unless there is a `maxWait`. Must be written at the site to be configurable. */
  readonly maxQueue?: number
}

/** The options as they hold: durations in milliseconds, nothing missing that has a default. */
export interface Resolved extends Omit<BulkheadOptions, keyof typeof DEFAULTS> {
  readonly maxConcurrent: number
  readonly maxWait: number
}

export const TRAITS = { layer: 'bulkhead', keepsState: true } as const satisfies Traits

export const DEFAULTS = { maxConcurrent: 25, maxWait: 0 } as const

/** How many may wait where nobody says: ten for each slot. */
export const lineOf = (maxConcurrent: number): number => 10 * Math.max(1, maxConcurrent)

// a function, so that a program that checks nothing doesn't carry the table
export const TABLE = /*#__PURE__*/ (() => ({
  maxConcurrent: count({ min: 1, max: 65_536, configuredMin: 0, default: DEFAULTS.maxConcurrent, note: 'Only configuration may close a bulkhead with 0.' }),
  maxWait: duration({ min: 0, max: 86_400_000, default: DEFAULTS.maxWait, capability: 'waiting', text: true }),
  maxQueue: count({ min: 0, max: 65_536, implied: ({ maxConcurrent }) => lineOf(maxConcurrent), capability: 'waiting', text: true }),
  ...keyAttributes(),
  ...COMMON,
}) satisfies TableOf<BulkheadOptions>)()

/** Options that contradict each other, on what will hold. */
export function check(options: Readonly<Record<string, unknown>>, { sync }: Standing): Fault[] {
  const { maxWait } = options as unknown as Resolved
  if (!sync || maxWait === 0) return []
  const note = "A thread that runs JavaScript can't wait. Write maxWait: '0', or make the function async."
  return [fault('R4C-SYN-009', `a bulkhead of a sync function can't wait, got maxWait ${showDuration(maxWait)}`, note, 'maxWait')]
}
