import type { Realm } from '@resilience4cata/core/run/realm'
import { installKit } from './configuration/kit.ts'
import type { Rooms } from './configuration/merge.ts'
import { createRealm, Registry, type RegistryOptions } from './registry.ts'

/** A registry apart from the default one, with its own instances, clock and configuration. `View` adds the handles of the policies. */
export function createRegistry<R extends Registry = Registry>(rooms: Rooms, options?: RegistryOptions, View = Registry as new (realm: () => Realm) => R): R {
  const realm = createRealm(options)
  installKit(realm, rooms)
  return new View(() => realm)
}
