export type ErrorClass = abstract new (...args: any[]) => object
/** An error class, a `name` or `code`, `'exception'`, `'throwable'`, or a predicate. */
export type Matcher = ErrorClass | 'exception' | 'throwable' | (string & {}) | ((failure: any) => boolean)
/** One matcher or several. A list replaces the option's default. */
export type FailureList = Matcher | readonly Matcher[]
