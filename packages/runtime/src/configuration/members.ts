// Who is in a realm, and whom an id means.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { fault, nearest, show } from '@resilience4cata/core/diagnostic'
import type { LayerName } from '@resilience4cata/core/layers'
import type { Instance } from '@resilience4cata/core/run/instance'
import { settleSites, type Realm } from '@resilience4cata/core/run/realm'

/** All instances that an id may mean, in the order in which they were entered. Of a module-level site only the latest: it stands in the place of earlier evaluations. */
export function members(realm: Realm): Instance<any>[] {
  const all = everyone(realm)
  const latest = new Map(all.filter(isReplaceable).map((instance) => [placeOf(instance), instance]))
  return all.filter((instance) => !isReplaceable(instance) || latest.get(placeOf(instance)) === instance)
}

/** Also those that were replaced: whoever still has one hears of configuration too, but no id means it any more. */
export const everyone = (realm: Realm): Instance<any>[] => living(realm).filter(({ rival }) => !rival)

/** Sites that share another one's name and have no state of their own. */
export const rivals = (realm: Realm): Instance<any>[] => living(realm).filter(({ rival }) => rival)

function living(realm: Realm): Instance<any>[] {
  settleSites(realm)
  return realm.entered.map((reference) => reference.deref()).filter((instance) => instance !== undefined)
}

/** Those that hold state: where there is a `key`, the instances of its keys in place of the one that has their configuration. */
export const acting = (instances: readonly Instance<any>[]): Instance<any>[] => instances.flatMap((instance) => (isKeyed(instance) ? instance.keys!.instances : [instance]))

export const isKeyed = ({ keys, options, written }: Instance<any>, holds: { readonly key?: unknown } = options ?? written): boolean => keys !== undefined && holds.key !== undefined

const isReplaceable = ({ local, written }: Instance<any>) => !local && written.name === undefined

const placeOf = ({ policy, site }: Instance<any>) => `${policy} ${site}`

/** The part after `#`: how an id that isn't a name may be shortened. */
export const shortOf = (id: string): string => id.slice(id.indexOf('#') + 1)

/** The one instance that an id means: the full id, a name, or the part after `#`; of a policy with a `key`, `id[key]`. */
export function find(realm: Realm, policy: LayerName, id: string): Instance<any> {
  const entered = members(realm).filter((instance) => instance.policy === policy)
  const all = acting(entered)
  const exact = all.filter((instance) => instance.id === id)
  const found = exact.length > 0 ? exact : all.filter((instance) => shortOf(instance.id) === id)
  if (found.length === 1) return found[0]!
  const where = `${policy} ${show(id)}`
  if (found.length > 1) {
    const says = `means ${found.length} instances: ${distinct(found)}`
    throw new ConfigurationError([{ ...fault('R4C-REG-012', says, 'Give the one you mean a name, or write its full id.'), where }])
  }
  if (entered.some((instance) => isKeyed(instance) && (instance.id === id || shortOf(instance.id) === id))) {
    const note = `Write the key as well: ${show(`${id}[…]`)}.`
    throw new ConfigurationError([{ ...fault('R4C-REG-012', 'means an instance for each key', note), where }])
  }
  const near = nearest(id, all.flatMap((instance) => [instance.id, shortOf(instance.id)]))
  const note = near ? `Did you mean ${show(near)}?` : all.length > 0 ? `Known here: ${all.slice(0, 10).map((instance) => show(instance.id)).join(', ')}.` : 'Evaluate the module of the site first.'
  throw new ConfigurationError([{ ...fault('R4C-REG-005', 'no module that was evaluated has entered this id', note), where }])
}

const distinct = (instances: readonly Instance<any>[]) => [...new Set(instances.map((instance) => show(instance.id)))].join(', ')
