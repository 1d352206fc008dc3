/** Milliseconds, monotonic, as a float. */
export interface Clock {
  /** The time. */
  now(): number
}

/** Where waiting is done. Without one a registry looks `setTimeout` up on `globalThis` at each use, so that fake timers installed later work. */
export interface TimerHost {
  /** Calls `fire` once, `ms` milliseconds from now; answers with a handle. */
  set(fire: () => void, ms: number): unknown
  /** It isn't called any more. */
  clear(handle: unknown): void
  /** Somebody waits for it: it keeps the process alive. */
  ref?(handle: unknown): void
  /** Nobody waits for it. */
  unref?(handle: unknown): void
  /** Runs `fire` in a macrotask of its own. */
  defer?(fire: () => void): void
}
