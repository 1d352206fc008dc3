import type { Judgement } from '@resilience4cata/core/classifier'
import type { RetryPart } from '../program.ts'
import { Budget } from './budget.ts'
import { hintOf, isAmong, isRefusal, isRejected, Refusal, spread, type Call, type Outcome, type Policy } from './layer.ts'

interface End { readonly reason: string; readonly detail?: string }

const DEFAULTS = {
  enabled: true, maxAttempts: 3, delay: 200, maxDelay: 10_000, backoff: 'exponential', multiplier: 2, jitter: 'full', maxDuration: 0, retryOn: ['exception'], abortOn: [],
  onExhaustedResult: 'return', maxRetryAfter: 60_000, budgetPercent: 0, budgetMinRetriesPerSecond: 10, budgetWindow: 10_000,
} as const

export const retry: Policy<RetryPart> = (part, world) => {
  let options: Required<RetryPart> & { readonly enabled: boolean } = { ...DEFAULTS, ...part }
  const budget = new Budget(options.budgetPercent, options.budgetMinRetriesPerSecond, options.budgetWindow)
  const about = (outcome: Outcome) => ('failure' in outcome ? { failure: outcome.failure } : { result: outcome.value })

  /** What its classifier says of a failure stands above the lists; that an open breaker and an abort end everything stands above that. */
  const isRetryable = (outcome: Outcome, judgement: Judgement | undefined): boolean => {
    if ('value' in outcome) return true
    const { failure } = outcome
    const isFinal = isRefusal(failure, 'R4C_CALL_NOT_PERMITTED') || (failure as Error | undefined)?.name === 'AbortError'
    return !isFinal && (judgement === undefined ? !isAmong(options.abortOn, failure) && isAmong(options.retryOn, failure) : isRejected(judgement))
  }
  /** Milliseconds, or why it ends. */
  function decide(call: Call, outcome: Outcome, judgement: Judgement | undefined, n: number, startedAt: number): number | End {
    const { maxAttempts, delay, maxDelay, backoff, multiplier, jitter, maxDuration, maxRetryAfter } = options
    if (call.stop?.aborted) return { reason: 'INTERRUPTED' }
    if (judgement === 'confused') return { reason: 'CLASSIFIER_FAILED' }
    if (!isRetryable(outcome, judgement)) return { reason: 'NOT_RETRYABLE' }
    if (n >= maxAttempts) return { reason: 'MAX_ATTEMPTS' }
    const base = backoff === 'fixed' || delay === 0 ? delay : Math.min(delay * multiplier ** (n - 1), maxDelay)
    const hint = hintOf(judgement)
    const wait = Math.max(spread(base, jitter), hint)
    if (hint > (world.sync ? 0 : maxRetryAfter)) return { reason: 'NOT_RETRYABLE', detail: 'PUSHBACK' }
    if (maxDuration > 0 && world.now() - startedAt + wait > maxDuration) return { reason: 'MAX_DURATION' }
    if (!budget.grants(world.now())) return { reason: 'BUDGET_EXHAUSTED' }
    return wait
  }
  function end(outcome: Outcome, reason: string): unknown {
    if ('failure' in outcome) throw outcome.failure
    if (options.onExhaustedResult === 'return' || reason === 'CLASSIFIER_FAILED') return outcome.value
    throw new Refusal('ResultRejectedError', 'R4C_RESULT_REJECTED', { result: outcome.value })
  }

  return {
    around: (next) => function* (call) {
      budget.onCall()
      const startedAt = options.maxDuration > 0 ? world.now() : NaN
      for (let n = 1; ; n++) {
        call.said = undefined
        let outcome: Outcome
        try {
          outcome = { value: yield* next(call) }
        } catch (failure) {
          outcome = { failure }
        }
        call.attempts = n
        if (!options.enabled) return end(outcome, 'CLASSIFIER_FAILED')
        const judgement = world.judge(call, outcome)
        if ('value' in outcome && judgement !== 'confused' && !isRejected(judgement)) return outcome.value
        const wait = decide(call, outcome, judgement, n, startedAt)
        if (typeof wait === 'object') {
          world.publish('retry.gaveUp', { attempts: n, reason: wait.reason, ...about(outcome), ...(wait.detail && { detail: wait.detail }) })
          return end(outcome, wait.reason)
        }
        world.publish('retry.retrying', { attempt: n, delayMs: wait, ...about(outcome) })
        if ('value' in outcome) world.release(outcome.value)
        if (wait > 0) yield pause(wait, call)
        if (!call.stop?.aborted) continue
        if (options.enabled) world.publish('retry.gaveUp', { attempts: n, reason: 'INTERRUPTED', ...about(outcome) })
        throw call.stop.reason
      }
    },
    row: () => ({ budget: options.enabled ? budget.row(world.now()) : null }),
    configure(changed) {
      options = { ...options, ...changed }
      budget.configure(options.enabled ? options.budgetPercent : 0, options.budgetMinRetriesPerSecond, options.budgetWindow)
    },
  }

  function pause(ms: number, { stop }: Call): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        unset()
        forget?.()
        resolve()
      }
      const unset = world.after(ms, over)
      const forget = stop?.onEnd(over)
    })
  }
}
