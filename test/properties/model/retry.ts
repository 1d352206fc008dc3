import type { RetryPart } from '../program.ts'
import { Budget } from './budget.ts'
import { hintOf, isAmong, isRefusal, Refusal, spread, wordOf, type Call, type Outcome, type Policy } from './layer.ts'

export const retry: Policy<RetryPart> = (part, world) => {
  const { maxAttempts = 3, delay = 200, maxDelay = 10_000, backoff = 'exponential', multiplier = 2, jitter = 'full', maxDuration = 0 } = part
  const { retryOn = ['exception'], abortOn = [], onExhaustedResult = 'return', maxRetryAfter = 60_000 } = part
  const budget = new Budget(part.budgetPercent ?? 0, part.budgetMinRetriesPerSecond ?? 10, part.budgetWindow ?? 10_000)
  const about = (outcome: Outcome) => ('failure' in outcome ? { failure: outcome.failure } : { result: outcome.value })

  const isRetryable = (outcome: Outcome): boolean => {
    if ('value' in outcome) return true
    const { failure } = outcome
    const isFinal = isRefusal(failure, 'R4C_CALL_NOT_PERMITTED') || (failure as Error | undefined)?.name === 'AbortError'
    return !isFinal && !isAmong(abortOn, failure) && isAmong(retryOn, failure)
  }
  /** Milliseconds, or why it ends. */
  function decide(call: Call, outcome: Outcome, n: number, startedAt: number): number | { reason: string; detail?: string } {
    const judgement = 'value' in outcome ? world.judge(outcome.value) : undefined
    if (call.stop?.aborted) return { reason: 'INTERRUPTED' }
    if (judgement === 'confused') return { reason: 'CLASSIFIER_FAILED' }
    if (!isRetryable(outcome)) return { reason: 'NOT_RETRYABLE' }
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
    if (onExhaustedResult === 'return' || reason === 'CLASSIFIER_FAILED') return outcome.value
    throw new Refusal('ResultRejectedError', 'R4C_RESULT_REJECTED', { result: outcome.value })
  }

  return {
    around: (next) => function* (call) {
      budget.onCall()
      const startedAt = world.now()
      for (let n = 1; ; n++) {
        let outcome: Outcome
        try {
          outcome = { value: yield* next(call) }
        } catch (failure) {
          outcome = { failure }
        }
        const word = 'value' in outcome ? wordOf(world.judge(outcome.value)) : 'failure'
        if (word === undefined || word === 'success' || word === 'ignore') return (outcome as { value: unknown }).value
        call.attempts = n
        const wait = decide(call, outcome, n, startedAt)
        if (typeof wait === 'object') {
          world.publish('retry.gaveUp', { attempts: n, reason: wait.reason, ...about(outcome), ...(wait.detail && { detail: wait.detail }) })
          return end(outcome, wait.reason)
        }
        world.publish('retry.retrying', { attempt: n, delayMs: wait, ...about(outcome) })
        if ('value' in outcome) world.release(outcome.value)
        if (wait > 0) yield pause(wait, call)
        if (!call.stop?.aborted) continue
        world.publish('retry.gaveUp', { attempts: n, reason: 'INTERRUPTED', ...about(outcome) })
        throw call.stop.reason
      }
    },
    row: () => ({ budget: budget.row(world.now()) }),
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
