import { onApply } from '@resilience4cata/core/run/instance'
import { failureList } from '../parts/failure-lists.ts'
import type { Resolved } from './options.ts'
import type { Retry } from './runtime.ts'

/** Capability of a retry with `retryOn` or `abortOn`. */
export const retryLists = (retry: Retry): void =>
  onApply<Resolved>(retry, ({ retryOn = 'exception', abortOn }) => { retry.matches = failureList(retryOn, abortOn, retry) })
