import type { EventsOf } from '@resilience4cata/core/run/room'
import { abandon, pending } from '@resilience4cata/runtime/outcome/pending'
import type { Fallback } from './runtime.ts'

/** `fallback.applied`: its answer stands in place of the failure. */
export interface Applied {
  /** What the call would have failed with. */
  readonly failure: unknown
  /** Attempts made, where a Retry or Hedge stands directly inside; else 1. */
  readonly attempts: number
}
/** `fallback.failed`: it has failed as well; its own failure is the call's. */
export interface Failed {
  /** What it was to answer. */
  readonly failure: unknown
  /** Its own. */
  readonly fallbackFailure: unknown
}

export const events: EventsOf<Fallback> = {
  names: ['applied', 'failed'],
  tell: (_fallback, publish) => (handle, context, failure) => {
    const applied = () => publish['applied']?.({ failure, attempts: context.attempts })
    const failed = (fallbackFailure: unknown) => publish['failed']?.({ failure, fallbackFailure })
    try {
      const answer = handle(context)
      const waiting = pending(answer)
      if (!waiting) {
        applied()
        return answer
      }
      // told by whoever awaits it: at a sync site nobody does, since there it is no answer but a mistake (R4C-SYN-003)
      abandon(answer)
      return { then: (fulfil: (value: unknown) => unknown, reject: (error: unknown) => unknown) => told(waiting, applied, failed).then(fulfil, reject) }
    } catch (error) {
      failed(error)
      throw error
    }
  },
}

async function told(answer: PromiseLike<unknown>, applied: () => void, failed: (error: unknown) => void): Promise<unknown> {
  try {
    const value = await answer
    applied()
    return value
  } catch (error) {
    failed(error)
    throw error
  }
}
