import type { Classifier } from '@resilience4cata/core/classifier'
import type { Duration } from '@resilience4cata/core/duration'
import type { LayerName } from '@resilience4cata/core/layers'
import type { Registry } from '@resilience4cata/runtime/registry'
import type { AdaptiveLimitOptions } from './adaptive-limit/options.ts'
import type { BulkheadOptions } from './bulkhead/options.ts'
import type { CircuitBreakerOptions } from './circuit-breaker/options.ts'
import type { FallbackHandler, FallbackOptions } from './fallback/options.ts'
import type { HedgeOptions } from './hedge/options.ts'
import type { RateLimiterOptions } from './rate-limiter/options.ts'
import type { RetryOptions } from './retry/options.ts'
import type { TimeoutOptions } from './timeout/options.ts'

/**
 * What stands around a function. Layers nest in the default order, whatever the order in which they are written: fallback, retry or hedge, circuitBreaker,
 * rateLimiter, adaptiveLimit, timeout, bulkhead. `true` takes a policy with its defaults, `false` takes it out. An unknown key is R4C-CFG-001.
 */
export interface Policies {
  /** Calls again when an attempt fails. Not together with `hedge` (R4C-HDG-002). */
  readonly retry?: RetryOptions | boolean
  /** Starts another attempt when one takes long, and takes the first answer. Async only (R4C-HDG-001). Not together with `retry` (R4C-HDG-002). */
  readonly hedge?: HedgeOptions | boolean
  /** Stops calling for a while when too many calls fail, then tries a few. */
  readonly circuitBreaker?: CircuitBreakerOptions | boolean
  /** So many attempts in a period. */
  readonly rateLimiter?: RateLimiterOptions | boolean
  /** So many attempts in flight, by a limit that finds its own height. */
  readonly adaptiveLimit?: AdaptiveLimitOptions | boolean
  /** No attempt takes longer: `'2s'`, or with options `{ duration, cancel, dispose }`. */
  readonly timeout?: Duration | TimeoutOptions | false
  /** So many calls that run at once. */
  readonly bulkhead?: BulkheadOptions | boolean
  /** Answers in place of the failure, once: `(failure, context, ...args) => …`, or with conditions `{ handler, applyOn, skipOn, onCancel }`. */
  readonly fallback?: FallbackHandler | FallbackOptions | false
  /** Judges what each attempt returned or threw, for all layers. A layer's own classifier replaces it there. Synchronous (R4C-CLS-013). */
  readonly classifier?: Classifier
  /** Layers to move, outermost first, to the place of the outermost of them. A literal; each layer once (R4C-ORD-001), never the fallback (R4C-ORD-002). */
  readonly order?: readonly Exclude<LayerName, 'fallback'>[]
  /** Default name of all layers. The same name is the same instance; two sites of one name need equal options (R4C-REG-008). */
  readonly name?: string
  /** The caller's signal for this call, found in its arguments: aborting it ends waiting and attempts. Neither a signal nor nothing: R4C-SIG-001. */
  readonly signal?: (this: any, ...args: any[]) => AbortSignal | null | undefined
  /** Whether the function returns a promise or a value, where its source doesn't say (R4C-SYN-001). */
  readonly mode?: 'async' | 'sync'
  /** Where instances are entered. Default: the registry of the program. */
  readonly registry?: Registry
}

/** Policies without a fallback. */
export interface Unanswered extends Omit<Policies, 'fallback'> {
  /** None. */
  readonly fallback?: false
}

/** Policies whose fallback answers so. Where they are given it is inferred; all else is checked as it is written. */
export interface Answering<Answer> extends Omit<Policies, 'fallback'> {
  /** Answers in place of the failure, once: `(failure, context, ...args) => …`, or with conditions `{ handler, applyOn, skipOn, onCancel }`. */
  readonly fallback?: FallbackHandler<any[], Answer> | FallbackOptions<any[], Answer> | false
}

/** What a fallback may answer, by what is written: added to the result of the function. */
export type AnswerOf<Written> = Written extends { readonly fallback?: infer Given } ? AnswerBy<Given> : never
type AnswerBy<Given> =
  Given extends (...args: any[]) => infer Answer ? Awaited<Answer>
    : Given extends { readonly handler: (...args: any[]) => infer Answer } ? Awaited<Answer>
      : never
