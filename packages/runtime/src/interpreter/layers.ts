// The instances of a site's layers. The interpreter has every capability; which of them act is a matter of options.
import { checkOptions } from '@resilience4cata/core/check'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at } from '@resilience4cata/core/diagnostic'
import { furnished } from '@resilience4cata/core/run/furnished'
import { checkWritten, type Capability, type Instance } from '@resilience4cata/core/run/instance'
import { realm } from '@resilience4cata/core/run/realm'
import type { About, RunSide } from '@resilience4cata/core/run/room'
import { installKit } from '../configuration/kit.ts'
import { called } from '../sharing/called.ts'
import { into } from '../sharing/into.ts'
import { local } from '../sharing/local.ts'
import { named } from '../sharing/named.ts'
import type { Marks } from './marks.ts'
import type { Mode } from './mode.ts'
import type { Layer } from './nest.ts'
import { ordered, type Place } from './place.ts'

export function makeLayers(marks: Marks, place: Place, mode: Mode, arity: number): Layer[] {
  const { rooms, id } = place
  installKit(marks.site.registry?.realm ?? realm(), rooms)
  const order = ordered(marks, rooms)
  const instances = order.map((layer) => makeInstance(rooms[layer]!, marks.layers.get(layer) as object, marks, place, mode))
  return nested(order.map((layer, i) => ({ room: rooms[layer]!, instance: instances[i]! })), { site: id, arity, mode })
}

/** What each layer may know of those inside of it. Outermost first. */
export const nested = (layers: readonly Omit<Layer, 'about'>[], site: Pick<About, 'site' | 'arity' | 'mode'>): Layer[] =>
  layers.map(({ room, instance }, i) => {
    const { takes } = room.traits
    const innerOffers = takes !== undefined && layers[i + 1]?.room.traits.offers === takes
    return { room, instance, about: { ...site, innerOffers, inner: layers.slice(i + 1).map((layer) => layer.instance) } }
  })

function makeInstance(room: RunSide, written: { readonly name?: string }, { site }: Marks, { id, moduleLevel }: Place, mode: Mode): Instance<any> {
  // a policy that has no name of its own is called by the site's
  const takesName = Object.hasOwn(room.table, 'name')
  const name = takesName ? (written.name ?? site.name) : undefined
  const capabilities: Capability[] = [checks(room), ...Object.values(room.capabilities)]
  if (mode === 'sync') capabilities.push(inSync)
  if (site.classifier !== undefined) capabilities.push(inClassified)
  if (site.registry) capabilities.unshift(into(site.registry))
  if (!moduleLevel) capabilities.push(local)
  if (name !== undefined) capabilities.push(named)
  if (!takesName && site.name !== undefined) capabilities.push(called(site.name))
  return room.create(id, name === undefined ? written : { ...written, name }, furnished(...capabilities))
}

/** Capabilities of layers of a sync site, and of one that has a classifier. */
const inSync: Capability = (instance) => learn(instance, 'sync')
const inClassified: Capability = (instance) => learn(instance, 'classified')

// options that hold were checked for the sites so far
function learn(instance: Instance<any>, what: 'sync' | 'classified'): void {
  if (instance[what]) return
  instance[what] = true
  if (instance.options) resolveAnew(instance)
}

function resolveAnew(instance: Instance<any>): void {
  try {
    instance.options = undefined
    instance.ready()
  } catch {
    // said at the next call, like every mistake
    instance.options = undefined
  }
}

/** What is written is only known now: it is checked by the room's table, in the words that the compiler has for literals. */
const checks = (room: RunSide): Capability =>
  CHECKS.get(room) ?? checking(room)

// the same capability each time: whoever shares an instance compares them
const CHECKS = /*#__PURE__*/ new WeakMap<RunSide, Capability>()

function checking(room: RunSide): Capability {
  const capability: Capability = (instance) => {
    checkWritten(instance, (written) => {
      const { values, faults } = checkOptions(room.table, written)
      if (faults.length > 0) throw new ConfigurationError(at(instance.id, faults))
      return values
    })
  }
  CHECKS.set(room, capability)
  return capability
}
