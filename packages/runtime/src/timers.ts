// Where waiting is done: the registry's TimerHost, or the platform's timers, looked up at each use, so that fake timers that are installed later work.
import type { Realm } from '@resilience4cata/core/run/realm'
import { LONGEST } from './sleep.ts'

/** `part`: the platform's handle of what is running. */
interface Timer { part: unknown }

/** Runs `fire` once, `ms` from now; in parts, when that is more than 24 days. The answer is for `stopTimer`. */
export function startTimer({ timers }: Realm, fire: () => void, ms: number): unknown {
  const timer: Timer = { part: undefined }
  const arm = () => {
    const part = ms > LONGEST ? LONGEST : ms > 0 ? ms : 0
    ms -= part
    const go = ms > 0 ? arm : fire
    timer.part = timers ? timers.set(go, part) : globalThis.setTimeout(go, part)
  }
  arm()
  return timer
}

export function stopTimer({ timers }: Realm, timer: unknown): void {
  const part = (timer as Timer | undefined)?.part
  if (timers) timers.clear(part)
  else globalThis.clearTimeout(part as ReturnType<typeof setTimeout>)
}

/** Runs `fire` in a macrotask of its own, as soon as can be. */
export function defer(realm: Realm, fire: () => void): void {
  const { timers } = realm
  if (timers) timers.defer ? timers.defer(fire) : timers.set(fire, 0)
  else (globalThis.setImmediate ?? globalThis.setTimeout)(fire)
}
