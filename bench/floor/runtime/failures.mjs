// What counts as a failure when nothing else is configured: every thrown value except programming errors. By name, since
// errors come from other realms.

const FATAL = /*#__PURE__*/ new Set(['ReferenceError', 'SyntaxError', 'RangeError', 'EvalError', 'CompileError', 'LinkError', 'InternalError', 'AssertionError'])

export function isException(error) {
  try {
    return !FATAL.has(error?.name) && error?.code !== 'ERR_ASSERTION'
  } catch {
    return true // a getter that throws must not keep the call from settling
  }
}
