// The admission as a closure; template.ts is the same as text. Both only call runtime.ts.
import type { About, Call, Judgement, Wrap } from '@resilience4cata/core/run/room'
import { judgeError, judgeResult } from '@resilience4cata/runtime/outcome/judge'
import { FAILED } from './sliding-window.ts'
import { IGNORED, type CircuitBreaker } from './runtime.ts'
import { attemptStart } from './timed.ts'

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

function succeeded(breaker: CircuitBreaker, permit: number, value: unknown, startedAt: number | undefined, call: Call): void {
  if (call.scope?.lost) return breaker.onCancelled(permit)
  const { classifier } = breaker.rules
  const judgement = classifier ? asked(breaker, permit, () => judgeResult(classifier, value, breaker)) : call.verdict
  breaker.settle(permit, outcomeOf(judgement) ?? 0, startedAt)
}

function failed(breaker: CircuitBreaker, permit: number, failure: unknown, startedAt: number | undefined, call: Call, { inner = [] }: About): void {
  // what fails because its caller has left is nobody's failure
  if (call.scope?.aborted) return breaker.onCancelled(permit)
  const { classifier } = breaker.rules
  const judgement = classifier ? asked(breaker, permit, () => judgeError(classifier, failure, breaker)) : call.verdict
  breaker.settle(permit, outcomeOf(judgement) ?? breaker.judgeOwn?.(failure, inner) ?? breaker.judge(failure), startedAt)
}

/** A classifier that can't be used is a mistake, and no outcome: the permit goes back. */
function asked(breaker: CircuitBreaker, permit: number, question: () => Judgement | undefined): Judgement | undefined {
  try {
    return question()
  } catch (mistake) {
    breaker.onCancelled(permit)
    throw mistake
  }
}

/** A classifier that has thrown says nothing: the attempt isn't recorded. */
function outcomeOf(judgement: Judgement | undefined): number | undefined {
  const word = typeof judgement === 'object' ? judgement.verdict : judgement
  if (word === undefined) return undefined
  return word === 'success' ? 0 : word === 'failure' || word === 'overload' ? FAILED : IGNORED
}
