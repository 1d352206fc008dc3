// The rest of a call whose first attempt has failed, where an inner layer races: what that layer's timer wakes runs in another call's async context, so the loop
// can't stand at the site. It stands behind a reaction that was registered during the call.
import type { Scope } from '@resilience4cata/core/run/scope'
import type { Retry } from './runtime.ts'
import { decideUnless, pauseUnless } from './signals.ts'

type Attempt = () => PromiseLike<unknown>
type GiveUp = (failure: unknown, attempts: number) => unknown

/** `attempt` starts another one, with `args`; `giveUp` answers at the end, without it the failure is the call's. */
export async function again(retry: Retry, failure: unknown, attempt: Attempt, giveUp?: GiveUp, args: readonly unknown[] = [], startedAt?: number): Promise<unknown> {
  for (let attempts = 1; ; attempts++) {
    const delay = retry.onFailure([failure, ...args], attempts, startedAt)
    if (delay < 0) return end(failure, attempts, giveUp)
    await retry.pause(delay)
    try {
      return await attempt()
    } catch (error) {
      failure = error
    }
  }
}

/** The same at a site that something can end early. */
export async function againUnless(retry: Retry, failure: unknown, attempt: Attempt, giveUp: GiveUp | undefined, args: readonly unknown[] = [], startedAt: number | undefined, scope: Scope | undefined): Promise<unknown> {
  for (let attempts = 1; ; attempts++) {
    const delay = decideUnless(retry, [failure, ...args], attempts, startedAt, scope)
    if (delay < 0) return end(failure, attempts, giveUp)
    if (!(await pauseUnless(retry, delay, scope, attempts, failure))) return end(scope!.reason, attempts, giveUp)
    try {
      return await attempt()
    } catch (error) {
      failure = error
    }
  }
}

function end(failure: unknown, attempts: number, giveUp: GiveUp | undefined): unknown {
  if (giveUp) return giveUp(failure, attempts)
  throw failure
}
