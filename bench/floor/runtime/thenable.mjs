// `return await value` costs a tick and 240 bytes even when there is nothing to wait for. So generated code asks first.
// `then` is read once, as `await` would.

class Wait {
  #value; #then
  constructor(value, then) { this.#value = value; this.#then = then; }
  then(resolve, reject) { this.#then.call(this.#value, resolve, reject); }
}

/** What to await to get the value, or undefined if it is no promise. */
export function pending(value) {
  if (typeof value !== 'object' && typeof value !== 'function') return undefined
  const then = value?.then
  return typeof then === 'function' ? new Wait(value, then) : undefined
}
