// The door to programs: the public face of `resilience4cata`.
import type { Classifier } from '@resilience4cata/core/classifier'
import type { Duration } from '@resilience4cata/core/duration'
import type { LayerName } from '@resilience4cata/core/layers'
import { bundles } from '@resilience4cata/runtime/interpreter/bundle'
import { decorator, siteDecorator } from '@resilience4cata/runtime/interpreter/decorators'
import { marker } from '@resilience4cata/runtime/interpreter/marker'
import { pipelines } from '@resilience4cata/runtime/interpreter/pipeline'
import type { AdaptiveLimitOptions } from './adaptive-limit/index.ts'
import type { BulkheadOptions } from './bulkhead/index.ts'
import type { CircuitBreakerOptions } from './circuit-breaker/index.ts'
import type { FallbackConditions, FallbackHandler } from './fallback/index.ts'
import type { HedgeOptions } from './hedge/index.ts'
import type { MakeBundle, MakePipeline, Resilient } from './marker.ts'
import type { Policies } from './policies.ts'
import type { RateLimiterOptions } from './rate-limiter/index.ts'
import type { RetryOptions } from './retry/index.ts'
import { rooms } from './rooms.ts'
import type { TimeoutOptions } from './timeout/index.ts'

/** `@Retry({ maxAttempts: 3, delay: '100ms' })`: calls the method again when it fails, after a wait that grows. On a method or on a class. */
export const Retry = /*#__PURE__*/ decorator<[options?: RetryOptions]>(rooms, 'retry', 'Retry')
/** `@Hedge({ delay: '50ms' })`: begins another attempt beside one that takes long, and answers with the first that succeeds. On a method or on a class. */
export const Hedge = /*#__PURE__*/ decorator<[options?: HedgeOptions]>(rooms, 'hedge', 'Hedge')
/** `@CircuitBreaker({ name: 'prices' })`: stops calling for a while when too many calls fail, then tries a few. On a method or on a class. */
export const CircuitBreaker = /*#__PURE__*/ decorator<[options?: CircuitBreakerOptions]>(rooms, 'circuitBreaker', 'CircuitBreaker')
/** `@RateLimiter({ permits: 50, period: '1s' })`: lets so many attempts start in a period; the rest wait or are rejected. On a method or on a class. */
export const RateLimiter = /*#__PURE__*/ decorator<[options?: RateLimiterOptions]>(rooms, 'rateLimiter', 'RateLimiter')
/** `@AdaptiveLimit()`: limits the attempts in flight, and finds the limit by itself: less at a sign of overload, more while all goes well. On a method or on a class. */
export const AdaptiveLimit = /*#__PURE__*/ decorator<[options?: AdaptiveLimitOptions]>(rooms, 'adaptiveLimit', 'AdaptiveLimit')
/** `@Timeout('2s')`: answers with a `CallTimeoutError` when an attempt takes too long, and asks it to stop. On a method or on a class. */
export const Timeout = /*#__PURE__*/ decorator<[options?: Duration | TimeoutOptions]>(rooms, 'timeout', 'Timeout')
/** `@Bulkhead({ maxConcurrent: 10 })`: lets so many calls run at once; the rest wait or are rejected. On a method or on a class. */
export const Bulkhead = /*#__PURE__*/ decorator<[options?: BulkheadOptions]>(rooms, 'bulkhead', 'Bulkhead')
/** `@Fallback('lastKnown')`: a method of the class, or a function (failure first), answers in place of the failure. On a method or on a class. */
export const Fallback = /*#__PURE__*/ decorator<[fallback: (string & {}) | FallbackHandler, conditions?: FallbackConditions]>(rooms, 'fallback', 'Fallback')

/** `@PolicyOrder('timeout', 'retry')`: moves the layers that it lists, outermost first, to the place of the outermost of them. */
export const PolicyOrder = /*#__PURE__*/ siteDecorator(rooms, 'PolicyOrder', (...order: Exclude<LayerName, 'fallback'>[]) => ({ order }))
/** `@Named('checkout')`: the default name of all layers of the method. */
export const Named = /*#__PURE__*/ siteDecorator(rooms, 'Named', (name: string) => ({ name }))
/** `@Mode('async')`: whether the method returns a promise or a value, where its source doesn't say. */
export const Mode = /*#__PURE__*/ siteDecorator(rooms, 'Mode', (mode: 'async' | 'sync') => ({ mode }))
/** `@CancelWith((sku, { signal }) => signal)`: finds the caller's signal in the arguments. */
export const CancelWith = /*#__PURE__*/ siteDecorator(rooms, 'CancelWith', (signal: NonNullable<Policies['signal']>) => ({ signal }))
/** `@Classify(httpClassifier)`: judges what each attempt returned or threw, for all layers of the method. */
export const Classify = /*#__PURE__*/ siteDecorator(rooms, 'Classify', (classifier: Classifier) => ({ classifier }))

