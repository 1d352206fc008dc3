// The effect of a marker on a function's type: none, but that something else may answer.

/** The function itself where what answers is in its result already: so generics, overloads and `this` survive. */
export type Answered<Fn, Extra> =
  Fn extends (this: any, ...args: any) => infer Result
    ? [Extra] extends [Awaited<Result>] ? Fn : Widened<Fn, Extra>
    : never

type Widened<Fn, Extra> =
  Fn extends (this: infer Self, ...args: infer Args) => infer Result
    ? unknown extends Self ? (...args: Args) => Wider<Result, Extra> : (this: Self, ...args: Args) => Wider<Result, Extra>
    : never

type Wider<Result, Extra> = Result extends PromiseLike<infer Value> ? Promise<Value | Extra> : Result | Extra
