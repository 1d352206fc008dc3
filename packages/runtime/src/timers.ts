// Where waiting is done: the registry's TimerHost, or the platform's timers, looked up at each use, so that fake timers that are installed later work.
import type { Realm } from '@resilience4cata/core/run/realm'

// what a platform takes; a longer delay fires after 1 ms there
const LONGEST = 2 ** 31 - 1

/** Runs `fire` once, `ms` from now. The answer is for `stopTimer`. */
export function startTimer(realm: Realm, fire: () => void, ms: number): unknown {
  if (ms > LONGEST) return new LongTimer(realm, fire, ms)
  const delay = ms > 0 ? ms : 0
  return realm.timers ? realm.timers.set(fire, delay) : globalThis.setTimeout(fire, delay)
}

export function stopTimer(realm: Realm, handle: unknown): void {
  if (handle instanceof LongTimer) stopTimer(realm, handle.part)
  else if (realm.timers) realm.timers.clear(handle)
  else globalThis.clearTimeout(handle as ReturnType<typeof setTimeout>)
}

/** Runs `fire` in a macrotask of its own, as soon as can be. */
export function defer(realm: Realm, fire: () => void): void {
  const { timers } = realm
  if (timers) timers.defer ? timers.defer(fire) : timers.set(fire, 0)
  else (globalThis.setImmediate ?? globalThis.setTimeout)(fire)
}

/** A wait of more than 24 days, in parts. */
class LongTimer {
  part: unknown
  constructor(realm: Realm, fire: () => void, ms: number) {
    const rest = ms - LONGEST
    this.part = startTimer(realm, () => { this.part = startTimer(realm, fire, rest) }, LONGEST)
  }
}
