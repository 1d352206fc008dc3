// The admission as a closure; template.ts is the same as text. Both only call runtime.ts and classify.ts.
import type { Wrap } from '@resilience4cata/core/run/room'
import { returned, threw, type Outcome } from '@resilience4cata/runtime/outcome/outcome'
import { sampleOutcome } from './classify.ts'
import { latencyStart } from './latency.ts'
import type { AdaptiveLimit } from './runtime.ts'

export const wrap: Wrap<AdaptiveLimit> = {
  async: (limit, inner) => async (call) => {
    const { scope } = call
    let permit = limit.acquire()
    if (permit < 0) {
      const waits = limit.wait(scope)
      // who may not wait hears of it in this turn
      permit = typeof waits === 'number' ? waits : await waits
      if (permit < 0 || scope?.aborted) {
        limit.onCancelled(permit)
        throw scope?.aborted ? scope.reason : limit.rejection()
      }
    }
    const startedAt = latencyStart(limit)
    let outcome: Outcome
    try {
      outcome = returned(await inner(call), call.verdict)
    } catch (failure) {
      outcome = threw(failure, call.verdict)
    }
    sampleOutcome(limit, permit, outcome, startedAt, scope)
    call.verdict = outcome.verdict
    if (outcome.thrown) throw outcome.what
    return outcome.what
  },

  sync: (limit, inner) => (call) => {
    const permit = limit.acquire()
    if (permit < 0) throw limit.rejection()
    const startedAt = latencyStart(limit)
    let outcome: Outcome
    try {
      outcome = returned(inner(call), call.verdict)
    } catch (failure) {
      outcome = threw(failure, call.verdict)
    }
    sampleOutcome(limit, permit, outcome, startedAt, call.scope)
    call.verdict = outcome.verdict
    if (outcome.thrown) throw outcome.what
    return outcome.what
  },
}
