// Lists such as `retryOn: [TypeError, 'ECONNRESET']`. Bundled only where a site has one.

import { isException } from './failures.mjs'

const matcher = (entry) => {
  if (entry === 'throwable') return () => true
  if (entry === 'exception') return isException
  if (typeof entry === 'string') return (error) => error?.name === entry || error?.code === entry
  if (entry === Error || entry.prototype instanceof Error) return (error) => error instanceof entry
  return entry
}

/** `(error) => boolean`: one of `on`, and none of `except`. A matcher that throws does not match. */
export function failureList(on = ['exception'], except = []) {
  const wanted = on.map(matcher), unwanted = except.map(matcher)
  const matches = (list, error) => list.some((one) => {
    try { return one(error); } catch (fault) { globalThis.reportError?.(fault); return false; }
  })
  return (error) => !matches(unwanted, error) && matches(wanted, error)
}
