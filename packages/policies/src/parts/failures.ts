// What counts as a failure when nobody has written a list (SEMANTICS §7.1). By name, since errors come from other realms.

const FATAL: readonly unknown[] = ['ReferenceError', 'RangeError', 'InternalError', 'AssertionError', 'ConfigurationError']

// looked up once: it is asked of every failure
const FINAL = Symbol.for('resilience4cata.final')

/** Every thrown value but programming errors. */
export const isException = (failure: unknown): boolean => !FATAL.includes(read(failure, 'name')) && read(failure, 'code') !== 'ERR_ASSERTION'

/** An AbortError is what an InterruptedException is elsewhere; and a rejection of ours that another attempt can't change says so itself. */
export const endsRetries = (failure: unknown): boolean => read(failure, 'name') === 'AbortError' || read(failure, FINAL) === true

/** A property of something thrown; a getter that throws counts as absent, so that the call settles. */
export function read(failure: any, property: PropertyKey): unknown {
  try {
    return failure?.[property]
  } catch {}
  return undefined
}
