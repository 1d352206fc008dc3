// Options that several sites share: evaluated once, where they stand, into consts that the instances of the sites are made with.
import type { Node } from '@babel/types'
import { unwrap, isFunction } from '../2-find/syntax.ts'
import { outermost } from '../3-plan/unasked.ts'
import type { Plan } from '../plan.ts'
import type { Expressed, Stand } from '../site.ts'
import type { Emission } from './emission.ts'
import { moved, type Declaration } from './instances.ts'
import { declareBefore, statementOf } from './placement.ts'

/** Stands whose values some compiled site has. */
export function standsOf(plans: readonly Plan[]): Set<Stand> {
  const compiled = plans.filter(({ form }) => form.kind !== 'interpreted')
  return new Set(compiled.flatMap(({ site, frames }) => {
    const options = frames.flatMap(({ layers }) => layers).flatMap((layer) => [...layer.options.values()])
    const values = [...options, site.signal, site.registry, site.name, site.classifier]
    return [...values.flatMap((value) => (value?.kind === 'expression' && value.stand ? [value.stand] : [])), ...(site.kind === 'method' && site.ofClass ? [site.ofClass.stand] : [])]
  }))
}

/** `const r4c$value0 = …`, of those that have one. */
export function constsOf(values: readonly Expressed[], emission: Emission, replaced = false): Declaration[] {
  return values.flatMap((value) => {
    const name = emission.valueConsts.get(value.node)
    return name === undefined ? [] : [{ pieces: [{ text: `const ${name}${emission.any && typeOf(value.node)} = `, at: value.at.start }, ...moved(value, emission, replaced)], at: value.at.start }]
  })
}

/** Of a const: its values move in front of it, and their names stand where they stood. */
export function emitStand({ holder, values }: Stand, emission: Emission): void {
  const all = outermost(values)
  for (const value of all) nameFor(value, emission)
  declareBefore(statementOf(emission.pathTo(holder))!, constsOf(all, emission, true), emission)
  for (const { node, at } of all) {
    const name = emission.valueConsts.get(node)!
    const text = node.type === 'ObjectMethod' ? `${emission.source.slice(node.key.start!, node.key.end!)}: ${name}` : isShorthand(node, emission) ? `${emission.source.slice(at.start, at.end)}: ${name}` : name
    emission.edits.replace(at.start, at.end, [{ text, at: at.start }, ...emission.breaks(at.start, at.end)])
  }
}

const isShorthand = (node: Node, emission: Emission): boolean => {
  const holder = emission.pathTo(node).at(-2)
  return holder?.type === 'ObjectProperty' && holder.shorthand
}

/** The const of a value that is shared. */
export function nameFor({ node }: Expressed, { valueConsts, names }: Emission): string {
  const name = valueConsts.get(node) ?? names.numbered('value')
  valueConsts.set(node, name)
  return name
}

const FUNCTION = '(...args: any[]) => any'

/** What gives the parameters of functions in it a type. */
function typeOf(written: Node): string {
  const node = unwrap(written)
  if (node.type === 'ObjectMethod' || isFunction(node)) return `: ${FUNCTION}`
  if (node.type === 'ArrayExpression' && node.elements.some((element) => element && isFunction(unwrap(element)))) return `: (string | (abstract new (...args: any[]) => any) | (${FUNCTION}))[]`
  const holdsFunctions = node.type === 'ObjectExpression' && node.properties.every((property) => property.type === 'ObjectMethod' || (property.type === 'ObjectProperty' && isFunction(unwrap(property.value))))
  return holdsFunctions ? `: { [key: string]: ${FUNCTION} }` : ': any'
}
