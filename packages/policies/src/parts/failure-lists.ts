// Lists such as `retryOn: [TypeError, 'ECONNRESET']`. In a bundle only where a site has one: the `lists` capability.
import type { Instance } from '@resilience4cata/core/run/instance'
import { pending } from '@resilience4cata/runtime/outcome/pending'
import { report, reportRejection } from '@resilience4cata/runtime/report'
import { codeOf, isException, nameOf } from './failures.ts'

/** A class, matched by `instanceof`: of errors, or any native `class`. */
export type ErrorClass = abstract new (...args: any[]) => object
/** An error class, a `name` or `code` of failures, `'exception'` (everything but programming errors), `'throwable'` (everything), or a predicate. One that throws matches nothing and is reported. */
export type Matcher = ErrorClass | 'exception' | 'throwable' | (string & {}) | ((failure: any) => boolean)
/** One matcher or several. A list replaces the option's default. */
export type FailureList = Matcher | readonly Matcher[]

export type Matches = (failure: unknown) => boolean

/** What an instance that has lists lets itself be given. */
export interface Listing { lists: typeof failureList | undefined }

export const lists = (instance: Listing): void => { instance.lists = failureList }

/** One of `on`, and none of `except`. A matcher that throws is reported and does not match. */
export function failureList(on: FailureList, except: FailureList | undefined, instance: Instance<any>): Matches {
  const wanted = matchers(on, instance)
  const unwanted = matchers(except ?? [], instance)
  return (failure) => !unwanted.some((matches) => matches(failure)) && wanted.some((matches) => matches(failure))
}

const matchers = (list: FailureList, instance: Instance<any>) => (Array.isArray(list) ? list : [list]).map((entry: Matcher) => matcher(entry, instance))

function matcher(entry: Matcher, instance: Instance<any>): Matches {
  if (entry === 'throwable') return () => true
  if (entry === 'exception') return isException
  if (typeof entry === 'string') return (failure) => nameOf(failure) === entry || codeOf(failure) === entry
  return guarded(isClass(entry) ? (failure) => failure instanceof entry : entry as (failure: unknown) => unknown, instance)
}

const isClass = (entry: Function): entry is ErrorClass =>
  entry === Error || entry.prototype instanceof Error || Object.getOwnPropertyDescriptor(entry, 'prototype')?.writable === false

function guarded(matches: (failure: unknown) => unknown, instance: Instance<any>): Matches {
  const about = { instance: instance.id, source: 'matcher' }
  return (failure) => {
    try {
      const answer = matches(failure)
      if (!pending(answer)) return Boolean(answer)
      // a promise is no answer
      reportRejection(instance.realm, answer, about)
    } catch (error) {
      report(instance.realm, error, about)
    }
    return false
  }
}
