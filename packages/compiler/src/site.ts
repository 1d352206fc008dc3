// The value that flows from 2-find to 3-plan: everything the text says about one site. `node`s are there for the emitter; all else is plain and printable.
import type { ArrowFunctionExpression, CallExpression, Class, ClassMethod, ClassPrivateMethod, Decorator, Expression, FunctionExpression, Node, ObjectMethod, ObjectProperty, VariableDeclaration } from '@babel/types'
import type { LayerName } from '@resilience4cata/core/layers'
import type { Stack } from './2-find/stack.ts'

export interface Span { readonly start: number; readonly end: number }

/** An option as written. A literal is one whose value the text shows: number, text, boolean, null, or an array of these. */
export type Value =
  | { readonly kind: 'literal'; readonly value: unknown; readonly at: Span }
  | Expressed

/** To be evaluated where it stands. An object's method (`{ fallback(failure) {…} }`) is a value too; its text is no expression. */
export interface Expressed { readonly kind: 'expression'; readonly at: Span; readonly node: Expression | ObjectMethod; readonly stand?: Stand }

/** Where options are evaluated once for all sites that have them: a decorated class, or the const of a bundle or of policies. */
export interface Stand {
  readonly holder: Class | VariableDeclaration
  /** All that is evaluated there. */
  readonly values: Evaluated
  /** Why they can't leave their place. */
  fixed?: string
}

/** Values that are no literals, those of layers that others take the place of too. */
export type Evaluated = Map<Node, Expressed>

/** The options of a layer as written. */
export type Options =
  /** `{ a: 1, b: x }`, spreads of consts of the file already followed. `at` covers the braces. */
  | { readonly kind: 'object'; readonly entries: ReadonlyMap<string, Value & { readonly key: Span }>; readonly at: Span }
  /** Nothing written: `@Retry()`, `retry: true`. `false` removes the layer. */
  | { readonly kind: 'flag'; readonly value: boolean; readonly at: Span }
  /** An expression whose keys the text doesn't show. */
  | Expressed

export interface WrittenLayer {
  readonly layer: LayerName
  /** The decorator or the property: generated code of the layer maps here, diagnostics without a better place point here. */
  readonly at: Span
  /** As a person names it: `@Retry` or `retry`. */
  readonly label: string
  readonly options: Options
  /** `@Timeout('2s')`, `@Fallback('later')`, `@Fallback(function …)`: the leading positional argument, named as the option that it is. */
  readonly leading?: { readonly option: string; readonly value: Value }
  /** Where it is from, when it isn't written at the function itself. A class's layer is in the site of each method that it reaches: its options are still evaluated once. */
  readonly from?: 'class' | 'bundle'
}

export type Mode = 'async' | 'sync'

interface Common {
  /** `PriceClient.price`: behind `#` in ids, and the subject of diagnostics. */
  readonly path: string
  readonly mode: Mode
  readonly layers: readonly WrittenLayer[]
  /** `@PolicyOrder` / `order:` as written. */
  readonly order?: { readonly words: readonly string[]; readonly at: Span }
  /** `@Named` / `name:`: the default name of all layers. */
  readonly name?: Value
  readonly signal?: Value
  readonly classifier?: Value
  readonly registry?: Value
  /** What is evaluated at the site itself, in no order. */
  readonly evaluated: Evaluated
  /** Evaluated once per evaluation of the module: not inside a function, a class field or a loop. */
  readonly moduleLevel: boolean
  /** All of the site's text: decorators to the end of the method, or the whole marker call. */
  readonly at: Span
  /** Only running it shows whether the function is async: it is asked then. */
  readonly asked?: true
  /** Why it must be interpreted although it is a site: told by `r4c explain`; an error under `strict`. */
  readonly interpreted?: string
}

export interface MethodSite extends Common {
  readonly kind: 'method'
  readonly node: ClassMethod | ClassPrivateMethod
  readonly owner: Class
  /** Ours on this method, in source order; foreign ones stay. */
  readonly decorators: readonly Decorator[]
  readonly foreign: readonly Decorator[]
  /** What stands on the method itself, and what on its class concerns it. */
  readonly own: Marks
  readonly ofClass?: ClassMarks
}

/** Decorators of ours on one thing, for the interpreted form. */
export interface Marks {
  readonly stack: Stack
  /** Bundles among them, weakest first. */
  readonly bundles: readonly Expression[]
}

export interface ClassMarks extends Marks {
  /** `@Retry on PriceClient`. */
  readonly subject: string
  readonly ours: readonly Decorator[]
  readonly stand: Stand
  /** There are options among them whose keys the text doesn't show. */
  readonly isOpen: boolean
}

export interface MarkerSite extends Common {
  readonly kind: 'marker'
  readonly node: CallExpression
  /** The protected function: inline, or an expression that gives one. */
  readonly fn: ArrowFunctionExpression | FunctionExpression | Expression
}

/** One method of `resilient.of(target, { method: policies })`, whose object is made at run time. */
export interface OfSite extends Common {
  readonly kind: 'of'
  readonly node: CallExpression
  readonly method: string
  readonly property: ObjectProperty
}

export type Site = MethodSite | MarkerSite | OfSite

export type UserFunction = ClassMethod | ClassPrivateMethod | ObjectMethod | ArrowFunctionExpression | FunctionExpression
