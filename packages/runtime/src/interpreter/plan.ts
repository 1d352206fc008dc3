// From what is written about a site to what runs: checks that the layers can stand together, orders them, makes their instances, nests them. Done once.
import { at, type Fault } from '@resilience4cata/core/diagnostic'
import type { LayerName } from '@resilience4cata/core/layers'
import { orderFaults } from '@resilience4cata/core/order'
import { realm } from '@resilience4cata/core/run/realm'
import type { Body } from '@resilience4cata/core/run/room'
import { asyncOnly, excludes, interpretedUnderStrict, unknownPolicy } from '@resilience4cata/core/site-faults'
import { makeLayers } from './layers.ts'
import type { Marks } from './marks.ts'
import { methodFaults } from './method-faults.ts'
import { decideMode, type Mode } from './mode.ts'
import { nestAsync, nestSync, type Nest, type Run } from './nest.ts'
import { notice } from './notice.ts'
import { layersOf, type Place, type Rooms } from './place.ts'
import { refuse } from './refuse.ts'

export function planSite(marks: Marks, place: Place, fn: Body): Run {
  const { mode, fault } = decideMode(fn, marks.site.mode ?? place.mode)
  const faults = [...marks.faults, ...(fault ? [fault] : []), ...siteFaults(marks, place, mode)]
  if (faults.length > 0) return refuse(mode, at(place.id, faults))
  notice(place)
  const nest = { ...about(marks, place), layers: makeLayers(marks, place, mode!, fn.length) }
  const run = mode === 'sync' ? nestSync(nest) : nestAsync(nest)
  // asked at each call: who says it may be evaluated later than what is marked here
  const strictly = refuse(mode, at(place.id, [interpretedUnderStrict()]))
  return (...call) => (realm().strict ? strictly : run)(...call)
}

/** What surrounds the layers. */
export function about({ site: { classifier, signal, registry } }: Marks, { id }: Place): Omit<Nest, 'layers'> {
  return { id, realm: registry?.realm ?? realm(), classifier, signal }
}

/** `exclude`: what to say of two layers of one slot. */
export function siteFaults(marks: Marks, place: Place, mode: Mode | undefined, exclude = excludes): Fault[] {
  const { rooms } = place
  const present = layersOf(marks)
  const faults: Fault[] = [...slotFaults(present, rooms, exclude), ...methodFaults(marks, place.owner, mode)]
  if (marks.site.order) faults.push(...orderFaults(marks.site.order, (layer) => rooms[layer]?.traits))
  for (const layer of present) {
    const room = rooms[layer]
    if (!room) faults.push(unknownPolicy(layer, Object.keys(rooms)))
    else if (mode === 'sync' && room.traits.asyncOnly) faults.push(asyncOnly(room.traits.asyncOnly, layer))
  }
  return faults
}

function slotFaults(present: readonly LayerName[], rooms: Rooms, exclude: typeof excludes): Fault[] {
  const taken = new Map<string, LayerName>()
  const faults: Fault[] = []
  for (const layer of present) {
    const slot = rooms[layer]?.traits.slot
    const other = slot && taken.get(slot.name)
    if (other) faults.push(exclude(slot.excluded, other, layer))
    else if (slot) taken.set(slot.name, layer)
  }
  return faults
}
