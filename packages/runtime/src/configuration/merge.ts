import type { Table } from '@resilience4cata/core/attributes'
import { checkOptions, checkValue } from '@resilience4cata/core/check'
import { at, fault, type Fault } from '@resilience4cata/core/diagnostic'
import type { LayerName } from '@resilience4cata/core/layers'
import type { RunSide } from '@resilience4cata/core/run/room'
import { changesOf, unknownKey, type Change, type Section } from './change.ts'
import { MAX_IDS, type Layered, type Settings, type Values } from './settings.ts'

export type Rooms = Readonly<Partial<Record<LayerName, RunSide>>>

/** What holds after `values`, key by key over what held before. Nothing of it may be used when there are faults. */
export function merge(before: Settings, values: object, rooms: Rooms): { readonly settings: Settings; readonly faults: readonly Fault[] } {
  const { changes, enabled, profile, faults } = changesOf(values)
  const next = { defaults: new Map([['', before.defaults]]), configs: new Map(before.configs), instances: new Map(before.instances) }
  for (const change of changes) faults.push(...apply(next[change.section], change, rooms))
  if (next.instances.size > MAX_IDS) {
    faults.push({ ...fault('R4C-ATR-010', `at most ${MAX_IDS} ids can be configured, got ${next.instances.size}`, 'Use a named configuration for what many have in common.'), where: 'instances' })
  }
  const settings = {
    enabled: taken(before.enabled, enabled, () => flag(enabled, faults)),
    profile: taken(before.profile, profile, () => edge(profile, faults)),
    defaults: next.defaults.get('') ?? {},
    configs: next.configs,
    instances: next.instances,
  }
  return { settings, faults }
}

const taken = <T>(before: T | undefined, given: unknown, read: () => T | undefined) => (given === undefined ? before : given === null ? undefined : read())

function apply(named: Map<string, Layered>, { where, section, name, policy, value, fromText }: Change, rooms: Rooms): Fault[] {
  if (name === undefined) named.clear()
  else if (policy === undefined) value === null ? named.delete(name) : named.set(name, named.get(name) ?? {})
  else {
    const room = Object.hasOwn(rooms, policy) ? rooms[policy as LayerName] : undefined
    if (!room) return [{ ...unknownKey(policy, Object.keys(rooms)), where }]
    const { [policy as LayerName]: before, ...others } = named.get(name) ?? {}
    const { values, faults } = value === null ? { values: {}, faults: [] } : overlay(before ?? {}, value as object, configurable(room.table, section), fromText)
    const all = Object.keys(values).length > 0 ? { ...others, [policy]: values } : others
    // a named configuration that says nothing is still one
    Object.keys(all).length > 0 || section === 'configs' ? named.set(name, all) : named.delete(name)
    return at(where, faults)
  }
  return []
}

/** `null` takes an option back. */
function overlay(before: Values, change: object, table: Table, fromText: boolean): { values: Values; faults: Fault[] } {
  const given = Object.entries(change).map(([option, value]) => [option, value === null ? undefined : value])
  const { values, faults } = checkOptions(table, Object.fromEntries(given), { fromText, configured: true })
  const kept = Object.entries(before).filter(([option]) => !Object.hasOwn(change, option))
  return { values: { ...Object.fromEntries(kept), ...values }, faults }
}

/** A name is what configuration goes by, and a site's own functions are its text, so they can't be configured; and no named configuration is built on another. */
function configurable(table: Table, section: Section): Table {
  return Object.fromEntries(Object.entries(table).filter(([option, { fixed }]) => !fixed && !(section === 'configs' && option === 'config')))
}

function flag(value: unknown, faults: Fault[]): boolean | undefined {
  const result = checkValue('enabled', { kind: 'flag', code: 'R4C-ATR-006', default: true }, value)
  if ('value' in result) return result.value as boolean
  faults.push({ ...result, where: 'configure' })
  return undefined
}

function edge(value: unknown, faults: Fault[]): 'edge' | undefined {
  const result = checkValue('profile', { kind: 'word', code: 'R4C-ATR-011', words: ['edge'], default: '' }, value, { fromText: true })
  if ('value' in result) return 'edge'
  faults.push({ ...result, where: 'configure' })
  return undefined
}
