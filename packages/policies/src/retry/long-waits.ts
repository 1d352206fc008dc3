import { startTimer } from '@resilience4cata/runtime/timers'
import type { Retry } from './runtime.ts'

/** Capability of a retry that may wait for more than 24 days: timers take no more, so it waits in parts. */
export const longWaits = (retry: Retry): void => {
  retry.pause = (delay = retry.wait) => delay && new Promise((over) => { startTimer(retry.realm, over, delay) })
}
