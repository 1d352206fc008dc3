// What generated code imports, and nobody else: one export for each thing that a program may or may not need, so that a bundle holds what its source names.
import { guarding, interpreting, protecting } from '@resilience4cata/runtime/interpreter/compiled'
import { checked } from './parts/checked.ts'
import * as adaptiveLimitOptions from './adaptive-limit/options.ts'
import * as bulkheadOptions from './bulkhead/options.ts'
import * as circuitBreakerOptions from './circuit-breaker/options.ts'
import * as fallbackOptions from './fallback/options.ts'
import { checkGiven } from './fallback/at-once.ts'
import * as hedgeOptions from './hedge/options.ts'
import * as rateLimiterOptions from './rate-limiter/options.ts'
import * as retryOptions from './retry/options.ts'
import * as timeoutOptions from './timeout/options.ts'
import { rooms } from './rooms.ts'

export { furnished } from '@resilience4cata/core/run/furnished'
export { callerScope } from '@resilience4cata/runtime/scope/caller-scope'
export { signalOf } from '@resilience4cata/runtime/scope/signal-of'
export { judging } from '@resilience4cata/runtime/outcome/site-classifier'
export { judgingBy } from '@resilience4cata/runtime/outcome/checked-classifier'
export { returned, threw } from '@resilience4cata/runtime/outcome/outcome'
export { pending } from '@resilience4cata/runtime/outcome/pending'
export { rejected, rejectedPromise } from '@resilience4cata/runtime/outcome/rejected'
export { settled } from '@resilience4cata/runtime/outcome/settled'
export { given } from '@resilience4cata/runtime/given/given'
export { invoke } from '@resilience4cata/runtime/given/invoke'
export { of } from '@resilience4cata/runtime/given/of'
export { strict } from '@resilience4cata/runtime/strict'
export { intoIfAny as into } from '@resilience4cata/runtime/sharing/into'
export { serve } from '@resilience4cata/runtime/keys/serve'
export { called } from '@resilience4cata/runtime/sharing/called'
export { local } from '@resilience4cata/runtime/sharing/local'
export { named } from '@resilience4cata/runtime/sharing/named'
export { takeOver } from '@resilience4cata/runtime/sharing/take-over'

export { classified } from './parts/classified.ts'
export { disposal } from './parts/disposal.ts'
export { lists } from './parts/failure-lists.ts'
export { listed } from './parts/listed.ts'
export { sync } from './parts/sync.ts'

export { adaptiveLimit } from './adaptive-limit/runtime.ts'
export { sampleOutcome } from './adaptive-limit/classify.ts'
export { latency, latencyStart } from './adaptive-limit/latency.ts'
export { waiting as adaptiveLimitWaiting } from './adaptive-limit/waiting.ts'
export { keys as adaptiveLimitKeys } from './adaptive-limit/keys.ts'
export const adaptiveLimitChecked = /*#__PURE__*/ checked(adaptiveLimitOptions.TABLE, adaptiveLimitOptions.check)

export { bulkhead } from './bulkhead/runtime.ts'
export { waiting as bulkheadWaiting } from './bulkhead/waiting.ts'
export { keys as bulkheadKeys } from './bulkhead/keys.ts'
export const bulkheadChecked = /*#__PURE__*/ checked(bulkheadOptions.TABLE, bulkheadOptions.check)

export { circuitBreaker } from './circuit-breaker/runtime.ts'
export { recordOutcome } from './circuit-breaker/classify.ts'
export { openWaits } from './circuit-breaker/open-waits.ts'
export { failWithin, ownRejections } from './circuit-breaker/own-rejections.ts'
export { recordLists } from './circuit-breaker/record-lists.ts'
export { attemptStart, slowCalls, timeWindow } from './circuit-breaker/timed.ts'
export { keys as circuitBreakerKeys } from './circuit-breaker/keys.ts'
export const circuitBreakerChecked = /*#__PURE__*/ checked(circuitBreakerOptions.TABLE, circuitBreakerOptions.check)

export { fallback } from './fallback/runtime.ts'
export { answerWith } from './fallback/by-handler.ts'
export { answerBy } from './fallback/by-method.ts'
export { atOnce } from './fallback/at-once.ts'
export const fallbackChecked = /*#__PURE__*/ checked(fallbackOptions.TABLE, checkGiven)

export { hedge } from './hedge/runtime.ts'
export { flyJudged } from './hedge/classify.ts'
export { fly } from './hedge/fly.ts'
export { keys as hedgeKeys } from './hedge/keys.ts'
export const hedgeChecked = /*#__PURE__*/ checked(hedgeOptions.TABLE, hedgeOptions.check)

export { rateLimiter } from './rate-limiter/runtime.ts'
export { rolling } from './rate-limiter/rolling.ts'
export { waitingTurns } from './rate-limiter/turns.ts'
export { keys as rateLimiterKeys } from './rate-limiter/keys.ts'
export const rateLimiterChecked = /*#__PURE__*/ checked(rateLimiterOptions.TABLE, rateLimiterOptions.check)

export { retry } from './retry/runtime.ts'
export { afterAttempt, afterSyncAttempt } from './retry/classify.ts'
export { again, againUnless } from './retry/again.ts'
export { budget, maxDuration, startOf } from './retry/limits.ts'
export { retryLists } from './retry/lists.ts'
export { longWaits } from './retry/long-waits.ts'
export { planned } from './retry/planned.ts'
export { decideUnless, pauseAsDecided, pauseUnless, willPause } from './retry/signals.ts'
export { keys as retryKeys } from './retry/keys.ts'
export const retryChecked = /*#__PURE__*/ checked(retryOptions.TABLE, retryOptions.check)

export { timeout } from './timeout/runtime.ts'
export { outside, outsideLater, tell, tellLater, unlessLeft } from './timeout/outside.ts'
export { lookBack, syncStart } from './timeout/overdue.ts'
export { answerThrough, leaveWith, scopeOf } from './timeout/scoped.ts'
export const timeoutChecked = /*#__PURE__*/ checked(timeoutOptions.TABLE)

// sites that have no text: the same layers as closures
export const interpret = /*#__PURE__*/ interpreting(rooms)
export const protect = /*#__PURE__*/ protecting(rooms)
export const guard = /*#__PURE__*/ guarding(rooms)
