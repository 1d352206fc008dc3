// What is told about each site: plain data for `r4c explain` and the playground.
import type { Attribute, Table } from '@resilience4cata/core/attributes'
import type { Tree } from '../1-parse/parse.ts'
import type { AloneReport, Plan, PlannedLayer, SiteReport } from '../plan.ts'
import type { Rooms } from './index.ts'

export function reportSites(plans: readonly Plan[], { code, lines }: Tree, rooms: Rooms): SiteReport[] {
  return plans.map(({ site, id, frames, form, inPlace }) => ({
    id,
    path: site.path,
    mode: site.mode,
    line: lines.at(site.at.start).line,
    at: site.at,
    frames: frames.map(({ layers }) => layers.map((layer) => ({
      layer: layer.layer,
      at: layer.written.at,
      written: Object.fromEntries([...layer.options].map(([option, value]) => [option, value.kind === 'literal' ? value.value : code.slice(value.at.start, value.at.end)])),
      defaults: defaultsOf(layer, rooms[layer.layer]!.table),
      inPlace: form.kind === 'interpreted' ? [] : [...layer.options].flatMap(([option, value]) => (inPlace.includes(value) ? [option] : [])),
    }))),
    form,
  }))
}

export const reportAlone = (alone: readonly Omit<AloneReport, 'line'>[], { lines }: Tree): AloneReport[] =>
  alone.map((each) => ({ ...each, line: lines.at(each.at.start).line }))

const defaultsOf = ({ options }: PlannedLayer, table: Table): Record<string, unknown> => Object.fromEntries(builtIn(table).filter(([option]) => !options.has(option)))

/** By table, which never changes. */
const known = new WeakMap<Table, readonly (readonly [option: string, value: unknown])[]>()

function builtIn(table: Table): readonly (readonly [option: string, value: unknown])[] {
  const defaults = known.get(table) ?? Object.entries(table).flatMap(([option, attribute]) => (defaultOf(attribute) === undefined ? [] : [[option, defaultOf(attribute)] as const]))
  known.set(table, defaults)
  return defaults
}

const defaultOf = (attribute: Attribute): unknown => ('default' in attribute ? attribute.default : undefined)
