// How generated code makes a call reject.
//
// `throw` before the first await costs 2 µs: V8 unwinds, the promise is rejected before its caller can attach a handler,
// and Node notes an unhandled rejection and takes it back. A returned thenable that rejects in the next microtask needs no
// throw and finds the caller's handler in place. A rejection that nobody handles is reported as ever, with the same error.

class Rejection {
  #error
  constructor(error) { this.#error = error; }
  then(_, reject) { reject(this.#error); }
}

/** In an async function `return rejected(error)` does what `throw error` does. Inside a `try` it is not caught, by intent. */
export const rejected = (error) => new Rejection(error)

/** The same for a function that isn't async. */
export const rejectedPromise = (error) => Promise.resolve(new Rejection(error))
