// The admission as a closure; template.ts is the same as text. Both only call runtime.ts.
import type { Wrap } from '@resilience4cata/core/run/room'
import type { RateLimiter } from './runtime.ts'

export const wrap: Wrap<RateLimiter> = {
  async: (limiter, inner) => async (call) => {
    const { scope } = call
    if (!limiter.acquire()) {
      const waits = limiter.wait(scope)
      // who may not wait hears of it in this turn
      const turn = waits instanceof Promise ? await waits : waits
      if (!turn.claim(scope)) throw scope?.aborted ? scope.reason : limiter.rejection()
    }
    return inner(call)
  },

  sync: (limiter, inner) => (call) => {
    if (!limiter.acquire()) throw limiter.rejection()
    return inner(call)
  },
}
