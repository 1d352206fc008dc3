// The effect of a marker on a function's type: none, but that something else may answer.

/** The function itself where nothing else answers, or what does is in each of its results already: so generics, overloads and `this` survive. */
export type Answered<Fn, Extra> = [Extra] extends [never] ? Fn : Widened<Fn, Extra> extends Fn ? Fn : Widened<Fn, Extra>

type Widened<Fn, Extra> =
  Fn extends (this: infer Self, ...args: infer Args) => infer Result
    ? unknown extends Self ? (...args: Args) => Wider<Result, Extra> : (this: Self, ...args: Args) => Wider<Result, Extra>
    : never

type Wider<Result, Extra> = Result extends PromiseLike<infer Value> ? Promise<Value | Extra> : Result | Extra
