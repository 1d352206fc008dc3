import { waitingIn } from '../parts/hand-off.ts'
import { lineOf } from './options.ts'
import type { Bulkhead } from './runtime.ts'

/** `maxWait`. */
export const waiting = /*#__PURE__*/ waitingIn(({ settings }: Bulkhead) => lineOf(settings.maxConcurrent))
