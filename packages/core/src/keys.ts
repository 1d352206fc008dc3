// One instance for each key: the options that all policies which keep state have in common.
import { count, fn, word, type Table } from './attributes.ts'

export interface KeyOptions {
  /** Gives the text that this call counts under: each key has an instance of its own, `id[key]`, with the same options. Called once per call, with its arguments, before any policy acts; what it throws is the call's error. No string: R4C-REG-011. Must be written at the site. */
  readonly key?: (...args: any[]) => string
  /** How many keys are kept at once; for another one an idle key is forgotten. Default 1000; 1 to 1,000,000 (R4C-ATR-010). Must be written at the site to be configurable. */
  readonly maxKeys?: number
  /** What becomes of another key while none is idle: `'share'` (default), all such keys count as one; `'reject'`, it is refused; `'bypass'`, it passes uncounted. Each time `registry.keyOverflow` tells. Must be written at the site to be configurable. */
  readonly onKeyOverflow?: 'share' | 'reject' | 'bypass'
}

export const MAX_KEYS = 1000

const NEEDED = { capability: 'keys', text: true } as const

/** For the table of a policy. */
export const keyAttributes = () => ({
  key: fn(NEEDED),
  maxKeys: count({ min: 1, max: 1_000_000, default: MAX_KEYS, ...NEEDED }),
  onKeyOverflow: word({ words: ['share', 'reject', 'bypass'], default: 'share', ...NEEDED }),
}) satisfies Table

/** Whether a layer, as written, may have an instance for each key. */
export const isKeyed = (written: { has(option: string): boolean }): boolean => Object.keys(keyAttributes()).some((option) => written.has(option))
