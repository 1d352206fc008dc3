// Waiting where something can end the call early: its caller's signal, a timeout around.
import type { Scope } from '@resilience4cata/core/run/scope'
import { startTimer, stopTimer } from '@resilience4cata/runtime/timers'
import { INTERRUPTED } from './decisions.ts'
import type { Failed, Retry } from './runtime.ts'

/** As `onFailure`, where the call may have ended meanwhile. */
export function decideUnless(retry: Retry, failed: Failed, attempts: number, startedAt: number | undefined, scope: Scope | undefined): number {
  if (!scope?.aborted) return retry.onFailure(failed, attempts, startedAt)
  retry.tell?.(INTERRUPTED, attempts, failed[0])
  return INTERRUPTED
}

/** What `pauseUnless` takes behind the retry: kept by it from the decision to the pause, in one turn, so that no call has variables for it. */
export type Decided = readonly [delay: number, scope: Scope | undefined, attempts: number, failure: unknown]

/**
 * Whether there is a wait and another attempt; `pauseAsDecided` must follow. Few arguments, and the scope, which is often a call, is the first of them: what stands
 * here costs each call room in its frame, also one that succeeds.
 */
export function willPause(scope: Scope | undefined, [retry, ...failed]: readonly [Retry, ...Failed], attempts: number, startedAt?: number): boolean {
  const delay = decideUnless(retry, failed, attempts, startedAt, scope)
  if (delay >= 0) retry.decided = [delay, scope, attempts, failed[0]]
  return delay >= 0
}

export function pauseAsDecided(retry: Retry): Promise<boolean> {
  const decided = retry.decided!
  retry.decided = undefined
  return pauseUnless(retry, ...decided)
}

/** Waits; false as soon as the scope is aborted. `outcome` is what the last attempt threw, or with `rejected` what it returned: for the event. */
export async function pauseUnless(retry: Retry, delay: number, scope: Scope | undefined, attempts: number, outcome: unknown, rejected?: boolean): Promise<boolean> {
  const waited = !scope?.aborted && (scope && delay > 0 ? await timeOrAbort(retry, delay, scope) : await turn(retry, delay, scope))
  if (!waited) retry.tell?.(INTERRUPTED, attempts, outcome, rejected)
  return waited
}

async function turn(retry: Retry, delay: number, scope: Scope | undefined): Promise<boolean> {
  await retry.pause(delay)
  return !scope?.aborted
}

function timeOrAbort({ realm }: Retry, delay: number, scope: Scope): Promise<boolean> {
  return new Promise((over) => {
    const go = () => {
      listening.end()
      over(true)
    }
    const listening = scope.listen(() => {
      stopTimer(realm, timer)
      over(false)
    })
    const timer = startTimer(realm, go, delay)
  })
}
