// The arguments of a call as the caller passed them, for a layer that hands them on. Where it may count them they come from `arguments`; mostly it only asks
// for as many as there are parameters.
import type { Node } from '@babel/types'
import { isKeyed } from '@resilience4cata/core/keys'
import { LEADING } from '@resilience4cata/core/layers'
import { parametersOf } from './body/parameters.ts'
import { factsOf } from './body/facts.ts'
import { methodNamed } from './members.ts'
import { isFunction, unwrap } from '../2-find/syntax.ts'
import type { PlannedLayer } from '../plan.ts'
import type { Site, UserFunction, Value } from '../site.ts'
import type { Scopes } from '../1-parse/scopes.ts'

export interface Arguments {
  /** As an array literal. */
  readonly list: string
  /** Whether somebody may notice that they aren't exactly those of the caller. */
  readonly inexact: boolean
}

/** `outer`: what a parameter is called outside of the attempt. */
export function argumentsOf(site: Site, fn: UserFunction, layer: PlannedLayer, scopes: Scopes, outer: (name: string) => string = (name) => name): Arguments {
  const { list } = parametersOf(fn)
  const names = list.flatMap((param) => (param.type === 'Identifier' ? [outer(param.name)] : []))
  const simple = names.length === list.length
  if (simple && !looksFurther(site, fn, layer, scopes)) return { list: `[${names.join(', ')}]`, inexact: false }
  // who hands no arguments on asks for none
  if (LEADING[layer.layer]?.method === undefined) return { list: '[]', inexact: false }
  return fn.type === 'ArrowFunctionExpression' ? { list: `[${names.join(', ')}]`, inexact: true } : { list: '[...arguments]', inexact: false }
}

/** The same for a layer's key: for one that configuration may give, too. */
export function keyArgumentsOf(fn: UserFunction, layer: PlannedLayer, outer: (name: string) => string = (name) => name): Arguments {
  const { list } = parametersOf(fn)
  const names = list.flatMap((param) => (param.type === 'Identifier' ? [outer(param.name)] : []))
  const given = `[${names.join(', ')}]`
  if (!isKeyed(layer.options)) return { list: given, inexact: false }
  if (names.length === list.length && !keyLooksFurther(layer.options.get('key'), names.length)) return { list: given, inexact: false }
  return fn.type === 'ArrowFunctionExpression' ? { list: given, inexact: true } : { list: '[...arguments]', inexact: false }
}

function keyLooksFurther(key: Value | undefined, count: number): boolean {
  if (key?.kind !== 'expression') return false
  const node = key.node.type === 'ObjectMethod' ? key.node : unwrap(key.node)
  if (node.type !== 'ObjectMethod' && !isFunction(node)) return true
  const { list } = parametersOf(node as UserFunction)
  return list.length > count || list.some(({ type }) => type === 'RestElement') || (node.type !== 'ArrowFunctionExpression' && factsOf(node as UserFunction).usesArguments)
}

function looksFurther(site: Site, fn: UserFunction, layer: PlannedLayer, scopes: Scopes): boolean {
  const leading = LEADING[layer.layer]
  // what stands alone is a function only where text in its place would name one
  if (leading?.method === undefined) return false
  const named = layer.options.get(leading.method)
  if (named?.kind === 'literal' && site.kind === 'method') {
    const name = String(named.value)
    // a method that can be overridden may declare the context, which has all arguments, in a subclass that nobody sees here
    const method = name.startsWith('#') && methodNamed(site.owner, name, site.node.static)
    return !method || parametersOf(method).arity > parametersOf(fn).arity + 1
  }
  const handler = layer.options.get(leading.option)
  if (handler?.kind !== 'expression') return handler !== undefined
  const node = handler.node.type === 'ObjectMethod' ? handler.node : unwrap(handler.node)
  return node.type !== 'ObjectMethod' && !isFunction(node) ? true : readsFurther(node, parametersOf(fn).list.length, scopes)
}

/** A handler is given failure, context and arguments. Missing arguments are undefined either way; only more parameters, a rest, `arguments` or the context can tell. */
function readsFurther(handler: UserFunction, count: number, scopes: Scopes): boolean {
  return parametersOf(handler).list.length > 2 + count || asksForMore(handler, scopes)
}

/** Whether a handler can tell what the arguments of the call are. */
export const asksForArguments = (handler: UserFunction, scopes: Scopes): boolean => parametersOf(handler).list.length > 2 || asksForMore(handler, scopes)

function asksForMore(handler: UserFunction, scopes: Scopes): boolean {
  const { list } = parametersOf(handler)
  if (list.some(({ type }) => type === 'RestElement' || type === 'AssignmentPattern')) return true
  if (handler.type !== 'ArrowFunctionExpression' && factsOf(handler).usesArguments) return true
  const context: Node | undefined = list[1]
  if (!context) return false
  if (context.type === 'ObjectPattern') return !context.properties.every((property) => property.type === 'ObjectProperty' && !property.computed && property.key.type === 'Identifier' && property.key.name !== 'args')
  const binding = context.type === 'Identifier' ? scopes.of(handler)?.bindings.get(context.name) : undefined
  return !binding || !scopes.referencesTo(binding).every(({ path, type }) => {
    const parent = path.parent?.node
    return type || (parent?.type === 'MemberExpression' && parent.object === path.node && !parent.computed && parent.property.type === 'Identifier' && parent.property.name !== 'args')
  })
}
