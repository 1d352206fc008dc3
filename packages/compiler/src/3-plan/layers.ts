// A layer as written → a layer as planned: literals checked by the room's own table and folded, the rest left for the run-time check.
import { unsaid, type Attribute, type Table } from '@resilience4cata/core/attributes'
import type { BuildSide, Written } from '@resilience4cata/core/build/template'
import { checkValue, unknownOption } from '@resilience4cata/core/check'
import type { Fault } from '@resilience4cata/core/diagnostic'
import { isKeyed } from '@resilience4cata/core/keys'
import type { Scopes } from '../1-parse/scopes.ts'
import { unwrap } from '../2-find/syntax.ts'
import type { PlannedLayer } from '../plan.ts'
import type { Options, Site, Span, Value, WrittenLayer } from '../site.ts'
import { hasUnknownNames, provesItself } from './proof.ts'

export type Complain = (fault: Fault, at: Span, layer?: WrittenLayer) => void

/** `undefined` when the layer is written off: `enabled: false`, `retry: false`. */
export function planLayer(written: WrittenLayer, site: Site, room: BuildSide, scopes: Scopes, complain: Complain): PlannedLayer | undefined {
  const options = fold(written, site, room.table, complain)
  if (written.options.kind === 'flag' && !written.options.value) return undefined
  const enabled = options.get('enabled')
  if (enabled?.kind === 'literal' && enabled.value === false) return undefined
  const isOpen = contradictions(options, written, site, room, complain)
  const lists = [...options].flatMap(([option, value]) => (room.table[option]!.kind === 'list' && hasUnknownNames(value, scopes) ? [value] : []))
  const unchecked = isOpen || isUnchecked(options, room.table) || (options.has('name') && (isSaidAnyway(options, room) || lists.some(isName)))
  return { layer: written.layer, written, options, capabilities: capabilitiesOf(options, unchecked, lists.length > 0, site, room), unchecked }
}

/** What the text doesn't show is known when the program runs: a value, or where one that is needed comes from. */
const isUnchecked = (options: ReadonlyMap<string, Value>, table: Table): boolean =>
  options.has('config') || Object.entries(table).some(([option, attribute]) => {
    const value = options.get(option)
    return value ? value.kind === 'expression' && !provesItself(value, attribute) : attribute.required
  })

/** What a name stands for may be what holds anyway. */
const isName = (value: Value) => value.kind === 'expression' && unwrap(value.node).type === 'Identifier'

/** Something is said that holds anyway: another site of the name may leave it unsaid. */
function isSaidAnyway(options: ReadonlyMap<string, Value>, { table, defaults }: BuildSide): boolean {
  const said = Object.fromEntries([...options].flatMap(([option, value]) => (value.kind === 'literal' ? [[option, value.value] as const] : [])))
  const nothingSaid = unsaid(table, { ...defaults, ...said })
  return Object.entries(said).some(([option, value]) => {
    if (option === 'enabled' || option in defaults) return false
    return option === 'locked' || textOf(value) === textOf(nothingSaid[option])
  })
}

/** One matcher is the list of it. */
const textOf = (literal: unknown) => JSON.stringify([literal].flat())

function fold(written: WrittenLayer, site: Site, table: Table, complain: Complain): Map<string, Value> {
  const given = new Map<string, Value & { key?: Span }>(entriesOf(written.options))
  if (written.leading) given.set(written.leading.option, written.leading.value)
  if (site.name && Object.hasOwn(table, 'name') && !given.has('name')) given.set('name', site.name)
  const options = new Map<string, Value>()
  for (const [option, value] of given) {
    const attribute = Object.hasOwn(table, option) ? table[option] : undefined
    if (!attribute) complain(unknownOption(option, Object.keys(table)), value.key ?? value.at, written)
    else {
      const folded = foldValue(option, attribute, value, written, complain)
      if (folded) options.set(option, folded)
    }
  }
  return options
}

const entriesOf = (options: Options): Iterable<[string, Value & { key?: Span }]> => (options.kind === 'object' ? options.entries : [])

function foldValue(option: string, attribute: Attribute, value: Value, written: WrittenLayer, complain: Complain): Value | undefined {
  if (value.kind === 'expression') return value
  if (value.value === undefined) return undefined
  const result = checkValue(option, attribute, value.value)
  if (!('code' in result)) return { kind: 'literal', value: result.value, at: value.at }
  complain(result, value.at, written)
  return undefined
}

/** What the room says about options together, as far as the text shows their values. `true`: whether one of it holds depends on a value that only the running program knows. */
function contradictions(options: ReadonlyMap<string, Value>, written: WrittenLayer, site: Site, room: BuildSide, complain: Complain): boolean {
  if (!room.check || written.options.kind === 'expression') return false
  let isOpen = false
  const whole: Record<string, unknown> = {}
  for (const [option, attribute] of Object.entries(room.table)) {
    if ('default' in attribute && attribute.kind !== 'list' && attribute.default !== undefined && !isWordWithoutValue(option, attribute)) whole[option] = attribute.default
  }
  for (const [option, value] of options) whole[option] = value.kind === 'literal' ? value.value : ONLY_KNOWN_LATER
  const classified = site.classifier !== undefined || options.has('classifier')
  for (const fault of room.check(whole, { sync: site.mode === 'sync', classified })) {
    const about = fault.option === undefined ? undefined : options.get(fault.option)
    // what was written and refused isn't missing
    if (!about && fault.option !== undefined && isWritten(fault.option, written)) continue
    if (about?.kind === 'expression' && !GIVEN.has(unwrap(about.node).type)) isOpen = true
    else complain(fault, about?.at ?? written.at, written)
  }
  return isOpen
}

// any other expression may turn out to be undefined
const GIVEN = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'ObjectMethod', 'ArrayExpression', 'ObjectExpression'])

const isWritten = (option: string, { options, leading }: WrittenLayer): boolean => leading?.option === option || (options.kind === 'object' && options.entries.has(option))

const ONLY_KNOWN_LATER = () => undefined

// a word that only means something beside another option stands for its default while it is absent
const isWordWithoutValue = (option: string, attribute: Attribute) => attribute.kind === 'word' && attribute.text === true && option !== ''

function capabilitiesOf(options: ReadonlyMap<string, Value>, unchecked: boolean, listed: boolean, site: Site, room: BuildSide): string[] {
  const { template } = room
  const own = template.capabilities(writtenOf(options), site.mode)
  return [
    ...own,
    // what is checked by the running program may depend on it
    ...(unchecked && site.mode === 'sync' && !own.includes('sync') ? ['sync'] : []),
    ...(isKeyed(options) ? [`${template.factory}Keys`] : []),
    ...(site.classifier && Object.hasOwn(room.table, 'classifier') ? ['classified'] : []),
    ...(unchecked ? [`${template.factory}Checked`] : listed ? ['listed'] : []),
    ...(site.moduleLevel ? [] : ['local']),
    ...(options.has('name') ? ['named'] : site.moduleLevel && keepsState(options, room) ? ['takeOver'] : []),
  ]
}

/** Always, or because of what is written: a budget. */
export const keepsState = (options: ReadonlyMap<string, Value>, { traits, table }: BuildSide): boolean =>
  traits.keepsState === true || [...options.keys()].some((option) => table[option]?.capability === 'budget')

export const writtenOf = (options: ReadonlyMap<string, Value>): Written => ({
  has: (option) => options.has(option),
  literal: (option) => {
    const value = options.get(option)
    return value?.kind === 'literal' ? value.value : undefined
  },
})
