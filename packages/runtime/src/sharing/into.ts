import type { Capability } from '@resilience4cata/core/run/instance'
import type { Realm } from '@resilience4cata/core/run/realm'

/** Capability of a site with a `registry` of its own. */
export const into = (registry: { readonly realm: Realm }): Capability => (instance) => { instance.realm = registry.realm }
