import type { EventsOf } from '@resilience4cata/core/run/room'
import type { Fallback } from './runtime.ts'

/** The fallback's answer stands in place of the failure. */
export interface Applied { readonly failure: unknown; readonly attempts: number }
/** The fallback has failed as well; its own failure is the call's. */
export interface Failed { readonly failure: unknown; readonly fallbackFailure: unknown }

export const events: EventsOf<Fallback> = {
  names: ['applied', 'failed'],
  tell: (_fallback, publish) => (failure, attempts, own) => {
    if (own) publish['failed']?.({ failure, fallbackFailure: own.error })
    else publish['applied']?.({ failure, attempts })
  },
}
