// What a policies object, a bundle or a decorator says, read once: later changes to the objects have no effect.
import { classifier, fn, text, word, type Table } from '@resilience4cata/core/attributes'
import { checkValue } from '@resilience4cata/core/check'
import type { Classifier } from '@resilience4cata/core/classifier'
import type { Fault } from '@resilience4cata/core/diagnostic'
import { LAYERS, LEADING, isLayer, type LayerName } from '@resilience4cata/core/layers'
import { notAnOrder, notARegistry, notOptions, orderInPipeline, unknownPolicy } from '@resilience4cata/core/site-faults'
import { isRegistry } from '../sharing/into.ts'
import type { Registry } from '../registry.ts'

/** Options as written; `false` takes the layer out. */
export type WrittenLayer = Readonly<Record<string, unknown>> | false

/** What concerns a whole site. */
export interface SiteWide {
  readonly name?: string
  readonly mode?: 'async' | 'sync'
  readonly signal?: (this: any, ...args: any[]) => unknown
  readonly classifier?: Classifier
  readonly order?: readonly LayerName[]
  readonly registry?: Registry
}

export interface Marks {
  readonly layers: ReadonlyMap<LayerName, WrittenLayer>
  readonly site: SiteWide
  /** What is wrong with them by themselves. */
  readonly faults: readonly Fault[]
}

const SITE_WIDE = /*#__PURE__*/ (() => ({
  name: text(),
  mode: word({ words: ['async', 'sync'], default: 'async' }),
  signal: fn(),
  classifier: classifier(),
}))() satisfies Table

export const siteMark = (site: { readonly [K in keyof SiteWide]: SiteWide[K] | undefined }): Marks => readPolicies(site)

export const layerMark = (layer: LayerName, written: unknown): Marks => readPolicies({ [layer]: written ?? true })

/** The `Policies` object. */
export const readPolicies = (policies: object): Marks => read(policies, [...LAYERS, 'classifier', 'order', 'name', 'signal', 'mode', 'registry'])

/** The same for a pipeline, which has no more than layers and a classifier. */
export const readPipeline = (policies: object): Marks => read(policies, [...LAYERS, 'classifier'])

function read(policies: object, keys: readonly string[]): Marks {
  const layers = new Map<LayerName, WrittenLayer>()
  const site: Record<string, unknown> = {}
  const faults: Fault[] = []
  for (const [key, value] of Object.entries(policies)) {
    if (!keys.includes(key)) faults.push(key === 'order' ? orderInPipeline() : unknownPolicy(key, keys))
    else if (isLayer(key)) layers.set(key, readLayer(key, value, faults))
    else if (value !== undefined) site[key] = readSiteWide(key, value, faults)
  }
  return { layers, site, faults }
}

function readLayer(layer: LayerName, value: unknown, faults: Fault[]): WrittenLayer {
  if (value === true) return {}
  if (value === false || value === undefined || value === null) return false
  const leading = LEADING[layer]
  if (typeof value === 'object') return isOff((value as { enabled?: unknown }).enabled) ? false : { ...value }
  if (typeof value === 'string' && leading?.method) return { [leading.method]: value }
  if (leading) return { [leading.option]: value }
  faults.push(notOptions(layer, value))
  return false
}

// a written `false` can't be overridden
const isOff = (enabled: unknown) => enabled === false || (typeof enabled === 'string' && enabled.trim().toLowerCase() === 'false')

function readSiteWide(key: string, value: unknown, faults: Fault[]): unknown {
  if (key === 'registry') {
    if (isRegistry(value)) return value
    faults.push(notARegistry(value))
    return undefined
  }
  if (key === 'order') {
    if (Array.isArray(value)) return [...value]
    faults.push(notAnOrder(value))
    return undefined
  }
  const result = checkValue(key, SITE_WIDE[key as keyof typeof SITE_WIDE], value)
  if ('code' in result) faults.push(result)
  return value
}

/** One on top of the other, weakest first: a layer is replaced whole, never mixed. */
export function overlay(all: readonly Marks[]): Marks {
  const layers = new Map<LayerName, WrittenLayer>()
  for (const marks of all) for (const [layer, written] of marks.layers) layers.set(layer, written)
  return { layers, site: Object.assign({}, ...all.map((marks) => marks.site)) as SiteWide, faults: all.flatMap((marks) => marks.faults) }
}
