// A failure as the result of a call, without a throw: one that its own function catches costs more than all layers together. A promise that is rejected before
// anybody listens costs as much again: the engine tells the platform, and once more when somebody does. So what hands a failure on rejects a microtask later.

/** For `return rejected(error)` in an async function, or to settle a promise with: it rejects with the very error, one microtask later than by a throw. */
export const rejected = (error: unknown): PromiseLike<never> => ({ error, then: reject }) as unknown as PromiseLike<never>

// one for all: a closure for each would be an allocation more
function reject(this: { error: unknown }, _fulfil: unknown, reject: (error: unknown) => void): void { reject(this.error) }

/** For a function that returns promises and isn't async. */
export const rejectedPromise = (error: unknown): Promise<never> => Promise.resolve(rejected(error))

/** What `rejected` has made, and nothing that a user has. */
export const isRejected = (outcome: any): outcome is PromiseLike<never> => outcome?.then === reject
