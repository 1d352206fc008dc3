// The admission as a closure; template.ts is the same as text. Both only call runtime.ts.
import type { Call, Judgement, Wrap } from '@resilience4cata/core/run/room'
import { judgeError, judgeResult } from '@resilience4cata/runtime/outcome/judge'
import { latencyStart } from './latency.ts'
import type { AdaptiveLimit } from './runtime.ts'

export const wrap: Wrap<AdaptiveLimit> = {
  async: (limit, inner) => async (call) => {
    const { scope } = call
    let permit = limit.acquire()
    if (permit < 0 && ((permit = await limit.wait(scope)) < 0 || scope?.aborted)) {
      limit.onCancelled(permit)
      throw scope?.aborted ? scope.reason : limit.rejection()
    }
    const startedAt = latencyStart(limit)
    let value: unknown
    try {
      value = await inner(call)
    } catch (failure) {
      failed(limit, permit, failure, call)
      throw failure
    }
    succeeded(limit, permit, value, startedAt, call)
    return value
  },

  sync: (limit, inner) => (call) => {
    const permit = limit.acquire()
    if (permit < 0) throw limit.rejection()
    const startedAt = latencyStart(limit)
    let value: unknown
    try {
      value = inner(call)
    } catch (failure) {
      failed(limit, permit, failure, call)
      throw failure
    }
    succeeded(limit, permit, value, startedAt, call)
    return value
  },
}

function succeeded(limit: AdaptiveLimit, permit: number, value: unknown, startedAt: number, call: Call): void {
  if (call.scope?.lost) return limit.onCancelled(permit)
  const { classifier } = limit.settings
  const word = judged(limit, permit, () => (classifier ? judgeResult(classifier, value, limit) : call.verdict))
  if (word === undefined || word === 'success') limit.onSuccess(permit, startedAt)
  else if (word === 'overload') limit.onDrop(permit)
  else limit.onCancelled(permit)
}

function failed(limit: AdaptiveLimit, permit: number, failure: unknown, call: Call): void {
  if (call.scope?.aborted) return limit.onCancelled(permit)
  const { classifier } = limit.settings
  const word = judged(limit, permit, () => (classifier ? judgeError(classifier, failure, limit) : call.verdict))
  if (word === undefined) limit.onFailure(permit, failure)
  else if (word === 'overload') limit.onDrop(permit)
  else limit.onCancelled(permit)
}

/** The word of a judgement. A verdict that is none is a mistake, and the permit goes back all the same. */
function judged(limit: AdaptiveLimit, permit: number, ask: () => Judgement | undefined): string | undefined {
  try {
    const judgement = ask()
    return typeof judgement === 'object' ? judgement.verdict : judgement
  } catch (mistake) {
    limit.onCancelled(permit)
    throw mistake
  }
}
