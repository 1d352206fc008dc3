import type { Table } from '@resilience4cata/core/attributes'
import { LAYERS, type LayerName } from '@resilience4cata/core/layers'
import type { Instance } from '@resilience4cata/core/run/instance'
import type { RunSide } from '@resilience4cata/core/run/room'

/** One instance: its id, its resolved options as plain JSON (`null` while they are wrong), and what its policy shows of its state. */
export interface Row {
  readonly instance: string
  readonly config: Readonly<Record<string, unknown>> | null
  readonly [field: string]: unknown
}

/** Plain JSON of all instances, by policy. */
export type Snapshot = { readonly version: 1 } & { readonly [Policy in LayerName]?: readonly Row[] }

export function snapshotOf(instances: Iterable<Instance<any>>, rooms: Readonly<Partial<Record<LayerName, RunSide>>>): Snapshot {
  const all = [...instances]
  const rows = LAYERS.flatMap((policy) => {
    const room = rooms[policy]
    if (!room) return []
    const shown = all.filter((instance) => instance.policy === policy).flatMap((instance) => row(instance, room))
    return [[policy, shown]]
  })
  return { version: 1, ...Object.fromEntries(rows) }
}

function row(instance: Instance<any>, room: RunSide): Row[] {
  let options: object
  try {
    options = instance.ready()
  } catch {
    // what is wrong with it is what `check()` and each call say
    return [{ instance: instance.id, config: null }]
  }
  const fields = room.snapshot(instance)
  const config = Object.entries({ ...unsaid(room.table), ...options }).map(([option, value]) => [option, plain(value)])
  return fields ? [{ instance: instance.id, config: Object.fromEntries(config), ...fields }] : []
}

/** Defaults that a room doesn't spell out in its options, so that a row says all that holds. A list's default is a matter of its policy. */
function unsaid(table: Table): Readonly<Record<string, unknown>> {
  const { locked: _, ...shown } = table
  return Object.fromEntries(Object.entries(shown).flatMap(([option, attribute]) => (attribute.kind === 'list' || attribute.default === undefined ? [] : [[option, attribute.default]])))
}

/** An option as plain JSON: functions and classes by name, an object by the functions that it has. What else it keeps is its own affair. */
export function plain(value: unknown): unknown {
  if (typeof value === 'function') return isClass(value) && value.name ? `[${value.name}]` : '[function]'
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).flatMap(([key, member]) => (typeof member === 'function' ? [[key, plain(member)]] : [])))
  // JSON has no Infinity
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

/** By the rule of the failure lists: an error class, or a native `class`. */
function isClass(value: Function): boolean {
  return value.prototype instanceof Error || value === Error || Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
}
