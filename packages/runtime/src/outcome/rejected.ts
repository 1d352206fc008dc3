// A failure as the result of a call, without a throw: one that its own function catches costs more than all layers together.

/** For `return rejected(error)` in an async function: the caller's promise rejects with the very error, one microtask later than by a throw. */
export const rejected = (error: unknown): PromiseLike<never> => ({ error, then: reject }) as unknown as PromiseLike<never>

// one for all: a closure for each would be an allocation more
function reject(this: { error: unknown }, _fulfil: unknown, reject: (error: unknown) => void): void { reject(this.error) }

/** For a function that returns promises and isn't async. */
export const rejectedPromise = (error: unknown): Promise<never> => Promise.reject(error)
