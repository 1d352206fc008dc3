// The contract between the rooms and the weaver. A room says what its layer reads like; the weaver knows no policy. How whole sites come out of it: packages/README.md, "The weave".
import type { Table } from '../attributes.ts'
import type { Fault } from '../diagnostic.ts'
import type { Standing, Traits } from '../layers.ts'
import type { Code } from './code.ts'

/** What a room shows to the compiler. */
export interface BuildSide {
  readonly traits: Traits
  readonly table: Table
  /** What every instance of the room has where nobody says anything. */
  readonly defaults: object
  check?(options: Readonly<Record<string, unknown>>, standing: Standing): Fault[]
  readonly template: Template
  /** What is no mistake, but worth knowing (`R4C-HNT-…`) or likely not meant (another family: a warning). Asked of layers that will act. */
  readonly hints?: Hints
}

export type Hints = (written: Written, around: Around) => Fault[]

/** What the text shows around a layer. */
export interface Around {
  readonly mode: 'async' | 'sync'
  /** The layers outside and inside of this one, outermost first. */
  readonly outside: readonly Traits[]
  readonly inside: readonly Traits[]
  /** Whoever works for the call can learn that it is over: the site has a caller's signal, or the body asks for its attempt's. `true` where the text doesn't show the body. */
  readonly cancellable: boolean
  /** A classifier says what a good result is: the site's or the layer's own. */
  readonly judgesResults: boolean
}

export interface Template {
  /** The export of `/generated` that makes the instance. */
  readonly factory: string
  /** Further exports that the written options ask for. Not `named`, `local` or `checked`: those are the machinery's. */
  capabilities(written: Written, mode: 'async' | 'sync'): readonly string[]
  /** Options that are functions which its text may hold where it asks them: the instance then has them not. */
  readonly inPlace?: readonly string[]
  weave(at: Place): Layer
}

/** A function of the user's that stands in the frame. */
export interface InPlace {
  /** An expression: the function. */
  readonly text: string
  /** Whether it may ask for its receiver, and for arguments of the call. */
  readonly receiver: boolean
  readonly args: boolean
}

/** Which options are written at the site; the value where it is a literal. */
export interface Written {
  has(option: string): boolean
  literal(option: string): unknown
}

/** Where a layer stands. Names are free of collisions; `use` imports. */
export interface Place {
  /** The const that holds the instance: `r4c$retry0`. */
  readonly instance: string
  readonly written: Written
  readonly mode: 'async' | 'sync'
  /** The local with the caller's scope, at a site that has a signal. */
  readonly scope: string | undefined
  /** A classifier says how attempts of the site end: layers are told of outcomes. */
  readonly judged: boolean
  /** The instances of the layers inside this one, as an array literal. */
  readonly inside: string
  /** The receiver, and the original arguments as an array literal. */
  readonly self: string
  readonly args: string
  /** The number of parameters before the first default or rest parameter. */
  readonly arity: number
  /** What those are given, as a list: `sku, amount`. Empty where there are none. */
  readonly declared: string
  /** A member of the receiver by name, whatever its type: `this.later`, `this.#later`, in TypeScript `(this as any).later`. */
  member(name: string): string
  /** One of the template's `inPlace`, where it is provably the same there. */
  inPlace(option: string): InPlace | undefined
  /** A fresh local: `local('attempts')` → `r4c$attempts`. */
  local(word: string): string
  /** The local name of an export of `/generated`. */
  use(exported: string): string
}

/** What a layer reads like. The weaver puts it at its place; see packages/README.md for the shape. */
export type Layer = Admitting | Repeating | Answering | Racing | Running | LookingBack

interface Everywhere {
  /** Once per call, before any layer acts. May declare locals; may throw only a ConfigurationError. */
  readonly begin?: Code
}

/** Takes a permit, and hands it back exactly once: breaker, limiter, adaptive limit, bulkhead. Own rejections are never thrown. */
export interface Admitting extends Everywhere {
  readonly kind: 'admits'
  /** The local that lives through an attempt, and what it holds when nothing was taken (`-1`); none where there is nothing to hand back. */
  readonly permit?: { readonly name: string; readonly none: string }
  /** Further locals that live as long as the permit and are handed on with it: a start time. `acquire` sets them. */
  readonly beside?: readonly string[]
  /** An expression. With a permit its value is assigned to it. */
  readonly acquire: Code
  /** A condition over the permit, or over the value of `acquire` (given as text). */
  refused(value: string): Code
  /** `refused` contains an `await`: a caller may wait for its permit. The function that the admission stands in must be async. */
  readonly awaits?: true
  /** An expression: the error that the refusal is. */
  readonly rejection: Code
  /** Statements that hand the permit back; a permit of none is nothing to give back. Run for the layer that refused, too: it may hold what came too late. */
  readonly succeed?: Code
  fail?(failure: string): Code
  /** In place of both, at a site that is judged: statements over the outcome, which a mistake may change. */
  record?(outcome: string): Code
  /** Hands the permit back unrecorded: the attempt was cancelled. */
  readonly drop?: Code
  /** An expression, in the turn of `acquire`: the time that it has read; NaN or undefined where it has read none. */
  readonly reading?: Code
  /** What it makes of a failure may be up to a function of the user's, which runs in the context of its call. */
  readonly asks?: boolean
}

