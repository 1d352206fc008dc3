// A failure as the result of a call, without a throw: one that its own function catches costs more than all layers together.

/** For `return rejected(error)` in an async function: the caller's promise rejects with the very error, one microtask later than by a throw. */
export const rejected = (error: unknown): PromiseLike<never> => ({ then: (_fulfil, reject) => reject!(error) as never })

/** For a function that returns promises and isn't async. */
export const rejectedPromise = (error: unknown): Promise<never> => Promise.reject(error)
