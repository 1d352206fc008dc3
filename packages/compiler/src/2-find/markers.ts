// `resilient(policies, fn)`, `resilient.of(target, { … })` and `bundle(policies)`.
import type { CallExpression, Expression, Node } from '@babel/types'
import { markerWithoutFunction } from '@resilience4cata/core/site-faults'
import type { Path } from '../1-parse/scopes.ts'
import type { MarkerSite, OfSite } from '../site.ts'
import { ofNeedsMethods, thrownAway, tooManyArguments, unreadablePolicies } from './faults.ts'
import type { Finder } from './finder.ts'
import { givenAt } from './given.ts'
import { isModuleLevel } from './once.ts'
import { callOf, isFunction, keyOf, outermost, span, unwrap } from './syntax.ts'
import { readBundle, readPolicies } from './policies.ts'

export function findMarkers(finder: Finder): (MarkerSite | OfSite)[] {
  return finder.ours.references.flatMap(({ path, use }): (MarkerSite | OfSite)[] => {
    if (use === 'bundle') {
      const call = callOf(path)!
      readBundle(finder.reader(finder.pathOf(call), 'bundle'), call.node)
    }
    if (use === 'of') return ofSites(finder, callOf(outermost(path).parent!)!)
    const site = use === 'marker' ? markerSite(finder, callOf(path)!) : undefined
    return site ? [site] : []
  })
}

function markerSite(finder: Finder, path: Path & { readonly node: CallExpression }): MarkerSite | undefined {
  const { node } = path
  const sitePath = finder.pathOf(path)
  const subject = `resilient on ${sitePath}`
  const [policies, fn] = node.arguments
  const wrong = wrongArguments(finder, node)
  if (wrong) return void finder.complain(wrong, span(fn && wrong.code === 'R4C-SIT-013' ? fn : node), subject)
  const reader = finder.reader(sitePath, 'resilient')
  const stack = readPolicies(reader, policies!)
  if (!stack) return undefined
  if (outermost(path).parent?.node.type === 'ExpressionStatement') finder.complain(thrownAway(), span(node), subject)
  const given = givenAt(finder, finder.module, fn!)
  const mode = stack.mode ?? (given?.mode && { kind: 'literal', value: given.mode, at: span(fn!) })
  const decided = finder.decide(given?.fn, mode, path, headOf(fn!), subject)
  const interpreted = stack.interpreted ?? decided?.interpreted
  return decided && {
    kind: 'marker', path: sitePath, mode: decided.mode, ...finder.common(stack),
    moduleLevel: isModuleLevel(path), at: span(node), evaluated: reader.evaluated, ...(decided.asked && { asked: true }), ...(interpreted && { interpreted }),
    node, fn: fn as Expression,
  }
}

/** What stands there can't be a function, or isn't there. */
function wrongArguments(finder: Finder, { arguments: args }: CallExpression) {
  const [policies, fn] = args
  const spread = args.find((a) => a.type === 'SpreadElement')
  if (spread) return unreadablePolicies(finder.textOf(spread))
  if (args.length > 2) return tooManyArguments(args.length)
  if (!policies || !fn) return markerWithoutFunction(policies && isFunction(unwrap(policies)) ? () => {} : undefined, undefined)
  const inner = unwrap(fn)
  if (isFunction(unwrap(policies)) && !isFunction(inner)) return markerWithoutFunction(() => {}, {})
  switch (inner.type) {
    case 'ObjectExpression': return markerWithoutFunction({}, {})
    case 'ArrayExpression': return markerWithoutFunction({}, [])
    case 'StringLiteral': case 'NumericLiteral': case 'BooleanLiteral': return markerWithoutFunction({}, inner.value)
    case 'NullLiteral': return markerWithoutFunction({}, null)
    case 'TemplateLiteral': return markerWithoutFunction({}, '…')
    default: return undefined
  }
}

/** Where a function shows what it is: its beginning, up to its body. */
const headOf = (fn: Node) => ({ start: fn.start!, end: isFunction(fn) ? fn.body.start! : fn.end! })

function ofSites(finder: Finder, path: Path & { readonly node: CallExpression }): OfSite[] {
  const { node } = path
  const base = finder.pathOf(path)
  const methods = node.arguments[1] && unwrap(node.arguments[1])
  const wrong = node.arguments.length !== 2 || !methods ? ofNeedsMethods() : methods.type !== 'ObjectExpression' ? unreadablePolicies(finder.textOf(methods)) : undefined
  if (wrong || methods?.type !== 'ObjectExpression') {
    if (wrong) finder.complain(wrong, span(methods ?? node), `resilient.of on ${base}`)
    return []
  }
  return methods.properties.flatMap((property): OfSite[] => {
    const method = property.type === 'ObjectProperty' ? keyOf(property) : undefined
    const sitePath = `${base}.${method}`
    if (method === undefined || property.type !== 'ObjectProperty') {
      finder.complain(unreadablePolicies(finder.textOf(property)), span(property), `resilient.of on ${base}`)
      return []
    }
    const reader = finder.reader(sitePath, 'resilient.of')
    const stack = readPolicies(reader, property.value)
    if (!stack) return []
    const decided = finder.decide(undefined, stack.mode, path, span(property), sitePath)!
    const interpreted = stack.interpreted ?? decided.interpreted
    return [{
      kind: 'of', path: sitePath, mode: decided.mode, ...finder.common(stack), moduleLevel: isModuleLevel(path), at: span(property), evaluated: reader.evaluated,
      ...(decided.asked && { asked: true }), ...(interpreted && { interpreted }), node, method, property,
    }]
  })
}

