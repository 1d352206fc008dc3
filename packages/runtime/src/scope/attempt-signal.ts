import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { realm } from '@resilience4cata/core/run/realm'
import { noAttempt } from '@resilience4cata/core/site-faults'

/**
 * The signal of the attempt whose body is running: aborted by the caller, by the site's Timeout, and when a Hedge no longer needs the attempt. Where nothing
 * can end the attempt, a signal that never aborts. Created only when asked for.
 *
 * Ask at the start of the body, before its first `await`, and keep what it gives: with no attempt on the stack it throws R4C-SIG-003.
 */
export function attemptSignal(): AbortSignal {
  const { attempt } = realm()
  if (!attempt) throw new ConfigurationError([noAttempt()])
  return attempt.scope?.signal ?? (attempt.quiet ??= new AbortController().signal)
}
