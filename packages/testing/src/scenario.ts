// One script that every way to run a site must answer with the same trace: interpreted, compiled, minified, as a marker and as a decorator.

export interface Scenario {
  /** What it shows: goes on where the policy's name ends. `retry` *waits longer each time*. */
  readonly title: string
  /**
   * A module in TypeScript. It imports from `resilience4cata` and `{ backend }` from `scenario`, which answers by `outcomes`. Each export of lower case is a
   * resilient function, each of upper case a class whose method `call` is one: all of them must give the trace. Error classes that `outcomes` name are exported too.
   */
  readonly source: string
  /** What `backend` does, call by call; the last goes on for ever. */
  readonly outcomes: readonly Outcome[]
  readonly script: readonly Step[]
  readonly expected: Expected
}

export type Outcome =
  | { readonly returns: unknown; readonly after?: number }
  /** An `Error` of this message, or of the class that the module exports by the name `as`. `after`: milliseconds on the clock; never on a sync site. */
  | { readonly throws: string; readonly as?: string; readonly after?: number }

export type Step =
  /** Begins a call and goes on when everything is quiet. `times`: so many, one after another. */
  | { readonly call: readonly unknown[]; readonly times?: number }
  | { readonly advance: number }
  /** Aborts `signal`, which the module may import from `scenario`, with an error of this message. */
  | { readonly abort: string }
  | { readonly configure: object }

export interface Expected {
  /**
   * In order, each with its time: `0 attempt sku-1`, `0 retry.retrying attempt=1 delayMs=100 failure=down`, `300 returned 7`, `300 threw down`.
   */
  readonly trace?: readonly string[]
  /** How many lines of the trace begin like this, their time left out. */
  readonly counts?: Readonly<Record<string, number>>
  /** Part of `registry.snapshot()` at the end. */
  readonly snapshot?: object
}
