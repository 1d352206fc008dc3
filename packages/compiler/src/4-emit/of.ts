// `resilient.of(target, { price: policies })` → `r4c$of(target, { price: (r4c$self, r4c$method) => r4c$given(…) })`: the object is made at run time, its methods get their frames.
import type { Plan } from '../plan.ts'
import type { OfSite } from '../site.ts'
import type { Piece } from './edits.ts'
import type { Emission } from './emission.ts'
import { givenAround } from './given.ts'
import { declarationsOf, instancesOf, type Declaration } from './instances.ts'
import { inFunction, isForMacro, mayStandInFront } from './passage.ts'
import { declareBefore, statementOf } from './placement.ts'

/** All methods of one call, in source order. */
export function emitOf(plans: readonly Plan[], emission: Emission): void {
  const { node } = plans[0]!.site as OfSite
  const at = node.callee.start!
  const declarations = plans.flatMap((plan) => method(plan, plan.site as OfSite, emission))
  const standing = statementOf(emission.pathTo(node))
  emission.drop({ start: node.callee.start!, end: node.callee.end! })
  emission.edits.replace(node.callee.start!, node.callee.end!, [{ text: emission.names.use('of'), at }, ...emission.breaks(node.callee.start!, node.callee.end!)])
  if (standing && mayStandInFront(plans, undefined, standing) && !isForMacro(standing, emission.tree.scopes)) return declareBefore(standing, declarations, emission)
  // the target is evaluated in front of the options
  const methods = node.arguments[1]!
  const around = inFunction(declarations, emission.layoutAt(node.start!))
  emission.edits.replace(methods.start!, methods.end!, [...around.open, { from: methods.start!, to: methods.end!, indent: around.indent }, ...around.close])
}

function method(plan: Plan, { property }: OfSite, emission: Emission): Declaration[] {
  const instances = instancesOf(plan, emission)
  const local = emission.names.locals()
  const self = local('self'), fn = local('method')
  const { open, close, outside } = givenAround(plan, instances, emission.layoutAt(property.start!), local, emission, self)
  const at = property.start!
  const { any } = emission
  const key: Piece = { from: property.key.start!, to: property.key.end! }
  emission.drop({ start: property.value.start!, end: property.value.end! })
  emission.edits.replace(property.start!, property.end!, [
    ...(property.computed ? [{ text: '[', at }, key, { text: ']', at }] : [key]),
    { text: `: (${self}${any}, ${fn}${any}) => `, at }, ...open, { text: fn, at }, ...close, ...emission.breaks(property.start!, property.end!),
  ])
  return declarationsOf(plan, instances, outside, emission)
}
