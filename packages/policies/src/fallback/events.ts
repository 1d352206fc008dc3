import type { EventsOf } from '@resilience4cata/core/run/room'
import { pending } from '@resilience4cata/runtime/outcome/pending'
import type { Fallback } from './runtime.ts'

/** The fallback's answer stands in place of the failure. */
export interface Applied { readonly failure: unknown; readonly attempts: number }
/** The fallback has failed as well; its own failure is the call's. */
export interface Failed { readonly failure: unknown; readonly fallbackFailure: unknown }

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
      const promise = Promise.resolve(waiting)
      promise.then(applied, failed)
      return promise
    } catch (error) {
      failed(error)
      throw error
    }
  },
}
