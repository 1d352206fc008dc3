// The admission as a closure; template.ts is the same as text. Both only call runtime.ts and classify.ts.
import type { Wrap } from '@resilience4cata/core/run/room'
import { returned, threw, type Outcome } from '@resilience4cata/runtime/outcome/outcome'
import { recordOutcome } from './classify.ts'
import type { CircuitBreaker } from './runtime.ts'
import { attemptStart } from './timed.ts'

export const wrap: Wrap<CircuitBreaker> = {
  async: (breaker, inner, about) => async (call) => {
    const startedAt = attemptStart(breaker)
    const permit = breaker.acquire(startedAt)
    if (permit < 0) throw breaker.rejection()
    let outcome: Outcome
    try {
      outcome = returned(await inner(call), call.verdict)
    } catch (failure) {
      outcome = threw(failure, call.verdict)
    }
    recordOutcome(breaker, permit, outcome, startedAt, call.scope, about.inner)
    call.verdict = outcome.verdict
    if (outcome.thrown) throw outcome.what
    return outcome.what
  },

  sync: (breaker, inner, about) => (call) => {
    const startedAt = attemptStart(breaker)
    const permit = breaker.acquire(startedAt)
    if (permit < 0) throw breaker.rejection()
    let outcome: Outcome
    try {
      outcome = returned(inner(call), call.verdict)
    } catch (failure) {
      outcome = threw(failure, call.verdict)
    }
    recordOutcome(breaker, permit, outcome, startedAt, call.scope, about.inner)
    call.verdict = outcome.verdict
    if (outcome.thrown) throw outcome.what
    return outcome.what
  },
}
