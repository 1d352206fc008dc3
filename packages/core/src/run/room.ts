// What a room shows to the interpreter, the pipeline and configuration: never imported by a compiled program that doesn't configure.
import type { Table } from '../attributes.ts'
import type { Judgement, Verdict } from '../classifier.ts'
import type { Fault } from '../diagnostic.ts'
import type { Standing, Traits } from '../layers.ts'
import type { Capability, Instance } from './instance.ts'
import type { Attempt } from './realm.ts'

/** One invocation of a resilient function, on its way through the layers. A layer that starts attempts side by side gives each a call of its own. */
export interface Call extends Attempt {
  /** The user's function. */
  readonly body: Body
  readonly self: unknown
  readonly args: readonly unknown[]
  /** Attempts made so far, counted by the layer that `offers` them; 1 without. */
  attempts: number
  /** What the site's classifier said of this attempt's value or failure; `undefined` when it said nothing, or there is none. */
  verdict: Judgement | undefined
}

export type { Judgement, Verdict }

export type Body = (this: any, ...args: any[]) => unknown

export type AsyncInner = (call: Call) => Promise<unknown>
export type SyncInner = (call: Call) => unknown

/** What a layer may know of the site that it stands in. */
export interface About {
  /** The id of the site; the default id of its instances. */
  readonly site: string
  /** The number of parameters before the first default or rest parameter. */
  readonly arity: number
  /** Whether the layer right inside `offers` what this one `takes`. */
  readonly innerOffers: boolean
  /** The instances of the layers inside this one. */
  readonly inner?: readonly Instance<any>[]
  readonly mode: 'async' | 'sync'
}

/** The layer as a closure: the other spelling of its `template.ts`. Both only call the room's `runtime.ts`. */
export interface Wrap<I extends Instance<any> = any> {
  async(instance: I, inner: AsyncInner, about: About): AsyncInner
  sync?(instance: I, inner: SyncInner, about: About): SyncInner
}

/** How a room's happenings become events. `publish` has only those that somebody listens to, so nothing is built for nobody. */
export interface EventsOf<I extends Instance<any> = any> {
  readonly names: readonly string[]
  /** Prepares an instance for listeners, also to other policies: what it sets off in a timer's turn is heard in the context of its call. */
  hear?(instance: I): void
  tell(instance: I, publish: Readonly<Record<string, ((fields: object) => void) | undefined>>): NonNullable<I['tell']>
}

export interface RunSide<I extends Instance<any> = any> {
  readonly traits: Traits
  /** The room's own options and, but for Fallback, the common ones. */
  readonly table: Table
  /** Combinations that contradict each other, on normalised and complete options. */
  check?(options: Readonly<Record<string, unknown>>, standing: Standing): Fault[]
  create(site: string, written: object | undefined, furnish?: Capability<I>): I
  /** All capabilities of the room, by the name of their export in `/generated`. The interpreter has them all. */
  readonly capabilities: Readonly<Record<string, Capability<I>>>
  readonly wrap: Wrap<I>
  readonly events: EventsOf<I>
  /** The instance's own fields of its row in `registry.snapshot()`; may read the clock, never changes anything. */
  snapshot(instance: I): object | undefined
  /** State begins anew; configuration stays. */
  reset?(instance: I): void
}
