import type { Clock } from '@resilience4cata/core/run/ports'
import type { Realm } from '@resilience4cata/core/run/realm'

/** Milliseconds on the realm's clock. `performance` is looked up at each use, so that fake timers that are installed later are seen. */
export const now = (realm: Realm): number =>
  // a getter on Node, which costs 5 ns: asked once
  (realm.clock ?? (globalThis.performance as Clock | undefined) ?? (realm.clock = steady({ now: () => Date.now() }))).now()

/** Makes a clock that may be set back monotonic. It goes on from where it stood, instead of standing still until the old time has come again. */
export function steady(clock: Clock): Clock {
  let last = NaN
  let ahead = 0
  return {
    now() {
      const raw = clock.now()
      if (raw < last) ahead += last - raw
      last = raw
      return raw + ahead
    },
  }
}
