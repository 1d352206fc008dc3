// What the machinery knows of a policy that has one instance for each key.
import type { Instance } from './instance.ts'

export interface Keys {
  /** The keyed ones that there are now. */
  readonly instances: readonly Instance<any>[]
  /** Who serves this call: by what the site's `key` gives for it, or, with no room for another key, by `onKeyOverflow`. Throws what `key` throws, and R4C-REG-011. */
  serve(self: unknown, args: readonly unknown[]): Served
}

/** The same object for the same key, as long as the key is kept. */
export interface Served {
  readonly instance: Instance<any>
  /** Calls under way. */
  inFlight: number
}
