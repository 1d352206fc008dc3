import { waitingIn } from '../parts/hand-off.ts'
import type { Bulkhead } from './runtime.ts'

/** `maxWait`: ten may wait for each slot. */
export const waiting = /*#__PURE__*/ waitingIn(({ settings }: Bulkhead) => 10 * Math.max(1, settings.maxConcurrent))
