// What counts as a failure when nobody has written a list. By name, since errors come from other realms.

/** Every thrown value but programming errors. */
export const isException = (failure: unknown, name = nameOf(failure)): boolean =>
  name !== 'ReferenceError' && name !== 'RangeError' && name !== 'InternalError' && name !== 'AssertionError' && name !== 'ConfigurationError' && codeOf(failure) !== 'ERR_ASSERTION'

/** Whether another attempt may gain something: an AbortError is what an InterruptedException is elsewhere, and an open breaker, of any copy of this package, refuses again. */
export const mayRetry = (failure: unknown): boolean => nameOf(failure) !== 'AbortError' && codeOf(failure) !== 'R4C_CALL_NOT_PERMITTED'

// What can't be looked at, null or a getter that throws, counts as absent, so that the call settles. One function for each property: an engine finds a property
// quickest where no other is asked for.

export function nameOf(failure: any): unknown {
  try {
    return failure.name
  } catch {}
  return undefined
}

export function codeOf(failure: any): unknown {
  try {
    return failure.code
  } catch {}
  return undefined
}
