// A small random program: a site with some layers, what its body does attempt by attempt, and what its callers do when. Plain JSON, so that a failing one can
// be printed, kept and compiled. Durations are milliseconds.
import type { LayerName } from '@resilience4cata/core/layers'

export interface Program {
  readonly mode: 'async' | 'sync'
  readonly policies: Stack
  readonly order?: readonly string[]
  /** Written off, where the stack doesn't have them. */
  readonly off?: readonly LayerName[]
  /** The site has a classifier: what a value `says`. */
  readonly classified: boolean
  /** Which judges failures too. */
  readonly judgesFailures?: boolean
  /** Layers that have a classifier of their own in its place. */
  readonly judges?: readonly Judge[]
  readonly second?: Second
  /** The site has a caller's signal. */
  readonly cancellable: boolean
  /** The body asks for its attempt signal. */
  readonly asks: boolean
  /** Of attempt `run` of call `id`: number `id + run`, over and over. */
  readonly behaviours: readonly Behaviour[]
  readonly steps: readonly Step[]
}

export interface Stack {
  readonly fallback?: FallbackPart
  readonly retry?: RetryPart
  readonly hedge?: HedgePart
  readonly circuitBreaker?: BreakerPart
  readonly rateLimiter?: LimiterPart
  readonly adaptiveLimit?: AdaptivePart
  readonly timeout?: TimeoutPart
  readonly bulkhead?: BulkheadPart
}

/** A second site with the layers of the first, but for some. Of those that it shares there is one instance, by its name. */
export interface Second { readonly without: readonly LayerName[]; readonly shared: readonly LayerName[] }

/** A site, and how its instances are called in a trace: those that are shared, and all of a first site, like their policies. */
export interface SiteOf { readonly name: string | undefined; readonly policies: Stack; readonly isShared: (layer: LayerName) => boolean; readonly laneOf: (layer: LayerName) => string }

export function sitesOf({ policies, second }: Program): readonly SiteOf[] {
  if (!second) return [{ name: undefined, policies, isShared: () => false, laneOf: (layer) => layer }]
  const isShared = (layer: LayerName) => layer !== 'fallback' && second.shared.includes(layer) && !second.without.includes(layer)
  const others = Object.fromEntries(Object.entries(policies).filter(([layer]) => !second.without.includes(layer as LayerName)))
  return [
    { name: 'one', policies, isShared, laneOf: (layer) => layer },
    { name: 'two', policies: others, isShared, laneOf: (layer) => (isShared(layer) ? layer : `${layer}/2`) },
  ]
}

/** Those that may have a classifier of their own. */
export const JUDGES = ['retry', 'hedge', 'circuitBreaker', 'adaptiveLimit'] as const
export type Judge = (typeof JUDGES)[number]

/** Every third program has keys, and for all of its calls the same one: what is by key does what is alone. */
export const isKeyed = ({ steps }: Program): boolean => steps.length % 3 === 0

/** Those that may have a key. */
export const KEYED = ['retry', 'hedge', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'bulkhead'] as const

/** Names and codes, `'exception'`, `'throwable'`. */
export type List = readonly string[]
export type Spread = 'full' | 'equal' | 'none'

export interface FallbackPart { readonly ends: 'returns' | 'throws' | 'rejects'; readonly applyOn?: List; readonly skipOn?: List; readonly onCancel?: boolean }
export interface BudgetPart { readonly budgetPercent?: number; readonly budgetWindow?: number }
export interface RetryPart extends BudgetPart {
  readonly maxAttempts?: number; readonly delay?: number; readonly maxDelay?: number; readonly backoff?: 'exponential' | 'fixed'; readonly multiplier?: number
  readonly jitter?: Spread; readonly maxDuration?: number; readonly retryOn?: List; readonly abortOn?: List; readonly onExhaustedResult?: 'return' | 'throw'
  readonly maxRetryAfter?: number; readonly budgetMinRetriesPerSecond?: number
}
export interface HedgePart extends BudgetPart {
  readonly maxAttempts?: number; readonly delay?: number; readonly hedgeOn?: List; readonly abortOn?: List; readonly onExhaustedResult?: 'return' | 'throw'
  readonly budgetMinHedgesPerSecond?: number
}
export interface BreakerPart {
  readonly windowSize?: number; readonly windowDuration?: number; readonly minimumCalls?: number; readonly failureRate?: number
  readonly slowCallDuration?: number; readonly slowCallRate?: number; readonly waitInOpen?: number; readonly waitInOpenMultiplier?: number
  readonly maxWaitInOpen?: number; readonly waitInOpenJitter?: Spread; readonly halfOpenCalls?: number; readonly maxHalfOpenWait?: number
  readonly recordOn?: List; readonly ignoreOn?: List; readonly ownRejections?: 'record' | 'ignore'
}
export interface LimiterPart { readonly permits?: number; readonly period?: number; readonly maxWait?: number; readonly maxQueue?: number; readonly window?: 'fixed' | 'rolling' }
export interface AdaptivePart {
  readonly initialLimit?: number; readonly minLimit?: number; readonly maxLimit?: number; readonly backoffRatio?: number; readonly latencyThreshold?: number
  readonly dropOn?: List; readonly maxWait?: number; readonly maxQueue?: number
}
export interface TimeoutPart { readonly duration: number; readonly cancel?: boolean }
export interface BulkheadPart { readonly maxConcurrent?: number; readonly maxWait?: number; readonly maxQueue?: number }

/** By a thenable: one that goes on talking once it has settled, one whose `then` throws, and one whose `then` can't be read. */
export type BehaviourEnds = 'returns' | 'throws' | 'resolves' | 'rejects' | 'thenable' | 'throwing then' | 'unreadable then'
export interface Behaviour {
  /** At once, or by a promise. */
  readonly ends: BehaviourEnds
  /** An index of `outcomes.ts`. */
  readonly what: number
  /** Until it ends, or (on a sync site) how much time passes meanwhile. */
  readonly after: number
  /** Ends soon after its attempt signal has. */
  readonly heeds: boolean
  /** Its caller leaves when it has begun. */
  readonly leaves: boolean
  /** It has the breaker of its own site in its hands. */
  readonly acts?: BreakerOp | undefined
}

export type Step = { readonly after: number } & (
  | { readonly does: 'call'; readonly times: number }
  /** A call whose caller has left before. */
  | { readonly does: 'gone' }
  | { readonly does: 'abort'; readonly call: number }
  | { readonly does: 'look' }
  | { readonly does: 'breaker'; readonly op: BreakerOp }
  /** Other options for one layer, from now on. */
  | { readonly does: 'configure'; readonly layer: LayerName; readonly options: object }
  /** What the clock shows: it jumps ahead, is set back, stands still, or goes on. */
  | { readonly does: 'clock'; readonly what: 'jump' | 'back' | 'stop' | 'go'; readonly by: number }
)
export type BreakerOp = 'forceOpen' | 'open' | 'halfOpen' | 'close' | 'disable' | 'metricsOnly' | 'reset'

/** Layers that are written with `enabled: false`: nothing may come of them. */
export function writtenOff({ policies, off = [] }: Program): Readonly<Record<string, object>> {
  const layers = off.filter((layer) => !(layer in policies) && !(layer === 'retry' && policies.hedge))
  return Object.fromEntries(layers.map((layer) => [layer, { enabled: false, ...(layer === 'timeout' && { duration: 10 }) }]))
}
