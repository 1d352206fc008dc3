import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { notARegistry } from '@resilience4cata/core/site-faults'
import type { Capability } from '@resilience4cata/core/run/instance'
import type { Realm } from '@resilience4cata/core/run/realm'

interface Holding { readonly realm: Realm }

const MADE = /*#__PURE__*/ new WeakMap<Holding, Capability>()

export const isRegistry = (value: unknown): value is Holding =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Holding>).realm?.entered === 'object'

/** Capability of a site with a `registry` of its own. The same one for the same registry: whoever shares an instance compares them. */
export function into(registry: Holding): Capability {
  if (!isRegistry(registry)) throw new ConfigurationError([notARegistry(registry)])
  let capability = MADE.get(registry)
  if (!capability) MADE.set(registry, (capability = (instance) => { instance.realm = registry.realm }))
  return capability
}

/** The same for a value that may turn out to be none. */
export const intoIfAny = (registry: Holding | null | undefined): Capability => (registry ? into(registry) : () => undefined)
