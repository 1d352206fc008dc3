import { COMMON, duration, flag, fn, type CommonOptions, type TableOf } from '@resilience4cata/core/attributes'
import type { Duration } from '@resilience4cata/core/duration'
import type { Traits } from '@resilience4cata/core/layers'

/** How long an attempt may take. */
export interface TimeoutOptions extends CommonOptions {
  /**
   * How long an attempt may take. Exactly as long counts as too long. `'1ms'` to `'24h'` (R4C-ATR-010; to switch it off: `enabled: false`). Required, here or in
   * configuration (R4C-ATR-009).
   */
  readonly duration?: Duration
  /** Whether what is inside is cancelled at the deadline: its attempt signal aborts, and nothing in it waits or starts any longer. Default `true`. With `false` it goes on, and nobody hears of it. */
  readonly cancel?: boolean
  /** Releases a value that comes after the deadline. Default: cancels the body of a response. */
  readonly dispose?: (value: any) => void
}

/** The options as they hold. */
export interface Resolved extends Omit<TimeoutOptions, 'duration' | 'cancel'> {
  /** Milliseconds. */
  readonly duration: number
  readonly cancel: boolean
}

export const TRAITS = { layer: 'timeout', races: true } as const satisfies Traits

export const DEFAULTS = { cancel: true } as const

const DAY = 86_400_000

// a function, so that a program that checks nothing doesn't carry the table
export const TABLE = /*#__PURE__*/ (() => ({
  duration: duration({ min: 1, max: DAY, required: true, note: "Write it at the site, @Timeout('2s'), or configure it. For no timeout: enabled: false." }),
  cancel: flag({ default: DEFAULTS.cancel }),
  dispose: fn({ capability: 'disposal' }),
  ...COMMON,
}) satisfies TableOf<TimeoutOptions>)()
