// A function that doesn't wait can't be cut short: it is checked when it ends.
import { now } from '@resilience4cata/runtime/clock'
import type { CallTimeoutError } from './errors.ts'
import type { Timeout } from './runtime.ts'

export const syncStart = (timeout: Timeout): number => {
  timeout.ready()
  return now(timeout.realm)
}

/** The error that a sync call ends with, whatever it has returned or thrown, when it took too long. */
export function overdue(timeout: Timeout, startedAt: number): CallTimeoutError | undefined {
  const { duration } = timeout.settings
  const elapsed = now(timeout.realm) - startedAt
  if (elapsed < duration) return undefined
  const error = timeout.rejection(duration)
  timeout.tell?.(elapsed, false)
  return error
}
