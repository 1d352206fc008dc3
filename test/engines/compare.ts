import type { Run } from '@resilience4cata/testing/run-scenario'
import type { Expected } from '@resilience4cata/testing/scenario'
import { expect } from 'vitest'

/** A run is what its scenario says. `subject`: whose run, for the message. */
export function compare(subject: string, { trace, snapshot }: Run, expected: Expected): void {
  if (expected.trace) expect(trace, subject).toEqual(expected.trace)
  for (const [start, count] of Object.entries(expected.counts ?? {})) {
    const found = trace.filter((line) => line.slice(line.indexOf(' ') + 1).startsWith(start))
    expect(found, `${subject}: ${start}, of ${trace.join('\n')}`).toHaveLength(count)
  }
  if (expected.snapshot) expect(snapshot, subject).toMatchObject(expected.snapshot)
}
