// The loop as a closure; template.ts is the same loop as text. Both only call runtime.ts.
import type { Call, Wrap } from '@resilience4cata/core/run/room'
import { isRejected } from '../parts/judgement.ts'
import { discard, giveUp, judgementOf, onOutcome, type Outcome } from './classify.ts'
import { startOf } from './limits.ts'
import type { Retry } from './runtime.ts'
import { pauseUnless } from './signals.ts'

export const wrap: Wrap<Retry> = {
  async: (retry, inner) => async (call) => {
    let attempts = begin(retry, call)
    const startedAt = startOf(retry)
    for (;;) {
      let outcome: Outcome
      try {
        outcome = { what: await inner(call), thrown: false }
      } catch (failure) {
        outcome = { what: failure, thrown: true }
      }
      const judgement = judgementOf(retry, outcome, call)
      if (isAccepted(outcome, judgement)) return outcome.what
      call.attempts = ++attempts
      const delay = onOutcome(retry, attempts, outcome, judgement, startedAt, call)
      if (delay < 0) return giveUp(retry, delay, outcome, call)
      discard(retry, outcome)
      if (!(await pauseUnless(retry, delay, call.scope, attempts, outcome.what, !outcome.thrown))) throw call.scope!.reason
      call.verdict = undefined
    }
  },

  sync: (retry, inner) => (call) => {
    let attempts = begin(retry, call)
    const startedAt = startOf(retry)
    for (;;) {
      let outcome: Outcome
      try {
        outcome = { what: inner(call), thrown: false }
      } catch (failure) {
        outcome = { what: failure, thrown: true }
      }
      const judgement = judgementOf(retry, outcome, call)
      if (isAccepted(outcome, judgement)) return outcome.what
      call.attempts = ++attempts
      const delay = onOutcome(retry, attempts, outcome, judgement, startedAt, call)
      if (delay < 0) return giveUp(retry, delay, outcome, call)
      discard(retry, outcome)
      call.verdict = undefined
    }
  },
}

function begin(retry: Retry, call: Call): number {
  call.verdict = undefined
  return retry.start()
}

const isAccepted = ({ thrown }: Outcome, judgement: ReturnType<typeof judgementOf>) => !thrown && judgement !== 'confused' && !isRejected(judgement)
