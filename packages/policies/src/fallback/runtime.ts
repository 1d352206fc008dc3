// What a fallback decides, and how it answers: all that generated code calls. It keeps nothing between calls.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import type { Scope } from '@resilience4cata/core/run/scope'
import { isOwnMistake } from '@resilience4cata/runtime/outcome/mistake'
import type { failureList, Matches } from '../parts/failure-lists.ts'
import { DEFAULTS, type FallbackContext, type Written } from './options.ts'

export type Handle = (context: FallbackContext) => unknown

/** The options as they hold. */
export interface Resolved extends Written { readonly onCancel: boolean; readonly enabled?: boolean }

export class Fallback extends Instance<Resolved> {
  readonly policy = 'fallback'
  readonly defaults = DEFAULTS
  /** Somebody listens: answers, and tells of it when the answer stands or has failed. */
  declare tell: ((handle: Handle, context: FallbackContext, failure: unknown) => unknown) | undefined
  declare lists: typeof failureList | undefined
  declare private matches: Matches | undefined

  override apply(options: Resolved): Resolved {
    this.matches = this.lists?.(options.applyOn ?? 'throwable', options.skipOn, this)
    return options
  }

  /** An answer; throws the failure itself when it isn't for this fallback. */
  answer(handle: Handle, failure: unknown, attempts: number, args: readonly unknown[], scope: Scope | undefined): unknown {
    const { onCancel, enabled } = this.ready()
    if (enabled === false || (scope?.aborted && !onCancel) || isOwnMistake(this, failure) || (this.matches && !this.matches(failure))) throw failure
    const context = { attempts, instanceId: this.id, args }
    return this.tell ? this.tell(handle, context, failure) : handle(context)
  }
}

export const fallback = (site: string, written?: Written, furnish?: Capability<Fallback>): Fallback =>
  enter(new Fallback(site, written as Partial<Resolved> | undefined), furnish)
