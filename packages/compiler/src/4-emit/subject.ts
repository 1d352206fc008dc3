// What a frame is woven around, as far as its layers and its ends have to know.
import { argumentsOf, keyArgumentsOf } from '../3-plan/arguments.ts'
import { parametersOf } from '../3-plan/body/parameters.ts'
import type { Plan, PlannedLayer } from '../plan.ts'
import type { UserFunction } from '../site.ts'
import { copiesOf, namesOf, runsOn, type Copies } from './copies.ts'
import type { Emission } from './emission.ts'
import { mayReturnThenable } from './function.ts'
import type { Layout } from './lines.ts'

export type Local = (word: string) => string

export interface Subject {
  /** The function that the frame stands in waits by itself. */
  readonly async: boolean
  /** What comes out may be a thenable. */
  readonly maybe: boolean
  /** The receiver of the call. */
  readonly self: string
  /** The number of parameters before the first default or rest parameter. */
  readonly arity: number
  /** What those are given, as a list. */
  readonly declared: string
  readonly layout: Layout
  /** What is directly in front of the body has to be ended by a semicolon. */
  readonly runsOn: boolean
  /** The arguments of the call for a layer that hands them on, as an array literal or the name of one. */
  argumentsOf(layer: PlannedLayer): string
  /** The same for its key. */
  keyArgumentsOf(layer: PlannedLayer): string
  /** The call that asks for the caller's signal. */
  asks(signal: string): string
}

/** A function whose text is at hand. */
export function inText(plan: Plan, fn: UserFunction, emission: Emission, local: Local): Subject & { readonly copies: Copies } {
  const { tree, any } = emission
  const layout = emission.layoutAt(fn.body.start!)
  const copies = plan.form.kind === 'inlined' ? copiesOf(fn, emission, layout, local) : namesOf(fn, local)
  const { arity, list } = parametersOf(fn)
  const isArrow = fn.type === 'ArrowFunctionExpression'
  return {
    async: fn.async === true, arity, layout, copies,
    maybe: mayReturnThenable(fn, plan.facts!, emission),
    declared: list.slice(0, arity).map(copies.outerOf).join(', '),
    self: isArrow ? 'undefined' : 'this',
    runsOn: runsOn(fn, emission),
    argumentsOf: (layer) => argumentsOf(plan.site, fn, layer, tree.scopes, copies.outer).list,
    keyArgumentsOf: (layer) => keyArgumentsOf(fn, layer, copies.outer).list,
    asks: (signal) => (isArrow ? `${signal}(${list.map((param) => (param.type === 'RestElement' ? '...' : '') + copies.outerOf(param)).join(', ')})` : `${signal}.apply(this, arguments${any && ' as any'})`),
  }
}
