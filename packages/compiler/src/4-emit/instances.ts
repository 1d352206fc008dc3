// The consts that hold a site's instances: `const r4c$retry0 = /*#__PURE__*/ r4c$retry('…', { delay: 100 })`. Literals are folded in, expressions are moved there.
import type { Node } from '@babel/types'
import type { Plan, PlannedLayer } from '../plan.ts'
import type { Expressed, Value } from '../site.ts'
import type { Piece } from './edits.ts'
import type { Emission } from './emission.ts'
import { isUnproven } from '../3-plan/proof.ts'
import { quoted } from './frame.ts'
import type { Told } from './races.ts'
import { nameFor } from './stands.ts'

/** `const r4c$retry0 = …`, and the place that it maps to. */
export interface Declaration { readonly pieces: readonly Piece[]; readonly at: number }

export interface Instances {
  readonly of: ReadonlyMap<PlannedLayer, string>
  /** The consts with what is written for the whole site as an expression: what gives the caller's signal, the capability of its registry, its name, its classifier. */
  readonly signal: string | undefined
  readonly registry: string | undefined
  readonly name: string | undefined
  readonly classifier: string | undefined
}

export function instancesOf({ frames, site }: Plan, { names, rooms }: Emission): Instances {
  const layers = frames.flatMap((frame) => frame.layers)
  const of = new Map(layers.map((layer) => [layer, names.numbered(rooms[layer.layer]!.template.factory)]))
  const constFor = (value: Value | undefined, word: string) => (value?.kind === 'expression' ? names.numbered(word) : undefined)
  return { of, signal: constFor(site.signal, 'signal'), registry: constFor(site.registry, 'registry'), name: constFor(site.name, 'name'), classifier: constFor(site.classifier, 'classifier') }
}

/** One declaration each, in source order; what factories are given comes first. `outside`: a capability more, or a const. */
export function declarationsOf(plan: Plan, instances: Instances, outside: ReadonlyMap<PlannedLayer, Told>, emission: Emission): Declaration[] {
  const { site } = plan
  const { any, names, pure } = emission
  const given = [
    ...siteConst(instances.registry, site.registry, '', emission, () => `${pure}${names.use('into')}`),
    ...siteConst(instances.name, site.name, any, emission),
  ]
  const layers = [...instances.of].flatMap(([layer, name]) => {
    const { text, teller } = outside.get(layer) ?? {}
    const whole = declaration(layer, name, plan, instances, teller ? undefined : text, emission)
    return teller ? [{ pieces: [{ text: `const ${teller} = ${pure}${text}`, at: whole.at }], at: whole.at }, whole] : [whole]
  })
  const judging = () => `${pure}${names.use(isUnproven(site.classifier) ? 'judgingBy' : 'judging')}`
  const classifier = siteConst(instances.classifier, site.classifier, '', emission, judging, [quoted(plan.id)], instances.registry)
  const signal = siteConst(instances.signal, site.signal, any && ': (...args: any[]) => any', emission)
  return [...given.sort(inSource), ...[...layers, ...classifier, ...signal, ...voidedOf(plan, emission)].sort(inSource)]
}

/** What is evaluated for nobody. */
export const voidedOf = ({ unasked }: Plan, emission: Emission): Declaration[] => unasked.filter(({ node }) => !emission.valueConsts.has(node)).map((value) => voided(value, emission))

export const voided = (value: Expressed, emission: Emission): Declaration =>
  ({ pieces: [{ text: 'void (', at: value.at.start }, ...moved(value, emission), { text: ')', at: value.at.start }], at: value.at.start })

const inSource = (a: Declaration, b: Declaration) => a.at - b.at

