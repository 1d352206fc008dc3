// A fallback that is a function.
import type { Scope } from '@resilience4cata/core/run/scope'
import type { FallbackHandler } from './options.ts'
import type { Fallback } from './runtime.ts'

/** The receiver and the arguments are given to one that asks for them. */
export const answerWith = (fallback: Fallback, handler: FallbackHandler | undefined, failure: unknown, attempts: number, self?: unknown, args: readonly unknown[] = [], scope?: Scope): any =>
  fallback.answer((context) => handler!.call(self, failure, context, ...args), failure, attempts, args, scope)
