// The admission as a closure; template.ts is the same as text. Both only call runtime.ts.
import type { Instance } from '@resilience4cata/core/run/instance'
import type { About, Call, Judgement, Wrap } from '@resilience4cata/core/run/room'
import { judgeError, judgeResult } from '@resilience4cata/runtime/outcome/judge'
import { FAILED } from '../parts/sliding-window.ts'
import { judgeOwn } from './own-rejections.ts'
import { IGNORED, type CircuitBreaker } from './runtime.ts'
import { attemptStart } from './slow-calls.ts'

export const wrap: Wrap<CircuitBreaker> = {
  async: (breaker, inner, about) => async (call) => {
    const startedAt = attemptStart(breaker)
    const permit = breaker.acquire(startedAt)
    if (permit < 0) throw breaker.rejection()
    let value: unknown
    try {
      value = await inner(call)
    } catch (failure) {
      failed(breaker, permit, failure, startedAt, call, about)
      throw failure
    }
    succeeded(breaker, permit, value, startedAt, call)
    return value
  },

  sync: (breaker, inner, about) => (call) => {
    const startedAt = attemptStart(breaker)
    const permit = breaker.acquire(startedAt)
    if (permit < 0) throw breaker.rejection()
    let value: unknown
    try {
      value = inner(call)
    } catch (failure) {
      failed(breaker, permit, failure, startedAt, call, about)
      throw failure
    }
    succeeded(breaker, permit, value, startedAt, call)
    return value
  },
}

function succeeded(breaker: CircuitBreaker, permit: number, value: unknown, startedAt: number, call: Call): void {
  const classifier = breaker.ready().classifier
  breaker.settle(permit, outcomeOf(classifier ? judgeResult(classifier, value, breaker) : call.verdict) ?? 0, startedAt)
}

function failed(breaker: CircuitBreaker, permit: number, failure: unknown, startedAt: number, call: Call, { inner = none }: About): void {
  if (call.scope?.aborted) return breaker.onCancelled(permit)
  const classifier = breaker.ready().classifier
  const judgement = classifier ? judgeError(classifier, failure, breaker) : call.verdict
  breaker.settle(permit, outcomeOf(judgement) ?? judgeOwn(breaker, failure, inner), startedAt)
}

const none: readonly Instance<any>[] = []

/** A classifier that has thrown counts as one that ignores. */
function outcomeOf(judgement: Judgement | undefined): number | undefined {
  const word = typeof judgement === 'object' ? judgement.verdict : judgement
  if (word === undefined) return undefined
  return word === 'success' ? 0 : word === 'failure' || word === 'overload' ? FAILED : IGNORED
}