/** What is written for the whole site. `by`: the function that makes something of it. */
function siteConst(name: string | undefined, value: Value | undefined, type: string, emission: Emission, by?: () => string, first: readonly string[] = [], last?: string): Declaration[] {
  if (name === undefined || value?.kind !== 'expression') return []
  const at = value.at.start
  const [opens, closes] = by ? [`${by()}(${first.map((argument) => `${argument}, `).join('')}`, [{ text: last ? `, ${last})` : ')', at }]] : ['', []]
  return [{ pieces: [{ text: `const ${name}${type} = ${opens}`, at }, ...textOf(value, emission), ...closes], at }]
}

/** A policy that has no name of its own is called by the site's. */
function calledBy({ layer }: PlannedLayer, { site }: Plan, { name }: Instances, { rooms, names, pure }: Emission): string[] {
  if (Object.hasOwn(rooms[layer]!.table, 'name') || !site.name) return []
  return [`${pure}${names.use('called')}(${name ?? quoted(String((site.name as { readonly value: unknown }).value))})`]
}

function declaration(layer: PlannedLayer, name: string, plan: Plan, instances: Instances, outside: string | undefined, emission: Emission): Declaration {
  const at = layer.written.at.start
  const { pure } = emission, { factory } = emission.rooms[layer.layer]!.template
  const first = [instances.registry, outside && `${pure}${outside}`].filter((capability) => capability !== undefined)
  const capabilities = [...first, ...layer.capabilities.map(emission.names.use), ...calledBy(layer, plan, instances, emission)]
  const entries = [...layer.options].filter(([, value]) => !plan.inPlace.includes(value)).map(([option, value]): Piece[] => [
    ...(isShorthand(option, value, plan, emission) ? [] : [{ text: `${option}: `, at: value.at.start }]),
    ...valueOf(value, plan, instances, emission),
  ])
  const options: Piece[] = entries.flatMap((entry, i) => (i > 0 ? [{ text: ', ', at }, ...entry] : entry))
  const given: Piece[] = options.length > 0 ? [{ text: ', { ', at }, ...options, { text: ' }', at }] : capabilities.length > 0 ? [{ text: ', undefined', at }] : []
  const furnished = capabilities.length > 0 ? `, ${pure}${emission.names.use('furnished')}(${capabilities.join(', ')})` : ''
  return { pieces: [{ text: `const ${name} = ${pure}${emission.names.use(factory)}(${quoted(plan.id)}`, at }, ...given, { text: `${furnished})`, at }], at }
}

const isShorthand = (option: string, value: Value, { site }: Plan, { source }: Emission) =>
  value.kind === 'expression' && value !== site.name && !value.stand && source.slice(value.at.start, value.at.end) === option

/** The site's name is in each layer that takes one. */
function valueOf(value: Value, { site }: Plan, { name }: Instances, emission: Emission): Piece[] {
  if (value.kind === 'literal') return [{ text: literal(value.value), at: value.at.start }]
  return value === site.name ? [{ text: name!, at: value.at.start }] : textOf(value, emission)
}

/** The const that has it, or the expression itself. */
function textOf(value: Expressed, emission: Emission): Piece[] {
  const name = value.stand ? nameFor(value, emission) : emission.valueConsts.get(value.node)
  return name === undefined ? moved(value, emission) : [{ text: name, at: value.at.start }]
}

/** The expression itself, taken from where it stood. `replaced`: something stands there now. */
export function moved(value: Expressed, emission: Emission, replaced = false): Piece[] {
  const { start, end } = value.at
  const piece: Piece = { from: start, to: end, folded: !emission.pretty, outdent: emission.layoutAt(start).base, moved: replaced }
  if (value.node.type === 'ObjectMethod') return [{ text: '{ ', at: start }, piece, { text: ` }[${quoted(keyOf(value.node.key))}]`, at: start }]
  return value.node.type === 'SequenceExpression' ? [{ text: '(', at: start }, piece, { text: ')', at: start }] : [piece]
}

const keyOf = (key: Node): string => (key.type === 'Identifier' ? key.name : 'value' in key ? String(key.value) : '')

export function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  return Object.is(value, -0) ? '-0' : String(value)
}
