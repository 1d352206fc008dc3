import type { Instance } from '@resilience4cata/core/run/instance'
import type { Realm } from '@resilience4cata/core/run/realm'

/** Capability of a site with a `registry` of its own. */
export const into = (registry: { readonly realm: Realm }) => (instance: Instance<any>): void => { instance.realm = registry.realm }
