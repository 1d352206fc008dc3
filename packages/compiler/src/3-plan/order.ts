import type { LayerName } from '@resilience4cata/core/layers'
import { orderFaults, orderLayers } from '@resilience4cata/core/order'
import { asyncOnly, excludes } from '@resilience4cata/core/site-faults'
import type { PlannedLayer } from '../plan.ts'
import type { Site } from '../site.ts'
import type { Rooms } from './index.ts'
import type { Complain } from './layers.ts'

/** Outermost first. The order as written is free of faults, or nothing is emitted anyway. */
export function inOrder(layers: readonly PlannedLayer[], site: Site, rooms: Rooms): PlannedLayer[] {
  const traitsOf = (layer: LayerName) => rooms[layer]?.traits
  const listed = site.order && orderFaults(site.order.words, traitsOf).length === 0 ? (site.order.words as LayerName[]) : undefined
  const order = orderLayers(layers.map(({ layer }) => layer), listed, traitsOf)
  return order.map((name) => layers.find(({ layer }) => layer === name)!)
}

/** Layers that can't stand on one site, or not on this one; and the order by itself. */
export function checkTogether(site: Site, rooms: Rooms, complain: Complain): void {
  const slots = new Map<string, LayerName>()
  for (const written of site.layers) {
    const traits = rooms[written.layer]?.traits
    if (traits?.slot) {
      const other = slots.get(traits.slot.name)
      if (other) complain(excludes(traits.slot.excluded, other, written.layer), written.at, written)
      slots.set(traits.slot.name, written.layer)
    }
    if (traits?.asyncOnly && site.mode === 'sync') complain(asyncOnly(traits.asyncOnly, written.layer), written.at, written)
  }
  if (site.order) for (const fault of orderFaults(site.order.words, (layer) => rooms[layer]?.traits)) complain(fault, site.order.at)
}
