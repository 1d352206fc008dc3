/** Milliseconds, monotonic, as a float. */
export interface Clock { now(): number }

/** Where waiting is done. Without one a registry looks `setTimeout` up on `globalThis` at each use, so that fake timers installed later work. */
export interface TimerHost {
  set(fire: () => void, ms: number): unknown
  clear(handle: unknown): void
  ref?(handle: unknown): void
  unref?(handle: unknown): void
  /** Runs `fire` in a macrotask of its own. */
  defer?(fire: () => void): void
}
