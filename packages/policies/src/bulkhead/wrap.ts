// The admission as a closure; template.ts is the same as text. Both only call runtime.ts.
import type { Wrap } from '@resilience4cata/core/run/room'
import type { Bulkhead } from './runtime.ts'

export const wrap: Wrap<Bulkhead> = {
  async: (bulkhead, inner) => async (call) => {
    const { scope } = call
    let slot = bulkhead.acquire()
    try {
      if (slot < 0) {
        const waits = bulkhead.wait(scope)
        // who may not wait hears of it in this turn
        slot = typeof waits === 'number' ? waits : await waits
        if (slot < 0 || scope?.aborted) throw scope?.aborted ? scope.reason : bulkhead.rejection(slot)
      }
      return await inner(call)
    } finally {
      bulkhead.release(slot)
    }
  },

  sync: (bulkhead, inner) => (call) => {
    const slot = bulkhead.acquire()
    if (slot < 0) throw bulkhead.rejection(slot)
    try {
      return inner(call)
    } finally {
      bulkhead.release(slot)
    }
  },
}
