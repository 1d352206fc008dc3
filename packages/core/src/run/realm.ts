// What all copies of this package in one JavaScript realm share. Plain data under a versioned symbol: several bundles, ESM beside CJS and hot updates find the
// same instances. Fields are only ever added. Made by the first factory call, never by loading a module.
import type { Instance } from './instance.ts'
import type { Clock, TimerHost } from './ports.ts'
import type { Scope } from './scope.ts'

export interface Realm {
  /** What has been entered, in order; weakly, since whoever can still call an instance has it. */
  entered: { deref(): Instance<any> | undefined }[]
  /** How many may have been entered before the dead ones are taken out. */
  sweepAt?: number
  /** By `<policy> <site>`: what keeps state and is module-level, for a later evaluation of the same module. */
  kept?: Map<string, Instance<any>>
  /** By `<policy> <name>`: who was first to use a name. */
  named?: Map<string, Instance<any>>
  clock?: Clock
  timers?: TimerHost
  random?: () => number
  /** A deadline that fires more milliseconds late than this finds a loop that was blocked. Default 25. */
  lagThreshold?: number
  /** Rejections keep their stack: for debugging. */
  stackTraces?: boolean
  /** `registry.onError`. */
  onError?: (error: unknown, about: ErrorSource) => void
  /** The attempt whose body is being called right now, for `attemptSignal()`. */
  attempt?: Attempt | undefined
  /** Interpreted decorators whose layers aren't made yet, since a later decorator may add to them: called before anybody looks for instances (`settleSites`). */
  unsettled?: Set<() => void>
  /** That something is interpreted has been said. */
  noticed?: boolean
  /** The program was built with `strict`: nothing may be interpreted (R4C-RT-022). */
  strict?: boolean
  /** On how many signals of callers somebody listens. */
  listening?: number
  /** Whether one timer may serve several calls: not on an edge runtime, by the `profile` of the configuration or else its own word. Undefined: nobody has looked. */
  pools?: boolean | undefined
  /** Configuration, events and snapshots, when they are in the program. */
  kit?: Kit
}

/** What `attemptSignal()` needs of an attempt; `quiet` is made by it where nothing can end the attempt. */
export interface Attempt { readonly scope: Scope | undefined; quiet?: AbortSignal | undefined }

export interface ErrorSource {
  /** The id of the instance; '' for the whole registry. */
  readonly instance: string
  /** Whose error it is: `'listener'`, `'matcher'`, `'classifier'`, `'key'` or `'dispose'`. */
  readonly source: string
}

/** What the `configuration` capability does. Installed by importing `resilience4cata/configuration`, by interpreted code and by `createRegistry`. */
export interface Kit {
  /** Applies built-in < defaults < named < written < instances, checked and normalised; throws `ConfigurationError`. Gives the instance its listeners. */
  settle(instance: Instance<any>): object
  /** Validates everything, then swaps. */
  configure(values: object, replace: boolean): void
  /** Answers with what ends it. */
  on(type: string, listener: (event: any) => unknown, options: ListenOptions): () => void
  /** An event of the registry itself, or one that a room's keyed instances have in common. */
  publish(type: string, instance: string, fields: object): void
  /** Whether anybody listens to anything. */
  readonly heard?: boolean
  /** What `run` publishes is kept back until the answer is called: state changes in a timer's turn, listeners hear of it in their call's own context. */
  holding?(run: () => void): () => void
  snapshot(): object
  reset(): void
  lockedOverrides(): readonly LockedOverride[]
}

/** How long `registry.on` listens. */
export interface ListenOptions {
  /** Ends with the first event. */
  readonly once?: boolean
  /** Ends when this aborts. */
  readonly signal?: AbortSignal
}

/** A configured value that a `locked` site ignores. */
export interface LockedOverride {
  readonly policy: string
  readonly instance: string
  readonly option: string
  /** What the configuration says, as text. */
  readonly value: string
}

export const realm = (): Realm => ((globalThis as { [key: symbol]: Realm | undefined })[Symbol.for('resilience4cata.registry/1')] ??= { entered: [] })

/** Makes the layers of decorators that have only been evaluated so far: a handle, `check()`, `configure` and snapshots mean those too. */
export function settleSites(realm: Realm): void {
  for (const settle of realm.unsettled ?? []) settle()
}
