// One listener per caller's signal, however many calls wait on it (platforms warn at the eleventh). The last one out
// removes it.

const waiting = new WeakMap()

/** Calls `interrupt` when the signal aborts, in the same turn; the returned function takes it back. */
export function onAbort(signal, interrupt) {
  let group = waiting.get(signal)
  if (group === undefined) {
    const interrupts = new Set()
    const listener = () => { waiting.delete(signal); for (const one of interrupts) one(); }
    group = { interrupts, listener }
    waiting.set(signal, group)
    signal.addEventListener('abort', listener)
  }
  group.interrupts.add(interrupt)
  return () => {
    group.interrupts.delete(interrupt)
    if (group.interrupts.size === 0 && waiting.get(signal) === group) {
      waiting.delete(signal)
      signal.removeEventListener('abort', group.listener)
    }
  }
}

/** The signal that a caller gave, checked: nothing, or something that behaves like an AbortSignal. */
export function callerSignal(given) {
  if (given == null) return undefined
  if (typeof given.aborted !== 'boolean' || typeof given.addEventListener !== 'function')
    throw new TypeError('R4C-SIG-001: not an AbortSignal')
  return given
}
