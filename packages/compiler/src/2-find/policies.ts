// A `Policies` object, a bundle, or a list of these.
import type { ArrayExpression, CallExpression, Expression, Node, ObjectExpression, ObjectMethod, ObjectProperty } from '@babel/types'
import { classifier, COMMON, fn, word } from '@resilience4cata/core/attributes'
import { checkValue } from '@resilience4cata/core/check'
import { isLayer, LAYERS, LEADING, type LayerName } from '@resilience4cata/core/layers'
import { methodWithoutClass, notAnOrder, notARegistry, orderNotLiteral, unknownPolicy } from '@resilience4cata/core/site-faults'
import { unreadablePolicies, unreadableSpread, unresolvedBundle } from './faults.ts'
import { isSiteKey, SITE_KEYS, type SiteKey } from './names.ts'
import type { Following } from './consts.ts'
import { fromValue } from './options.ts'
import type { Reader } from './reader.ts'
import { EMPTY, from, mayBeUsedElsewhere, over, type Building, type Stack } from './stack.ts'
import { keyOf, unwrap } from './syntax.ts'

const KNOWN = [...LAYERS, ...SITE_KEYS]

/** `undefined` when the layers can't be known; that has been reported then. */
export function readPolicies(reader: Reader, node: Node): Stack | undefined {
  const inner = unwrap(node)
  if (inner.type === 'ArrayExpression') return readList(reader, inner.elements)
  if (inner.type === 'ObjectExpression') return readObject(reader, inner)
  if (inner.type === 'CallExpression' && reader.nameOf(inner.callee) === 'bundle') return readBundle(reader, inner)
  const followed = reader.follow(inner)
  return followed ? readFollowed(reader, inner, followed) : refuse(reader, node)
}

function refuse(reader: Reader, node: Node): undefined {
  reader.complain(unreadablePolicies(reader.text(node)), reader.at(node))
}

/** What is written in a list beats what its bundles bring, wherever they stand. */
function readList(reader: Reader, elements: readonly (Node | null)[]): Stack | undefined {
  const parts = flatten(elements).map((element) => ({ stack: readPolicies(reader, element), isBundle: isBundle(reader, element) }))
  // read them all first, for the mistakes of each
  if (parts.some(({ stack }) => !stack)) return undefined
  return [...parts.filter((part) => part.isBundle), ...parts.filter((part) => !part.isBundle)].reduce((sum, { stack }) => over(stack!, sum), EMPTY)
}

const flatten = (elements: readonly (Node | null)[]): Node[] =>
  elements.flatMap((element) => (element && unwrap(element).type === 'ArrayExpression' ? flatten((unwrap(element) as ArrayExpression).elements) : (element ?? [])))

export function isBundle(reader: Reader, node: Node): boolean {
  const inner = unwrap(node)
  if (inner.type === 'CallExpression') return reader.nameOf(inner.callee) === 'bundle'
  const followed = reader.follow(inner)
  return followed !== undefined && 'value' in followed && isBundle(reader.into(followed, inner), followed.value)
}

export function readBundle(reader: Reader, call: CallExpression): Stack | undefined {
  const [policies] = call.arguments
  const stack = policies && readPolicies(reader, policies)
  if (!policies) reader.complain(unreadablePolicies(reader.text(call)), reader.at(call))
  return stack && from(stack, 'bundle')
}

/** Policies under a name. */
function readFollowed(reader: Reader, node: Node, followed: NonNullable<Following>): Stack | undefined {
  if ('missing' in followed) {
    const { name, specifier } = followed.missing
    reader.complain(unresolvedBundle(name, specifier), reader.at(node))
    return { ...EMPTY, interpreted: `the policies in ${name} come from ${specifier}, whose text isn't at hand` }
  }
  const stack = readPolicies(reader.into(followed, node), followed.value)
  const interpreted = followed.doubt ?? (stack && !mayBeUsedElsewhere(stack) ? `values in ${followed.name} are computed where it is made` : undefined)
  return stack && interpreted !== undefined ? { ...stack, interpreted } : stack
}

function readObject(reader: Reader, object: ObjectExpression): Stack | undefined {
  const stack: Building = { layers: new Map() }
  for (const property of object.properties) {
    if (property.type === 'SpreadElement') {
      const spread = unwrap(property.argument)
      const more = spread.type === 'ObjectExpression' ? readObject(reader, spread) : readSpread(reader, spread, property)
      if (!more) return undefined
      Object.assign(stack, over(more, stack))
      continue
    }
    const key = keyOf(property)
    if (key === undefined || (property.type === 'ObjectMethod' && property.kind !== 'method')) return refuse(reader, property)
    const value = property.type === 'ObjectMethod' ? property : (property.value as Expression)
    if (isLayer(key)) stack.layers.set(key, readLayer(reader, key, property, value))
    else if (isSiteKey(key)) setSiteKey(reader, stack, key, value, key)
    else reader.complain(unknownPolicy(key, KNOWN), reader.at(property.key))
  }
  return stack
}

/** A bundle can't be spread. */
function readSpread(reader: Reader, spread: Node, property: Node): Stack | undefined {
  const followed = reader.follow(spread)
  if (followed && ('missing' in followed || unwrap(followed.value).type === 'ObjectExpression')) return readFollowed(reader, spread, followed)
  return void reader.complain(unreadableSpread(reader.text(property)), reader.at(property))
}

function readLayer(reader: Reader, layer: LayerName, property: ObjectProperty | ObjectMethod, value: Expression | ObjectMethod) {
  const read = fromValue(reader, layer, value, reader.at(property))
  const leading = read.leading?.value
  if (LEADING[layer]?.method && leading?.kind === 'literal' && typeof leading.value === 'string') reader.complain(methodWithoutClass(leading.value), leading.at, layer)
  return { layer, at: reader.at(property), label: layer, ...read }
}

const SITE_WIDE = { mode: word({ words: ['async', 'sync'], default: 'async' }), name: COMMON.name, signal: fn(), classifier: classifier() }

/** `name: …` of policies, or `@Named(…)`. */
export function setSiteKey(reader: Reader, stack: Building, key: SiteKey, node: Expression | ObjectMethod, label: string): void {
  const value = reader.value(node)
  if (value.kind === 'literal' && value.value === undefined) return
  if (key === 'order') {
    if (value.kind === 'literal' && Array.isArray(value.value)) stack.order = { words: value.value.map(String), at: value.at }
    else reader.complain(value.kind === 'literal' ? notAnOrder(value.value) : orderNotLiteral(), value.at, label)
    return
  }
  if (value.kind === 'literal') {
    const checked = key === 'registry' ? notARegistry(value.value) : checkValue(key, SITE_WIDE[key], value.value)
    if ('code' in checked) return reader.complain(checked, value.at, label)
  }
  stack[key] = value
}
