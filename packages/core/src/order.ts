// The order of a site's layers: one function for the compiler and the interpreter. What it knows of a policy is its traits.
import type { Fault } from './diagnostic.ts'
import { LAYERS, isLayer, type LayerName, type Traits } from './layers.ts'
import { layerTwiceInOrder, pinnedInOrder, unknownInOrder } from './site-faults.ts'

/** Traits by layer, as far as there are rooms. */
export type TraitsOf = (layer: LayerName) => Pick<Traits, 'pinned' | 'slot'> | undefined

/**
 * The layers of a site, outermost first. Listed ones move together, in the list's order, to the place of the outermost of them; listed ones that the site
 * doesn't have are ignored; the rest keep their default order. The list must be free of faults (`orderFaults`).
 */
export function orderLayers(present: Iterable<LayerName>, listed: readonly LayerName[] | undefined, traitsOf: TraitsOf): LayerName[] {
  const has = new Set(present)
  const isPinned = (layer: LayerName) => traitsOf(layer)?.pinned !== undefined
  const pinned = LAYERS.filter((layer) => has.has(layer) && isPinned(layer))
  const base = LAYERS.filter((layer) => has.has(layer) && !isPinned(layer))
  const places = (listed ?? []).map((layer) => placeOf(layer, traitsOf))
  const moved = places.flatMap((place) => base.filter((layer) => placeOf(layer, traitsOf) === place))
  const at = Math.min(...moved.map((layer) => base.indexOf(layer)))
  return [...pinned, ...base.slice(0, at), ...moved, ...base.slice(at).filter((layer) => !moved.includes(layer))]
}

/** R4C-ORD-001, -002, -003: what is wrong with a list by itself. */
export function orderFaults(listed: readonly unknown[], traitsOf: TraitsOf): Fault[] {
  const faults: Fault[] = []
  const seen = new Map<string, LayerName>()
  for (const word of listed) {
    if (typeof word !== 'string' || !isLayer(word)) faults.push(unknownInOrder(word))
    else if (traitsOf(word)?.pinned !== undefined) faults.push(pinnedInOrder(word))
    else {
      const place = placeOf(word, traitsOf)
      const earlier = seen.get(place)
      if (earlier !== undefined) faults.push(layerTwiceInOrder(word, earlier))
      seen.set(place, word)
    }
  }
  return faults
}

// layers that exclude each other are one place: the word of either means the one that the site has
const placeOf = (layer: LayerName, traitsOf: TraitsOf): string => {
  const slot = traitsOf(layer)?.slot
  return slot ? `slot ${slot.name}` : layer
}
