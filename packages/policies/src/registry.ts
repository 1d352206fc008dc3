// The registry with the handles of the policies: shared code names none.
import { realm, type Realm } from '@resilience4cata/core/run/realm'
import { createRegistry as create } from '@resilience4cata/runtime/create-registry'
import { Registry, type RegistryOptions } from '@resilience4cata/runtime/registry'
import { CircuitBreakerHandle } from './circuit-breaker/handle.ts'
import type { CircuitBreaker } from './circuit-breaker/runtime.ts'
import { rooms } from './rooms.ts'

export class PolicyRegistry extends Registry {
  /** The breaker that an id, a name, or the part of an id after `#` means. No such (yet): R4C-REG-005; several: R4C-REG-012. */
  circuitBreaker(id: string): CircuitBreakerHandle { return new CircuitBreakerHandle(this.handle('circuitBreaker', id) as CircuitBreaker) }
}

/** The registry of the program: what isn't told otherwise is entered here. One for all copies of this package in a realm. */
export const registry: PolicyRegistry = /*#__PURE__*/ new PolicyRegistry(realm)

/** A registry apart from the default one, with its own instances, clock and configuration: for tests, or for what must not share. */
export const createRegistry = (options?: RegistryOptions): PolicyRegistry => create(rooms, options, PolicyRegistry as new (realm: () => Realm) => PolicyRegistry)
