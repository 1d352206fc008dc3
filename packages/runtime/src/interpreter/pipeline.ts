// The same layers for code that can't be marked, in their default order.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at } from '@resilience4cata/core/diagnostic'
import { excludesInPipeline, notARegistry, syncPipelineOfAsync } from '@resilience4cata/core/site-faults'
import type { Registry } from '../registry.ts'
import { isRegistry } from '../sharing/into.ts'
import { makeLayers } from './layers.ts'
import { readPipeline, type Marks } from './marks.ts'
import { nestAsync, nestSync, type Layer, type Run } from './nest.ts'
import type { Rooms } from './place.ts'
import { about, siteFaults } from './plan.ts'
import { refuse } from './refuse.ts'

/** Layers in their default order, for code that can't be marked. `Extra` is what a fallback may answer. */
export interface Pipeline<Extra = never> {
  /** The name of its instances. */
  readonly id: string
  /** Runs `fn` through the layers, as often as they decide. `signal` is the caller's. */
  execute<Value>(fn: () => Value, options?: { readonly signal?: AbortSignal | undefined }): Promise<Awaited<Value> | Extra>
  /** The same for a function that returns its value. A layer without a sync form: R4C-RT-018; one that would wait: R4C-SYN-004 and its like. */
  executeSync<Value>(fn: () => Value): Value | Extra
}

/** `pipeline(id, policies, { registry })`: `id` names the instances, so that what has the same name elsewhere is shared. */
export const pipelines = (rooms: Rooms) =>
  (id: string, policies: object, { registry }: { readonly registry?: Registry } = {}): Pipeline => {
    const { layers, site, faults } = readPipeline(policies)
    const mistaken = registry && !isRegistry(registry) ? [notARegistry(registry)] : []
    const { async, sync } = plan({ layers, site: { ...site, name: id, ...(registry && { registry }) }, faults: [...faults, ...mistaken] }, rooms, id)
    return {
      id,
      execute: (fn, { signal } = {}) => async(fn, undefined, [], signal) as Promise<never>,
      executeSync: (fn) => sync()(fn, undefined, []) as never,
    }
  }

function plan(marks: Marks, rooms: Rooms, id: string): { readonly async: Run; sync(): Run } {
  const place = { rooms, id }
  const faults = at(id, [...marks.faults, ...siteFaults(marks, place, 'async', (_code, one, other) => excludesInPipeline(one, other))])
  if (faults.length > 0) return { async: refuse('async', faults), sync: () => refuse('sync', faults) }
  const layers = makeLayers(marks, place, 'async', 0)
  const nest = about(marks, place)
  let sync: Run | undefined
  return { async: nestAsync({ ...nest, layers }), sync: () => (sync ??= nestSync({ ...nest, layers: syncForms(layers, id) })) }
}

// all are checked before an instance remembers a sync site: `execute` must go on if one of them may not wait
function syncForms(layers: readonly Layer[], id: string): Layer[] {
  for (const { instance, room } of layers) {
    if (room.traits.asyncOnly) throw new ConfigurationError(at(id, [syncPipelineOfAsync(instance.policy)]))
    const { classified, normalise } = instance
    const faults = room.check?.(instance.ready() as Readonly<Record<string, unknown>>, { sync: true, classified, normalise }) ?? []
    if (faults.length > 0) throw new ConfigurationError(at(id, faults))
  }
  for (const { instance } of layers) instance.sync = true
  return layers.map((layer) => ({ ...layer, about: { ...layer.about, mode: 'sync' } }))
}
