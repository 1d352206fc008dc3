import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import type { LayerName } from '@resilience4cata/core/layers'
import type { Instance } from '@resilience4cata/core/run/instance'
import type { Clock, TimerHost } from '@resilience4cata/core/run/ports'
import type { ErrorSource, Kit, ListenOptions, LockedOverride, Realm } from '@resilience4cata/core/run/realm'
import { steady } from './clock.ts'
import { find, members, rivals } from './configuration/members.ts'
import type { PolicyEvent } from './events.ts'
import type { Snapshot } from './snapshot.ts'

/** What `createRegistry` takes. */
export interface RegistryOptions {
  /** Milliseconds, monotonic; one that is set back is made so. Default: `performance.now()`. */
  readonly clock?: Clock
  /** Where waiting is done. Default: the platform's timers, looked up at each use. */
  readonly timers?: TimerHost
  /** For jitter: at least 0 and below 1. Default: `Math.random`. */
  readonly random?: () => number
  /** Milliseconds by which a deadline may fire late before the event loop counts as blocked: then what has arrived meanwhile is heard first. Default 25. */
  readonly lagThreshold?: number
  /** Rejections keep their stack, for debugging. Default `false`: it costs five times the rest and names only this package. */
  readonly stackTraces?: boolean
}

/** What a program asks about its policies, and tells them. A view: instances live in the realm. The door adds handles and the types of events. */
export class Registry {
  readonly #realm: () => Realm

  constructor(realm: () => Realm) { this.#realm = realm }

  /** @internal Where the instances are. */
  get realm(): Realm { return this.#realm() }

  /**
   * Takes configuration: nested (`{ defaults, configs, instances, enabled, profile }`) or by flat keys (`'instances.checkout.retry.delay': '1s'`). It is
   * merged key by key into what was configured before; `null` takes a key back; `replace` starts from nothing. Instances that are in use change too.
   * Everything is checked first: on a mistake (`ConfigurationError`) nothing has changed. Without `resilience4cata/configuration`: R4C-CFG-015.
   */
  configure(values: object, { replace = false }: { readonly replace?: boolean } = {}): void {
    this.#kit('configuration').configure(values, replace)
  }

  /** Resolves everything that was entered and throws all mistakes at once, as one `ConfigurationError`: to be called after start-up. */
  check(): void {
    const { realm } = this
    const faults = [...members(realm), ...rivals(realm)].flatMap(faultsOf)
    const distinct = new Map(faults.map((fault) => [`${fault.code} ${fault.where} ${fault.says}`, fault]))
    if (faults.length > 0) throw new ConfigurationError([...distinct.values()])
  }

  /**
   * Listens to `'<policy>.<event>'`, `'<policy>.*'` or `'*'`. Listeners are called at once, in order, after the change; what one throws is reported and
   * changes no call. Answers with what ends it. Without `resilience4cata/configuration`: R4C-CFG-015.
   */
  on(type: string, listener: (event: PolicyEvent) => unknown, options: ListenOptions = {}): () => void {
    return this.#kit('a listener').on(type, listener, options)
  }

  /** Plain JSON of all instances: their options and what can be seen of their state. Changes nothing. */
  snapshot(): Snapshot { return this.#kit('a snapshot').snapshot() as Snapshot }

  /** The state of every instance begins anew; configuration and listeners stay. */
  reset(): void { this.#kit('a reset').reset() }

  /** What is configured for sites that are `locked` and therefore ignored. */
  lockedOverrides(): readonly LockedOverride[] { return this.realm.kit?.lockedOverrides() ?? [] }

  /** Gets the errors of listeners, matchers, classifiers, keys and `dispose`. Default: the platform's `reportError`, or an uncaught exception. */
  get onError(): ((error: unknown, about: ErrorSource) => void) | undefined { return this.realm.onError }
  set onError(listener: ((error: unknown, about: ErrorSource) => void) | undefined) {
    if (listener) this.realm.onError = listener
    else delete this.realm.onError
  }

  /** The instance that an id means: the full id, a name, or the part after `#`. R4C-REG-005 when there is none, R4C-REG-012 when there are several. */
  handle(policy: LayerName, id: string): Instance<any> {
    const instance = find(this.realm, policy, id)
    instance.ready()
    return instance
  }

  #kit(what: string): Kit {
    const { kit } = this.realm
    if (kit) return kit
    throw new ConfigurationError([fault('R4C-CFG-015', `${what} needs code that isn't in this program`, "Add `import 'resilience4cata/configuration'` where the program starts.")])
  }
}

/** A realm apart from the default one, for `createRegistry`. */
export function createRealm({ clock, timers, random, lagThreshold, stackTraces }: RegistryOptions = {}): Realm {
  return {
    entered: [],
    ...(clock && { clock: steady(clock) }),
    ...(timers && { timers }),
    ...(random && { random }),
    ...(lagThreshold !== undefined && { lagThreshold }),
    ...(stackTraces && { stackTraces }),
  }
}

function faultsOf(instance: Instance<any>): readonly Fault[] {
  try {
    instance.ready()
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.diagnostics
    throw error
  }
}
