// The consts that hold a site's instances: `const r4c$retry0 = /*#__PURE__*/ r4c$retry('…', { delay: 100 })`. Literals are folded in, expressions are moved there.
import type { Node } from '@babel/types'
import type { Plan, PlannedLayer } from '../plan.ts'
import type { Value } from '../site.ts'
import type { Piece } from './edits.ts'
import type { Emission } from './emission.ts'
import { quoted } from './frame.ts'

/** `const r4c$retry0 = …`, and the place that it maps to. */
export interface Declaration { readonly pieces: readonly Piece[]; readonly at: number }

export interface Instances {
  readonly of: ReadonlyMap<PlannedLayer, string>
  /** The const with what gives the caller's signal. */
  readonly signal: string | undefined
}

export function instancesOf({ frames, site }: Plan, { names, rooms }: Emission): Instances {
  const layers = frames.flatMap((frame) => frame.layers)
  const of = new Map(layers.map((layer) => [layer, names.numbered(rooms[layer.layer]!.template.factory)]))
  return { of, signal: site.signal?.kind === 'expression' ? names.numbered('signal') : undefined }
}

/** One declaration each, in source order. `outside`: a capability more. */
export function declarationsOf(plan: Plan, { of, signal }: Instances, outside: ReadonlyMap<PlannedLayer, string>, emission: Emission): Declaration[] {
  const inSource = [...of].sort(([a], [b]) => a.written.at.start - b.written.at.start)
  const declarations = inSource.map(([layer, name]) => declaration(layer, name, idOf(layer, plan, emission), outside.get(layer), emission))
  const { site } = plan
  if (signal === undefined || site.signal?.kind !== 'expression') return declarations
  const type = emission.any && ': (...args: any[]) => any'
  const at = site.signal.at.start
  return [...declarations, { pieces: [{ text: `const ${signal}${type} = `, at }, ...moved(site.signal, emission)], at }]
}

/** A policy that has no name of its own is called by the site's. */
function idOf({ layer }: PlannedLayer, { id, site }: Plan, { rooms }: Emission): string {
  const takesName = Object.hasOwn(rooms[layer]!.table, 'name')
  return !takesName && site.name?.kind === 'literal' ? String(site.name.value) : id
}

function declaration(layer: PlannedLayer, name: string, id: string, outside: string | undefined, emission: Emission): Declaration {
  const at = layer.written.at.start
  const { factory } = emission.rooms[layer.layer]!.template
  const capabilities = [...(outside ? [`/*#__PURE__*/ ${outside}`] : []), ...layer.capabilities.map(emission.names.use)]
  const entries = [...layer.options].map(([option, value]): Piece[] => [
    ...(value.kind === 'expression' && emission.source.slice(value.at.start, value.at.end) === option ? [] : [{ text: `${option}: `, at: value.at.start }]),
    ...(value.kind === 'literal' ? [{ text: literal(value.value), at: value.at.start }] : moved(value, emission)),
  ])
  const options: Piece[] = entries.flatMap((entry, i) => (i > 0 ? [{ text: ', ', at }, ...entry] : entry))
  const given: Piece[] = options.length > 0 ? [{ text: ', { ', at }, ...options, { text: ' }', at }] : capabilities.length > 0 ? [{ text: ', undefined', at }] : []
  const furnished = capabilities.length > 0 ? `, /*#__PURE__*/ ${emission.names.use('furnished')}(${capabilities.join(', ')})` : ''
  return { pieces: [{ text: `const ${name} = /*#__PURE__*/ ${emission.names.use(factory)}(${quoted(id)}`, at }, ...given, { text: `${furnished})`, at }], at }
}

/** The expression itself, taken from where it stood. */
export function moved(value: Extract<Value, { kind: 'expression' }>, emission: Emission): Piece[] {
  const { start, end } = value.at
  const piece: Piece = { from: start, to: end, folded: !emission.pretty, outdent: emission.layoutAt(start).base }
  if (value.node.type === 'ObjectMethod') return [{ text: '{ ', at: start }, piece, { text: ` }[${quoted(keyOf(value.node.key))}]`, at: start }]
  return value.node.type === 'SequenceExpression' ? [{ text: '(', at: start }, piece, { text: ')', at: start }] : [piece]
}

const keyOf = (key: Node): string => (key.type === 'Identifier' ? key.name : 'value' in key ? String(key.value) : '')

export function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  return Object.is(value, -0) ? '-0' : String(value)
}
