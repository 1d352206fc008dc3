// The loop as a closure; template.ts is the same loop as text. Both only call runtime.ts and classify.ts.
import type { Call, Wrap } from '@resilience4cata/core/run/room'
import { returned, threw, type Outcome } from '@resilience4cata/runtime/outcome/outcome'
import { afterAttempt, afterSyncAttempt } from './classify.ts'
import { startOf } from './limits.ts'
import type { Retry } from './runtime.ts'
import { pauseUnless } from './signals.ts'

export const wrap: Wrap<Retry> = {
  async: (retry, inner, { arity }) => async (call) => {
    let attempts = begin(retry, call)
    const startedAt = startOf(retry)
    for (;;) {
      let outcome: Outcome
      try {
        outcome = returned(await inner(call), call.verdict)
      } catch (failure) {
        outcome = threw(failure, call.verdict)
      }
      call.attempts = ++attempts
      const delay = afterAttempt(retry, [outcome, ...call.args.slice(0, arity)], attempts, startedAt, call.scope)
      if (delay < 0) return ended(outcome, call)
      if (!(await pauseUnless(retry, delay, call.scope, attempts, outcome.what, !outcome.thrown))) throw call.scope!.reason
      call.verdict = undefined
    }
  },

  sync: (retry, inner, { arity }) => (call) => {
    let attempts = begin(retry, call)
    const startedAt = startOf(retry)
    for (;;) {
      let outcome: Outcome
      try {
        outcome = returned(inner(call), call.verdict)
      } catch (failure) {
        outcome = threw(failure, call.verdict)
      }
      call.attempts = ++attempts
      if (afterSyncAttempt(retry, [outcome, ...call.args.slice(0, arity)], attempts, startedAt, call.scope) < 0) return ended(outcome, call)
      call.verdict = undefined
    }
  },
}

function begin(retry: Retry, call: Call): number {
  call.verdict = undefined
  return retry.start()
}

function ended({ what, thrown, verdict }: Outcome, call: Call): unknown {
  call.verdict = verdict
  if (thrown) throw what
  return what
}
