// The answer as a closure; template.ts is the same as text. Both only call runtime.ts.
import type { About, Call, Wrap } from '@resilience4cata/core/run/room'
import { belonging, belongs } from '@resilience4cata/runtime/interpreter/nameless'
import { atOnce } from './at-once.ts'
import { answerWith } from './by-handler.ts'
import { answerBy } from './by-method.ts'
import type { Fallback } from './runtime.ts'

export const wrap: Wrap<Fallback> = {
  async: (fallback, inner, about) => async (call) => {
    try {
      return await inner(call)
    } catch (failure) {
      return answering(fallback, failure, call, about)
    }
  },

  sync: (fallback, inner, about) => (call) => {
    try {
      return inner(call)
    } catch (failure) {
      return answeringAtOnce(fallback, answering(fallback, failure, call, about))
    }
  },
}

function answeringAtOnce(fallback: Fallback, answer: unknown): unknown {
  try {
    return atOnce(fallback, answer)
  } catch (mistake) {
    throw belonging(mistake, fallback)
  }
}

function answering(fallback: Fallback, failure: unknown, call: Call, about: About): unknown {
  if (call.verdict === 'mistaken') throw belonging(failure, fallback)
  if (belongs(failure, fallback)) throw failure
  const attempts = (about.innerOffers && call.attempts) || 1
  const { method } = fallback.written
  if (method === undefined) return answerWith(fallback, fallback.written.handler, failure, attempts, call.self, call.args, call.scope)
  return answerBy(fallback, failure, attempts, call.self, call.args, (call.self as Record<string, unknown>)[method], about.arity, call.scope)
}
