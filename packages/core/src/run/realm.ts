// What all copies of this package in one JavaScript realm share. Plain data under a versioned symbol: several bundles, ESM beside CJS and hot updates find the
// same instances. Fields are only ever added. Made by the first factory call, never by loading a module.
import type { Instance } from './instance.ts'
import type { Clock, TimerHost } from './ports.ts'

export interface Realm {
  /** By `<policy> <site>`: what module-level sites have entered. */
  readonly entered: Map<string, Instance<any>>
  /** Sites inside functions and interpreted ones, weakly. */
  locals?: WeakRef<Instance<any>>[]
  /** By `<policy> <name>`: who was first to use a name. */
  named?: Map<string, Instance<any>>
  clock?: Clock
  timers?: TimerHost
  random?: () => number
  /** Rejections keep their stack: for debugging. */
  stackTraces?: boolean
  /** `registry.onError`. */
  onError?: (error: unknown, about: ErrorSource) => void
  /** Configuration, events and snapshots, when they are in the program (SEMANTICS §8.0). */
  kit?: Kit
}

export interface ErrorSource { readonly instance: string; readonly source: string }

/** What the `configuration` capability does for instances. Installed by importing `resilience4cata/configuration`, by interpreted code and by `createRegistry`. */
export interface Kit {
  /** Built-in < defaults < named < written < instances, checked and normalised; throws `ConfigurationError`. */
  resolve(instance: Instance<any>): object
  /** A new instance: gives it its listeners. */
  entered(instance: Instance<any>): void
}

const KEY = Symbol.for('resilience4cata.registry/1')

export const realm = (): Realm => ((globalThis as { [KEY]?: Realm })[KEY] ??= { entered: new Map() })
