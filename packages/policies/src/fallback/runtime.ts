// What a fallback decides, and how it answers: all that generated code calls. It keeps nothing between calls.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import type { Scope } from '@resilience4cata/core/run/scope'
import { pending } from '@resilience4cata/runtime/outcome/pending'
import type { failureList, Matches } from '../parts/failure-lists.ts'
import { DEFAULTS, type FallbackContext, type Written } from './options.ts'

/** `ownFailure` is there when the fallback has failed as well. */
export type Tell = (failure: unknown, attempts: number, ownFailure?: { readonly error: unknown }) => void

/** The options as they hold. */
export interface Resolved extends Written { readonly onCancel: boolean; readonly enabled?: boolean }

export class Fallback extends Instance<Resolved> {
  readonly policy = 'fallback'
  readonly defaults = DEFAULTS
  declare tell: Tell | undefined
  lists: typeof failureList | undefined = undefined
  private matches: Matches | undefined = undefined

  override apply(options: Resolved): Resolved {
    this.matches = this.lists?.(options.applyOn ?? 'throwable', options.skipOn, this)
    return options
  }

  /** The handler's answer; throws the failure itself when it isn't for this fallback. */
  answer(failure: unknown, attempts: number, self: unknown, args: readonly unknown[], scope?: Scope): any {
    return this.answerWith((context) => this.ready().handler!.call(self, failure, context, ...args), failure, attempts, args, scope)
  }

  answerWith(handle: (context: FallbackContext) => unknown, failure: unknown, attempts: number, args: readonly unknown[], scope: Scope | undefined): unknown {
    const { onCancel, enabled } = this.ready()
    if (enabled === false || (scope?.aborted && !onCancel) || (this.matches && !this.matches(failure))) throw failure
    const context = { attempts, instanceId: this.id, args }
    return this.tell ? this.watched(handle, context, failure, this.tell) : handle(context)
  }

  /** Somebody listens: the answer is told when it stands, or has failed. */
  private watched(handle: (context: FallbackContext) => unknown, context: FallbackContext, failure: unknown, tell: Tell): unknown {
    const { attempts } = context
    try {
      const answer = handle(context)
      const waiting = pending(answer)
      if (!waiting) {
        tell(failure, attempts)
        return answer
      }
      const promise = Promise.resolve(waiting)
      promise.then(() => tell(failure, attempts), (error) => tell(failure, attempts, { error }))
      return promise
    } catch (error) {
      tell(failure, attempts, { error })
      throw error
    }
  }
}

export const fallback = (site: string, written?: Written, furnish?: Capability<Fallback>): Fallback =>
  enter(new Fallback(site, written as Partial<Resolved> | undefined), furnish)
