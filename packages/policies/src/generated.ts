// What generated code imports, and nobody else: one export for each thing that a program may or may not need, so that a bundle holds what its source names.

export { callerScope } from '@resilience4cata/runtime/scope/caller-scope'
export { pending } from '@resilience4cata/runtime/outcome/pending'
export { rejected, rejectedPromise } from '@resilience4cata/runtime/outcome/rejected'
export { settled } from '@resilience4cata/runtime/outcome/settled'

import { checked } from './parts/checked.ts'
import * as fallbackOptions from './fallback/options.ts'
import * as retryOptions from './retry/options.ts'

export { lists } from './parts/failure-lists.ts'
export { sync } from './parts/sync.ts'

export { fallback } from './fallback/runtime.ts'
export { answerBy } from './fallback/by-method.ts'
export { atOnce } from './fallback/at-once.ts'
export const fallbackChecked = /*#__PURE__*/ checked(fallbackOptions.TABLE, fallbackOptions.check)

export { retry } from './retry/runtime.ts'
export { again, againUnless } from './retry/again.ts'
export { budget, maxDuration, startOf } from './retry/limits.ts'
export { pauseUnless } from './retry/signals.ts'
export const retryChecked = /*#__PURE__*/ checked(retryOptions.TABLE, retryOptions.check)
