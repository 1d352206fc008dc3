// The registry with the handles of the policies: shared code names none.
import { realm, type ListenOptions, type Realm } from '@resilience4cata/core/run/realm'
import type { EventOf, Listenable } from '@resilience4cata/runtime/event-types'
import { createRegistry as create } from '@resilience4cata/runtime/create-registry'
import { Registry, type RegistryOptions } from '@resilience4cata/runtime/registry'
import { AdaptiveLimitHandle } from './adaptive-limit/handle.ts'
import type { AdaptiveLimit } from './adaptive-limit/runtime.ts'
import { BulkheadHandle } from './bulkhead/handle.ts'
import type { Bulkhead } from './bulkhead/runtime.ts'
import { CircuitBreakerHandle } from './circuit-breaker/handle.ts'
import type { CircuitBreaker } from './circuit-breaker/runtime.ts'
import { RateLimiterHandle } from './rate-limiter/handle.ts'
import type { RateLimiter } from './rate-limiter/runtime.ts'
import type { Configuration } from './configured.ts'
import type { Events } from './events.ts'
import type { Snapshot } from './snapshots.ts'
import { rooms } from './rooms.ts'

// keys that are only known when the program runs: of an object that is written in place the names are checked
type AnyKeys<Text> = string extends keyof Text ? Text : never

/** What a program asks about its policies, and tells them: configuration, events, snapshots, handles. */
export interface PolicyRegistry {
  /** Takes configuration by flat keys only, as `resilience4cata/config` reads it from text. */
  configure<Text extends Readonly<Record<string, string>>>(values: AnyKeys<Text>, options?: { readonly replace?: boolean }): void
  // the last one is what a type checker goes by when it explains a mistake
  /**
   * Takes configuration: nested, or by flat keys (`'instances.checkout.retry.delay': '1s'`). It is merged key by key into what was configured before; `null`
   * takes a key back; `replace` starts from nothing. Instances that are in use change too. Everything is checked first: on a mistake (`ConfigurationError`)
   * nothing has changed. Without `resilience4cata/configuration`: R4C-CFG-015.
   */
  configure(values: Configuration, options?: { readonly replace?: boolean }): void
  /**
   * Listens to `'<policy>.<event>'`, `'<policy>.*'` or `'*'`. Listeners are called at once, in order, after the change; what one throws is reported and
   * changes no call. Answers with what ends it. Without `resilience4cata/configuration`: R4C-CFG-015.
   */
  on<const Asked extends Listenable<Events>>(type: Asked, listener: (event: EventOf<Events, Asked>) => unknown, options?: ListenOptions): () => void
  /** Plain JSON of all instances, by policy: their options and what can be seen of their state. Changes nothing. Without `resilience4cata/configuration`: R4C-CFG-015. */
  snapshot(): Snapshot
}

export class PolicyRegistry extends Registry {
  /** The breaker that an id, a name, or the part of an id after `#` means. No such (yet): R4C-REG-005; several: R4C-REG-012. */
  circuitBreaker(id: string): CircuitBreakerHandle { return new CircuitBreakerHandle(this.handle('circuitBreaker', id) as CircuitBreaker) }
  /** Likewise a rate limiter: `available`, `waiting`, `nextPermitMs`. */
  rateLimiter(id: string): RateLimiterHandle { return new RateLimiterHandle(this.handle('rateLimiter', id) as RateLimiter) }
  /** Likewise an adaptive limit: `limit`, `inFlight`, `waiting`, `algorithm`. */
  adaptiveLimit(id: string): AdaptiveLimitHandle { return new AdaptiveLimitHandle(this.handle('adaptiveLimit', id) as AdaptiveLimit) }
  /** Likewise a bulkhead: `inUse`, `waiting`, `max`, `rejected`. */
  bulkhead(id: string): BulkheadHandle { return new BulkheadHandle(this.handle('bulkhead', id) as Bulkhead) }
}

/** The registry of the program: what isn't told otherwise is entered here. One for all copies of this package in a realm. */
export const registry: PolicyRegistry = /*#__PURE__*/ new PolicyRegistry(realm)

/** A registry apart from the default one, with its own instances, clock and configuration: for tests, or for what must not share. */
export const createRegistry = (options?: RegistryOptions): PolicyRegistry => create(rooms, options, PolicyRegistry as new (realm: () => Realm) => PolicyRegistry)
