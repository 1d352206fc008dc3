// The options of one layer: of `@Retry(…)` or of `retry: …`.
import type { Expression, Node, ObjectExpression, ObjectMethod } from '@babel/types'
import { LEADING, type LayerName } from '@resilience4cata/core/layers'
import { notOptions } from '@resilience4cata/core/site-faults'
import type { Options, Span, Value, WrittenLayer } from '../site.ts'
import type { Reader } from './reader.ts'
import { isFunction, keyOf, unwrap } from './syntax.ts'

type Read = Pick<WrittenLayer, 'options' | 'leading'>

/** `@Retry(…)`: the decorator's arguments. */
export function fromArguments(reader: Reader, layer: LayerName, [first, second]: readonly Expression[], at: Span, label: string): Read {
  const leading = LEADING[layer]
  // a fallback stands in front of its options, whatever else it is
  if (!leading || !first || !(standsAlone(reader, first) || (leading.method && !isObject(reader, first)))) return fromValue(reader, layer, first, at, label)
  return { leading: leadingOf(reader, layer, first), options: second ? optionsOf(reader, second) : { kind: 'flag', value: true, at } }
}

/** What stands alone, as the option that it is. */
function leadingOf(reader: Reader, layer: LayerName, node: Expression | ObjectMethod): NonNullable<Read['leading']> {
  const { option, method } = LEADING[layer]!
  const value = reader.value(node)
  const byName = value.kind === 'literal' && typeof value.value === 'string'
  return { option: (byName && method) || option, value }
}

/** `retry: …`: a value of the policies object. */
export function fromValue(reader: Reader, layer: LayerName, written: Expression | ObjectMethod | undefined, at: Span, label: string = layer): Read {
  const flag = (value: boolean): Read => ({ options: { kind: 'flag', value, at: written ? reader.at(written) : at } })
  if (!written) return flag(true)
  const literal = reader.literal(written)
  if (literal && (literal.value === undefined || literal.value === null || typeof literal.value === 'boolean')) return flag(literal.value === true)
  if (LEADING[layer] && standsAlone(reader, written)) return { ...flag(true), leading: leadingOf(reader, layer, written) }
  if (literal || written.type === 'ObjectMethod' || isFunction(unwrap(written))) {
    reader.complain(notOptions(layer, literal ? literal.value : reader.text(written)), reader.at(written), label)
    return flag(true)
  }
  return { options: optionsOf(reader, written) }
}

/** Whether a value is surely no options object: text, a number, a function, or the name of one. */
function standsAlone(reader: Reader, written: Node): boolean {
  const inner = unwrap(written)
  if (reader.literal(inner)) return inner.type !== 'ArrayExpression'
  if (isFunction(inner) || inner.type === 'ObjectMethod' || inner.type === 'TemplateLiteral') return true
  if (inner.type === 'CallExpression') return reader.nameOf(inner.callee) === 'resilient'
  if (inner.type !== 'Identifier') return false
  if (reader.module.tree.scopes.resolve(inner)?.path.node.type === 'FunctionDeclaration') return true
  const followed = reader.follow(inner)
  return followed !== undefined && 'value' in followed && standsAlone(reader.into(followed, inner), followed.value)
}

function isObject(reader: Reader, written: Node): boolean {
  const inner = unwrap(written)
  if (inner.type === 'ObjectExpression') return true
  const followed = reader.follow(inner)
  return followed !== undefined && 'value' in followed && isObject(reader.into(followed, inner), followed.value)
}

function optionsOf(reader: Reader, node: Expression): Options {
  const inner = unwrap(node)
  const entries = inner.type === 'ObjectExpression' ? entriesOf(reader, inner) : followedEntries(reader, inner)
  if (entries) return { kind: 'object', entries, at: reader.at(inner) }
  reader.isOpen = true
  return reader.expressed(node)
}

type Entries = Map<string, Value & { readonly key: Span }>

/** `undefined` when the text doesn't show the keys, or an entry can't be taken out of it. */
function entriesOf(reader: Reader, object: ObjectExpression): Entries | undefined {
  const entries: Entries = new Map()
  for (const property of object.properties) {
    if (property.type === 'SpreadElement') {
      const spread = unwrap(property.argument)
      const more = spread.type === 'ObjectExpression' ? entriesOf(reader, spread) : followedEntries(reader, spread)
      if (!more) return undefined
      for (const [key, value] of more) put(entries, key, value)
      continue
    }
    const key = keyOf(property)
    // a second value of a key is evaluated too
    if (key === undefined || key === '__proto__' || entries.get(key)?.kind === 'expression') return undefined
    if (property.type === 'ObjectMethod' && property.kind !== 'method') return undefined
    put(entries, key, { ...reader.value(property.type === 'ObjectMethod' ? property : (property.value as Expression)), key: reader.at(property.key) })
  }
  return entries
}

function put(entries: Entries, key: string, value: Value & { readonly key: Span }): void {
  entries.delete(key)
  entries.set(key, value)
}

/** Those of a const whose values are all in the text, or can be had from where they stand. */
function followedEntries(reader: Reader, node: Node): Entries | undefined {
  const followed = reader.follow(node)
  if (!followed || 'missing' in followed || followed.doubt !== undefined) return undefined
  const value = unwrap(followed.value)
  const entries = value.type === 'ObjectExpression' ? entriesOf(reader.into(followed, node), value) : undefined
  return entries && [...entries.values()].every((entry) => entry.kind === 'literal' || entry.stand) ? entries : undefined
}
