// What counts as a failure when nobody has written a list (SEMANTICS §7.1). By name, since errors come from other realms.

// looked up once: it is asked of every failure
const FINAL = Symbol.for('resilience4cata.final')

/** Every thrown value but programming errors. */
export const isException = (failure: unknown): boolean => !isFatal(nameOf(failure)) && codeOf(failure) !== 'ERR_ASSERTION'

/** An AbortError is what an InterruptedException is elsewhere; and a rejection of ours that another attempt can't change says so itself. */
export const endsRetries = (failure: unknown): boolean => nameOf(failure) === 'AbortError' || isFinal(failure) === true

const isFatal = (name: unknown): boolean =>
  name === 'ReferenceError' || name === 'RangeError' || name === 'InternalError' || name === 'AssertionError' || name === 'ConfigurationError'

// A getter that throws counts as absent, so that the call settles. One function for each property: an engine finds a property quickest where no other is asked for.

export function nameOf(failure: any): unknown {
  try {
    return failure?.name
  } catch {}
  return undefined
}

export function codeOf(failure: any): unknown {
  try {
    return failure?.code
  } catch {}
  return undefined
}

function isFinal(failure: any): unknown {
  try {
    return failure?.[FINAL]
  } catch {}
  return undefined
}
