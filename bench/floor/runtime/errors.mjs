// Errors of the policies: native errors without a stack. The stack would name only this runtime, and capturing it costs
// five times the rest. `name` and `code` sit on the prototypes, so that no minifier changes them.

const BRAND = Symbol.for('resilience4cata.error')

export class ResilienceError extends Error {
  // by brand, not by identity: two copies of this package in one program agree
  static [Symbol.hasInstance](value) {
    const code = value?.[BRAND]
    return code !== undefined && (this === ResilienceError || code === this.prototype.code)
  }
}

export function declare(name, code, policy) {
  const Declared = { [name]: class extends ResilienceError {} }[name] // its name is what a console shows
  Object.assign(Declared.prototype, { name, code, policy, [BRAND]: code })
  return Declared
}

/** A new error that captures no stack; with a frozen `Error` (SES) the limit stays as it is. */
export function create(Class, instanceId, message) {
  const limit = Error.stackTraceLimit
  try { Error.stackTraceLimit = 0; } catch {}
  const error = new Class(message)
  try { Error.stackTraceLimit = limit; } catch {}
  error.instanceId = instanceId
  return error
}
