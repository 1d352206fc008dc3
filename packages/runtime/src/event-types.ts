// What `registry.on` knows of events, from a map of their types to their fields: the door makes the map out of what the rooms publish.

/** What a listener may ask for: a type, all of a policy's (`'retry.*'`), or everything (`'*'`). */
export type Listenable<Events> = '*' | TypeOf<Events> | `${GroupOf<TypeOf<Events>>}.*`

/** What it gets then. */
export type EventOf<Events, Asked extends string> = { [Type in TypeOf<Events>]: EventHead<Type> & Events[Type] }[Matching<TypeOf<Events>, Asked>]

/** What every event has. */
export interface EventHead<Type extends string = string> {
  readonly type: Type
  /** The id of the instance; '' for an event of the whole registry. */
  readonly instance: string
  /** Milliseconds on the registry's clock. */
  readonly at: number
  /** Plain: a failure as `{ name, code, message }`. */
  toJSON(): object
}

/** The registry's own events. */
export interface RegistryEvents {
  /** `configure` has changed what holds. */
  'registry.reconfigured': object
  /** A policy with a `key` has no room for another one. */
  'registry.keyOverflow': { readonly policy: string; readonly key: string }
  /** R4C-CFG-014: the site is locked. */
  'registry.overrideIgnored': { readonly policy: string; readonly option: string; readonly value: string; readonly code: string }
}

type TypeOf<Events> = keyof Events & string
type GroupOf<Type extends string> = Type extends `${infer Group}.${string}` ? Group : never
type Matching<Type extends string, Asked extends string> = Asked extends '*' ? Type : Asked extends `${infer Group}.*` ? Extract<Type, `${Group}.${string}`> : Extract<Type, Asked>
