// The registry with the handles of the policies: shared code names none.
import { realm, type Realm } from '@resilience4cata/core/run/realm'
import { createRegistry as create } from '@resilience4cata/runtime/create-registry'
import { Registry, type RegistryOptions } from '@resilience4cata/runtime/registry'
import { rooms } from './rooms.ts'

export class PolicyRegistry extends Registry {}

/** The registry of the program: what isn't told otherwise is entered here. One for all copies of this package in a realm. */
export const registry: PolicyRegistry = /*#__PURE__*/ new PolicyRegistry(realm)

/** A registry apart from the default one, with its own instances, clock and configuration: for tests, or for what must not share. */
export const createRegistry = (options?: RegistryOptions): PolicyRegistry => create(rooms, options, PolicyRegistry as new (realm: () => Realm) => PolicyRegistry)
