import { MAX_ATTEMPTS } from './decisions.ts'
import type { Retry } from './runtime.ts'

/** Capability of a retry whose wait isn't exponential or isn't spread over all of it, that may be switched off, or that time or a budget may end, or whose other side may ask to wait. */
export const planned = (retry: Retry): void => { retry.next = next }

function next(this: Retry, attempts: number, asked: number, startedAt?: number): number {
  const { enabled, delay, maxDelay, backoff, multiplier, jitter } = this.ready()
  if (enabled === false) return MAX_ATTEMPTS
  let wait = backoff === 'fixed' ? delay : Math.min(delay * multiplier ** (attempts - 1), maxDelay) || 0
  if (wait && jitter !== 'none') wait -= (wait * (this.realm.random ?? Math.random)()) / (jitter === 'equal' ? 2 : 1)
  wait = Math.max(wait, asked)
  return this.limit?.(this, wait, startedAt) ?? wait
}
