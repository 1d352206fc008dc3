// The interpreted form: the site is handed to the interpreter, with its id, and means the same.
import { unwrap } from '../2-find/syntax.ts'
import type { Piece } from './edits.ts'
import type { Plan } from '../plan.ts'
import type { Expression } from '@babel/types'
import type { ClassMarks, Expressed, MarkerSite, MethodSite, Options, Site, Span, Value, WrittenLayer } from '../site.ts'
import type { Emission } from './emission.ts'
import { quoted } from './frame.ts'
import { literal, moved } from './instances.ts'
import { keepApart, removeDecorators, replaceDecorator } from './method.ts'
import { nameFor } from './stands.ts'

/** `resilient(policies, fn)` → `r4c$interpret('…', policies, fn, { moduleLevel: true, mode: 'async' })`: only the name changes, the id comes in front, and what the text shows behind. */
export function interpretMarker({ id }: Plan, site: MarkerSite, emission: Emission): void {
  const { node, moduleLevel, fn, at } = site, mode = shownMode(site)
  const open = emission.find('(', node.typeParameters?.end ?? node.callee.end!) + 1
  emission.drop({ start: node.callee.start!, end: node.callee.end! })
  emission.edits.replace(node.callee.start!, open, [{ text: `${emission.names.use('interpret')}(${quoted(id)}, `, at: at.start }, ...emission.breaks(node.callee.start!, open)])
  const policies = node.arguments[0]!
  const stack = unwrap(policies)
  // a bundle, or a list: the interpreter gets them as the bundles of an object
  if (stack.type !== 'ObjectExpression') {
    const [opens, closes] = stack.type === 'ArrayExpression' ? ['{ bundles: ', ' }'] : ['{ bundles: [', '] }']
    emission.edits.before(policies.start!, [{ text: opens!, at: at.start }])
    emission.edits.after(policies.end!, [{ text: closes!, at: at.start }])
  }
  const shown = [...(moduleLevel ? ['moduleLevel: true'] : []), ...(mode ? [`mode: ${quoted(mode)}`] : [])]
  if (shown.length > 0) emission.edits.after(fn.end!, [{ text: `, { ${shown.join(', ')} }`, at: at.start }])
}

/** Types go, and compilers for older targets make plain functions of async ones: what runs no longer shows it. */
const shownMode = ({ asked, mode }: Site) => (asked ? undefined : mode)

/** A static block in the decorators' place where the method can be reached by name, its key; else a decorator that is generated. */
export function guardMethod(plan: Plan, site: MethodSite, key: string | undefined, emission: Emission): void {
  const { node, decorators } = site
  const at = decorators[0]?.start ?? site.at.start
  const policies = policiesOf(site, emission)
  const target = node.static ? 'this' : 'this.prototype'
  if (key !== undefined) keepApart(site, emission)
  const pieces: Piece[] = key !== undefined
    ? [{ text: `static { ${emission.names.use('protect')}(${target}, ${quoted(key)}, ${quoted(plan.id)}, `, at }, ...policies, { text: ') }', at }]
    : [{ text: `@${emission.names.use('guard')}(${quoted(plan.id)}, `, at }, ...policies, { text: ')', at }]
  const [first, ...rest] = decorators
  if (first) replaceDecorator(first, pieces, emission)
  else emission.edits.before(node.start!, [...pieces, { text: ' ', at }])
  removeDecorators(rest, emission)
}

/** The class's own are on the class, where they are evaluated, or are said here too. */
function policiesOf(site: MethodSite, emission: Emission): Piece[] {
  const { own, ofClass } = site
  const said = ofClass && !guardsClass(ofClass, emission)
  const mode = shownMode(site)
  return policiesText(said ? { ...site, layers: site.layers, bundles: [...ofClass.bundles, ...own.bundles] } : { ...own.stack, layers: [...own.stack.layers.values()], bundles: own.bundles }, mode, site.at.start, emission)
}

/** Nothing of what is written on it has moved. */
export const guardsClass = ({ isOpen, stand }: ClassMarks, { stands }: Emission): boolean => (isOpen || stand.values.size > 0) && !stands.has(stand)

