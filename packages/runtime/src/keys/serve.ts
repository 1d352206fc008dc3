// A layer with a key, as text has it: who serves one call, and how long that is under way.
import type { Instance } from '@resilience4cata/core/run/instance'
import type { Served } from '@resilience4cata/core/run/keys'

/** Mistakes of options have been said. A layer that is switched off asks for no key, and neither does one whose `key` turns out to be none. */
export const serve = (instance: Instance<any>, self: unknown, args: readonly unknown[]): Served =>
  instance.options.key && instance.options.enabled !== false ? instance.keys!.serve(self, args) : { instance, inFlight: 0 }
