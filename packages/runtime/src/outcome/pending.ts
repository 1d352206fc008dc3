// What a body returned: to be awaited, or not. Generated code asks before it awaits, since an await that isn't needed costs a promise and a tick.

/**
 * What to await, or `undefined` when the value is no thenable. Awaiting it is awaiting the value: `then` is read once in all, called in a microtask of its own.
 * A `then` that throws when it is read is a failure of the body.
 */
export function pending(value: any): PromiseLike<unknown> | undefined {
  const then: unknown = (typeof value === 'object' || typeof value === 'function') && value?.then
  return typeof then === 'function' ? wait(value, then) : undefined
}

// a function of its own: what a closure captures would be allocated on each call of `pending`
const wait = (value: unknown, then: Function): PromiseLike<unknown> => ({ then: (fulfil, reject) => then.call(value, fulfil, reject) })

/** Of a promise that a sync site can't use: that it was one is said, or nobody gets it, and its own rejection mustn't end the process. A lazy thenable isn't set off. */
export const abandon = (value: unknown): void => { if (value instanceof Promise) value.then(undefined, () => {}) }