/** Runs its inside again: Retry. */
export interface Repeating extends Everywhere {
  readonly kind: 'repeats'
  /** In place of `begin`, where another layer decides whether this one is reached: `begin` then stands right in front of the loop. */
  readonly ready: Code
  /** The local that counts, for the layer that `takes: 'attempts'`. */
  readonly attempts: string
  /** Behind a failed attempt: either the loop goes on, or `giveUp` (a statement that leaves). */
  failed(failure: string, giveUp: Code): Code
  /** The same at a site that is judged, behind every attempt: either the loop goes on, or a `break` leaves it, and the outcome is the call's. */
  judged(outcome: string): Code
  /**
   * Around a layer that races the loop needn't stand in the caller's frame: it is in the room's runtime, behind a reaction that was registered during the call.
   * `begin` stands in place of the other one; `again` is an expression over the failure of the first attempt: `attempt` names a function that starts another one,
   * `giveUp` is one of failure and attempts.
   */
  readonly around?: { readonly begin: Code; again(failure: string, attempt: string, giveUp: Code | undefined): Code }
}

/** Answers in place of the failure: Fallback. */
export interface Answering extends Everywhere {
  readonly kind: 'answers'
  /** An expression: the result of the call. Throws the failure when it isn't for this layer. */
  answer(failure: string, attempts: string): Code
}

/** May answer before its inside has settled, so its inside is a frame of its own that settles through a ticket: Timeout. */
export interface Racing extends Everywhere {
  readonly kind: 'races'
  /**
   * Statements: declare the ticket and the promise that the caller gets. `permits` are what the layers between this one and the next frame outwards hold, at most
   * five; `reading` is the time that one of them has read in this turn; `teller` is the const with what `answers` gave, where that is `shared`. `attempt`: the ticket
   * of the frame outwards, through which it answers in place of a promise.
   */
  open(permits: readonly string[], reading?: Code, teller?: string, attempt?: string): Code
  /** Other sites may have the same instance: whom to tell is said to each of its tickets. */
  readonly shared: boolean
  /**
   * How the layers around it hear of all that is no success: of a failure by `reject`; and when this layer answers first in the same turn, so that nobody slips in
   * between, or where one of them `asks`, in the context of the call, right behind. A capability of the factory, or where it is `shared` the value of a const.
   * `fail` are statements that hand those permits back with `failure`, `drop` those that hand them back unrecorded; on one line.
   */
  answers(failure: string, permits: readonly string[], fail: Code, drop: Code, asks: boolean): Code
  /** An expression: the promise. */
  readonly answer: Code
  /** A condition, in the frame: nobody has answered yet. Outer layers are told of a success only then. */
  readonly isOpen: Code
  /** Expressions, at the frame's two ends: the outcome is told, and what they give is of no interest. */
  resolve(value: string): Code
  reject(failure: string): Code
  /** An expression: the scope that the inside is cancelled through. Asked for only where somebody needs it. */
  readonly scope: Code
}

/** Starts its inside more than once, at once: Hedge. Each attempt is a call of a function, in a frame of its own that settles through a ticket. */
export interface Running extends Everywhere {
  readonly kind: 'runs'
  /** The parameters of that function: the ticket, and the time, where it has just been read. */
  readonly ticket: string
  readonly reading: string
  /** Statements: start the attempts; `attempt` names the function. */
  open(attempt: string): Code
  /** An expression, behind `open`: the promise that the caller gets. */
  readonly answer: Code
  /** An expression, behind `open`: how many attempts there were, for the layer that `takes: 'attempts'`. */
  readonly attempts: string
  /** An expression, behind the answer: what the classifier has said of it. */
  readonly verdict: string
  /** A statement at the end of an attempt of a site that is judged: what the classifier has said of its outcome. */
  tells(verdict: string): Code
  /** A statement right before the body: the layers inside have let the attempt through. */
  readonly admitted: Code
  /** Expressions, at the ends of an attempt, as those of a race. */
  resolve(value: string): Code
  reject(failure: string): Code
  /** An expression: the scope of one attempt. Once it is `lost`, layers inside drop what they hold. */
  readonly scope: Code
}

/** In place of racing, at a site that doesn't wait: whatever its inside ends with, it is looked at when it has. Such a site is judged. */
export interface LookingBack extends Everywhere {
  readonly kind: 'looks back'
  /** Statements, in front of its inside. They declare a local. */
  readonly starts: Code
  /** Statements over the outcome, which they may change. */
  ended(outcome: string): Code
}
