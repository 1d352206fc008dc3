// A fallback that is a method of the receiver's: found anew at each failure, so that inherited and overridden ones work.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import type { Scope } from '@resilience4cata/core/run/scope'
import { missingMethod } from '@resilience4cata/core/site-faults'
import type { Fallback } from './runtime.ts'

/**
 * `arity` is the number of parameters of the resilient method: as many arguments stand in front of the failure, whatever the caller passed. The context is one more,
 * for a method that declares it.
 */
export function answerBy(fallback: Fallback, failure: unknown, attempts: number, self: unknown, args: readonly unknown[], method: unknown, arity: number, scope?: Scope): any {
  if (typeof method !== 'function') throw new ConfigurationError([{ ...missingMethod(fallback.written.method ?? ''), where: fallback.site }])
  const places = Array.from({ length: arity }, (_, i) => args[i])
  const more = method.length > arity + 1
  return fallback.answer((context) => method.call(self, ...places, failure, ...(more ? [context] : [])), failure, attempts, args, scope)
}
