import { fn, flag, list, text, type TableOf } from '@resilience4cata/core/attributes'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import type { Traits } from '@resilience4cata/core/layers'
import type { FailureList } from '../parts/failure-lists.ts'

/** What a fallback learns besides the failure. */
export interface FallbackContext {
  /** Attempts made, where a Retry or Hedge stands directly inside the fallback; else 1. */
  readonly attempts: number
  /** The id of the fallback: the `name` of its site, else the site's own. */
  readonly instanceId: string
  /** All arguments of the call, as they were passed. */
  readonly args: readonly any[]
}

/** Answers in place of a failure; `this` is the receiver of the call. */
export type FallbackHandler<Args extends readonly any[] = any[], Result = any, Self = any> = (this: Self, failure: any, context: FallbackContext, ...args: Args) => Result

/** When a fallback answers. */
export interface FallbackConditions {
  /** Which failures are answered. Default `'throwable'`: every one. A list replaces the default. */
  readonly applyOn?: FailureList
  /** Which aren't, whatever `applyOn` says. Default: nothing. */
  readonly skipOn?: FailureList
  /** Default `false`: a call that its caller has aborted is not answered. Neither true nor false: R4C-ATR-012. */
  readonly onCancel?: boolean
}

/** A handler, and when it answers. */
export interface FallbackOptions<Args extends readonly any[] = any[], Result = any, Self = any> extends FallbackConditions {
  /** Called as `handler(failure, context, ...args)`. Missing: R4C-ATR-009. */
  readonly handler: FallbackHandler<Args, Result, Self>
}

/** All that may stand there once it is normalised: `method` comes from `@Fallback('method')` only. */
export interface Written extends FallbackConditions {
  readonly handler?: FallbackHandler
  /** Called on the receiver as `method(p1, …, pn, failure)`. */
  readonly method?: string
}

export const TRAITS = { layer: 'fallback', pinned: 'outermost', takes: 'attempts' } as const satisfies Traits

export const DEFAULTS = { onCancel: false } as const

// a function, so that a program that checks nothing doesn't carry the table
export const TABLE = /*#__PURE__*/ (() => ({
  handler: fn({ fixed: true }),
  method: text({ fixed: true }),
  applyOn: list({ default: 'throwable', capability: 'lists' }),
  skipOn: list({ default: undefined, capability: 'lists' }),
  onCancel: flag({ default: DEFAULTS.onCancel }),
}) satisfies TableOf<Written>)()

export function check(options: Readonly<Record<string, unknown>>): Fault[] {
  if (options['handler'] !== undefined || options['method'] !== undefined) return []
  return [fault('R4C-ATR-009', 'a fallback needs a handler, got none', "Write fallback: (failure) => …, or on a method @Fallback('method').", 'handler')]
}
