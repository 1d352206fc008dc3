import { realm } from '@resilience4cata/core/run/realm'
import type { Registry } from '@resilience4cata/runtime/registry'
import type { Row } from '@resilience4cata/runtime/snapshot'
import { ManualClock } from './manual-clock.ts'

// what a row of the snapshot counts that somebody has or waits for
const COUNTED = ['inUse', 'inFlight', 'waiting', 'pending']
// a timer that serves many calls may outlive the last of them by this
const LAST_SLICE = 50

/**
 * Resolves when nothing is left of what calls have taken: no permit, no waiter, no timer, no listener on a signal. Rejects with a list otherwise. On a
 * `ManualClock` 50 ms pass first.
 */
export async function quiesce(registry: Registry): Promise<void> {
  const { timers } = registry.realm
  const { listening = 0 } = realm()
  if (timers instanceof ManualClock) await timers.advance(LAST_SLICE)
  const { version: _, ...policies } = registry.snapshot()
  const left = Object.entries(policies).flatMap(([policy, rows]) => (rows as Row[]).flatMap((row) => heldBy(policy, row)))
  if (timers instanceof ManualClock && timers.pending() > 0) left.push(`${timers.pending()} timers`)
  if (listening > 0) left.push(`listeners on ${listening} signals`)
  if (left.length > 0) throw new Error(`not quiet, what is left: ${left.join('; ')}. Let every call settle before the test ends`)
}

function heldBy(policy: string, row: Row): string[] {
  const held = COUNTED.filter((field) => (row[field] as number) > 0).map((field) => `${policy} ${row.instance}: ${row[field]} ${field}`)
  const { halfOpenPermits, halfOpenRecorded, config } = row
  // every permit of a round is either still to be had or has come back with an outcome; outcomes of an earlier round may have come on top
  if (row['state'] === 'HALF_OPEN' && (halfOpenPermits as number) + (halfOpenRecorded as number) < (config!['halfOpenCalls'] as number)) {
    held.push(`${policy} ${row.instance}: ${(config!['halfOpenCalls'] as number) - (halfOpenPermits as number) - (halfOpenRecorded as number)} half-open permits`)
  }
  return held
}
