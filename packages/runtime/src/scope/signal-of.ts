import type { Scope } from '@resilience4cata/core/run/scope'

/** What compiled code has in place of `attemptSignal()`: once for each attempt. Where nothing can end the attempt, a signal that never aborts. */
export const signalOf = (scope?: Scope): AbortSignal => scope?.signal ?? new AbortController().signal