/** `resilient({ retry: { maxAttempts: 3 } }, async (sku: string) => …)`: the same function with policies around it. An object of somebody else's: `resilient.of(client, { get: { … } })`. */
export const resilient = /*#__PURE__*/ marker(rooms) as Resilient
/** `bundle({ retry: { maxAttempts: 3 }, timeout: '2s' })`: policies to be used by many, as decorator `@remote` or in a marker `resilient(remote, fn)`. */
export const bundle = /*#__PURE__*/ bundles(rooms) as MakeBundle
/** `pipeline('shop', { retry: { maxAttempts: 3 } })`: the same layers for code that can't be marked, by `shop.execute(() => …)`. The id names the instances. */
export const pipeline = /*#__PURE__*/ pipelines(rooms) as MakePipeline

export { createRegistry, registry, type PolicyRegistry as Registry } from './registry.ts'
export { attemptSignal } from '@resilience4cata/runtime/scope/attempt-signal'

export { ConfigurationError } from '@resilience4cata/core/configuration-error'
export { ResilienceError } from '@resilience4cata/core/rejection'
export { LimitExceededError } from './adaptive-limit/errors.ts'
export { BulkheadFullError } from './bulkhead/errors.ts'
export { CallNotPermittedError } from './circuit-breaker/errors.ts'
export { HedgeCancelledError } from './hedge/errors.ts'
export { RateLimitExceededError } from './rate-limiter/errors.ts'
export { ResultRejectedError } from './retry/errors.ts'
export { CallTimeoutError } from './timeout/errors.ts'

export type { Classifier, Verdict } from '@resilience4cata/core/classifier'
export type { Fault } from '@resilience4cata/core/diagnostic'
export type { Duration } from '@resilience4cata/core/duration'
export type { LayerName } from '@resilience4cata/core/layers'
export type { Clock, TimerHost } from '@resilience4cata/core/run/ports'
export type { Bundle } from '@resilience4cata/runtime/interpreter/bundle'
export type { Decorator } from '@resilience4cata/runtime/interpreter/decorator-types'
export type { Pipeline } from '@resilience4cata/runtime/interpreter/pipeline'
export type { RegistryOptions } from '@resilience4cata/runtime/registry'
export type { ErrorClass, FailureList, Matcher } from './parts/failure-lists.ts'
export type { Configuration, ConfiguredPolicies } from './configured.ts'
export type { Events } from './events.ts'
export type { PipelinePolicies, Resilient } from './marker.ts'
export type { Policies } from './policies.ts'
export type { Snapshot } from './snapshots.ts'
export type { AdaptiveLimitHandle, AdaptiveLimitOptions, AdaptiveLimitRejected, LimitChanged } from './adaptive-limit/index.ts'
export type { BulkheadHandle, BulkheadOptions, BulkheadRejected } from './bulkhead/index.ts'
export type { BreakerRejected, CircuitBreakerHandle, CircuitBreakerOptions, CircuitBreakerSnapshot, StateTransition, ThresholdExceeded, TransitionReason } from './circuit-breaker/index.ts'
export type { Applied, Failed, FallbackConditions, FallbackContext, FallbackHandler, FallbackOptions } from './fallback/index.ts'
export type { Hedged, HedgeFailed, HedgeOptions, HedgeSkipped, HedgeWon, Skipped as HedgeSkipReason, Trigger as HedgeTrigger } from './hedge/index.ts'
export type { RateLimiterHandle, RateLimiterOptions, RateLimiterRejected, RateLimiterWaited } from './rate-limiter/index.ts'
export type { GaveUp, GiveUpReason, RetryOptions, Retrying } from './retry/index.ts'
export type { LateSettled, TimedOut, TimeoutOptions } from './timeout/index.ts'
