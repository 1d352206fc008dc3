// A function that doesn't wait can't be cut short: it is checked when it ends.
import { now } from '@resilience4cata/runtime/clock'
import type { Outcome } from '@resilience4cata/runtime/outcome/outcome'
import { abandon } from '@resilience4cata/runtime/outcome/pending'
import type { CallTimeoutError } from './errors.ts'
import type { Timeout } from './runtime.ts'

const NEVER = Infinity

/** Switched off it reads no clock, and what it lets through is never overdue. */
export const syncStart = (timeout: Timeout): number => (timeout.ready().enabled === false ? NEVER : now(timeout.realm))

/** The error that a sync call ends with, whatever it has returned or thrown, when it took too long. */
export function overdue(timeout: Timeout, startedAt: number): CallTimeoutError | undefined {
  if (startedAt === NEVER) return undefined
  const { duration } = timeout.settings
  const elapsed = now(timeout.realm) - startedAt
  if (elapsed < duration) return undefined
  const error = timeout.rejection(duration)
  timeout.tell?.(elapsed, false)
  return error
}

/** The same where the outcome is at hand. What the classifier has said was said of another one. */
export function lookBack(timeout: Timeout, startedAt: number, outcome: Outcome): void {
  const error = overdue(timeout, startedAt)
  if (!error) return
  if (!outcome.thrown) drop(timeout, outcome.what)
  outcome.verdict = undefined
  outcome.fail(error)
}

/** A value that came too late. */
export function drop(timeout: Timeout, value: unknown): void {
  abandon(value)
  timeout.release(value)
}
