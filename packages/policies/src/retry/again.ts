// The rest of a call whose first attempt has failed, where an inner layer races: what that layer's timer wakes runs in another call's async context, so the loop
// can't stand at the site. It stands behind a reaction that was registered during the call.
import type { Scope } from '@resilience4cata/core/run/scope'
import { rejected } from '@resilience4cata/runtime/outcome/rejected'
import type { Failed, Retry } from './runtime.ts'
import { decideUnless, pauseUnless } from './signals.ts'

type Failing = [failure: unknown, ...args: unknown[]]
type Attempt = () => PromiseLike<unknown>
type GiveUp = (failure: unknown, attempts: number) => unknown

/**
 * `failed`: the failure of the first attempt, and the arguments that all are made with; each further failure takes its place. `attempt` starts another one; `giveUp`
 * answers at the end, without it the failure is the call's.
 */
export const again = (retry: Retry, failed: Failing, attempt: Attempt, giveUp?: GiveUp, startedAt?: number): unknown =>
  retry.onFailure(failed, 1, startedAt) < 0 ? end(failed, 1, giveUp) : further(retry, failed, attempt, giveUp, startedAt)

// apart: a call that ends with its first failure needs no promise. The reaction that it begins in is the turn after which no attempt runs in the caller's own.
async function further(retry: Retry, failed: Failing, attempt: Attempt, giveUp: GiveUp | undefined, startedAt: number | undefined): Promise<unknown> {
  for (let attempts = 2; ; attempts++) {
    const over = retry.pause()
    if (over) await over
    try {
      return await attempt()
    } catch (error) {
      failed[0] = error
    }
    if (retry.onFailure(failed, attempts, startedAt) < 0) return end(failed, attempts, giveUp)
  }
}

/** The same at a site that something can end early. */
export async function againUnless(retry: Retry, failed: Failing, attempt: Attempt, giveUp: GiveUp | undefined, startedAt: number | undefined, scope: Scope | undefined): Promise<unknown> {
  for (let attempts = 1; ; attempts++) {
    const delay = decideUnless(retry, failed, attempts, startedAt, scope)
    if (delay < 0) return end(failed, attempts, giveUp)
    if (!(await pauseUnless(retry, delay, scope, attempts, failed[0]))) return end([scope!.reason], attempts, giveUp)
    try {
      return await attempt()
    } catch (error) {
      failed[0] = error
    }
  }
}

const end = ([failure]: Failed, attempts: number, giveUp: GiveUp | undefined): unknown => (giveUp ? giveUp(failure, attempts) : rejected(failure))