/** Each of ours on a class in its place, for all methods that it means. */
export function guardClass({ ours, stack, bundles }: ClassMarks, emission: Emission): void {
  for (const decorator of ours) {
    const { start, end } = decorator
    const isHere = ({ at }: { readonly at: Span }) => start! <= at.start && at.end <= end!
    const here = <T extends { readonly at: Span }>(value: T | undefined) => (value && isHere(value) ? value : undefined)
    const policies: Written = {
      layers: [...stack.layers.values()].filter(isHere), bundles: bundles.filter((node) => start! <= node.start! && node.end! <= end!),
      order: here(stack.order), name: here(stack.name), signal: here(stack.signal), classifier: here(stack.classifier), registry: here(stack.registry),
    }
    const mode = here(stack.mode)?.kind === 'literal' ? String((stack.mode as { readonly value: unknown }).value) : undefined
    replaceDecorator(decorator, [{ text: `@${emission.names.use('guard')}('', `, at: start! }, ...policiesText(policies, mode, start!, emission), { text: ')', at: start! }], emission)
  }
}

type Written = { readonly [K in 'order' | 'name' | 'signal' | 'classifier' | 'registry']?: Site[K] | undefined } & { readonly layers: readonly WrittenLayer[]; readonly bundles: readonly Expression[] }

/** In the order in which it is written: what has an effect is evaluated so. */
function policiesText(written: Written, mode: string | undefined, at: number, emission: Emission): Piece[] {
  const entries: Piece[][] = []
  const said: { readonly at: Span; readonly pieces: Piece[] }[] = written.layers.filter(({ from }) => from !== 'bundle').map((layer) => ({ at: layer.at, pieces: layerEntry(layer, emission) }))
  for (const key of ['name', 'signal', 'classifier', 'registry'] as const) {
    const value = written[key]
    if (value && !isOfBundle(value, written.bundles)) said.push({ at: value.at, pieces: [{ text: `${key}: `, at: value.at.start }, ...text(value, emission)] })
  }
  const [bundle] = written.bundles
  if (bundle) {
    const bundles = written.bundles.map((node): Piece => ({ from: node.start!, to: node.end!, folded: !emission.pretty }))
    said.push({ at: { start: bundle.start!, end: bundle.end! }, pieces: [{ text: 'bundles: [', at }, ...commas(bundles.map((piece) => [piece]), at), { text: ']', at }] })
  }
  entries.push(...said.sort((a, b) => a.at.start - b.at.start).map(({ pieces }) => pieces))
  if (written.order) entries.push([{ text: `order: ${literal(written.order.words)}`, at: written.order.at.start }])
  if (mode !== undefined) entries.push([{ text: `mode: ${quoted(mode)}`, at }])
  return entries.length === 0 ? [{ text: '{}', at }] : [{ text: '{ ', at }, ...commas(entries, at), { text: ' }', at }]
}

/** Who brings the bundle brings it too. */
const isOfBundle = (value: Value, bundles: readonly Expression[]): boolean =>
  (value.kind === 'expression' && value.stand?.holder.type === 'VariableDeclaration') || bundles.some(({ start, end }) => start! <= value.at.start && value.at.end <= end!)

function layerEntry({ layer, options, leading, at }: WrittenLayer, emission: Emission): Piece[] {
  const name = { text: `${layer}: `, at: at.start }
  if (!leading) return [name, ...optionsText(options, at.start, emission)]
  const first: Piece[] = [{ text: `${leading.option}: `, at: leading.value.at.start }, ...text(leading.value, emission)]
  const rest = options.kind === 'object' || options.kind === 'expression' ? [[{ text: '...', at: at.start }, ...optionsText(options, at.start, emission)]] : []
  return [name, { text: '{ ', at: at.start }, ...commas([first, ...rest], at.start), { text: ' }', at: at.start }]
}

function optionsText(options: Options, at: number, emission: Emission): Piece[] {
  if (options.kind === 'flag') return [{ text: String(options.value), at }]
  const apart = options.kind === 'object' && [...options.entries.values()].some((value) => hasConst(value, emission))
  if (!apart) return [{ from: options.at.start, to: options.at.end, folded: !emission.pretty }]
  return [{ text: '{ ', at }, ...commas([...options.entries].map(([option, value]) => [{ text: `${option}: `, at: value.at.start }, ...text(value, emission)]), at), { text: ' }', at }]
}

/** It is evaluated with the class. */
const hasConst = (value: Value, { stands }: Emission): value is Expressed =>
  value.kind === 'expression' && value.stand !== undefined && value.stand.holder.type !== 'VariableDeclaration' && stands.has(value.stand)

function text(value: Value, emission: Emission): Piece[] {
  if (value.kind === 'literal') return [{ text: literal(value.value), at: value.at.start }]
  return hasConst(value, emission) ? [{ text: nameFor(value, emission), at: value.at.start }] : moved(value, emission)
}

const commas = (entries: readonly (readonly Piece[])[], at: number): Piece[] => entries.flatMap((entry, i) => (i > 0 ? [{ text: ', ', at }, ...entry] : [...entry]))
