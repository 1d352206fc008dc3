// The wait that nothing ends early, of a retry without a signal: all of timers.ts that a small bundle needs.
import type { Realm } from '@resilience4cata/core/run/realm'

/** The smallest wait: a macrotask of its own, as soon as can be. */
export const TURN = 5e-324

/** What a platform takes; a longer delay fires after 1 ms there. */
export const LONGEST = 2 ** 31 - 1

export const sleep = ({ timers }: Realm, over: () => void, ms: number): unknown => (timers ? timers.set(over, ms) : setTimeout(over, ms))
