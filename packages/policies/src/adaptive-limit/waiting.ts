import { waitingIn } from '../parts/hand-off.ts'
import type { AdaptiveLimit } from './runtime.ts'

/** `maxWait`: as many may wait as run. */
export const waiting = /*#__PURE__*/ waitingIn(({ limit }: AdaptiveLimit) => limit)
