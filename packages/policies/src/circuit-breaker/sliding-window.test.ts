import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CountWindow, FAILED, SLOW, slowOf, type Tally } from './sliding-window.ts'
import { TimeWindow } from './sliding-window-time.ts'

const outcome = fc.integer({ min: 0, max: 3 })
const counts = (tally: Tally) => ({ calls: tally.calls, failures: tally.failures, slow: slowOf(tally), slowFailures: tally.counts[FAILED | SLOW] })
const countsOf = (outcomes: readonly number[]) => ({
  calls: outcomes.length,
  failures: outcomes.filter((o) => o & FAILED).length,
  slow: outcomes.filter((o) => o & SLOW).length,
  slowFailures: outcomes.filter((o) => o === (FAILED | SLOW)).length,
})

describe('the last n calls', () => {
  it('equal a list of outcomes, whatever the size and the outcomes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.array(outcome, { maxLength: 300 }), (size, outcomes) => {
        const window = new CountWindow(size)
        outcomes.forEach((o, i) => {
          window.add(o)
          expect(counts(window)).toEqual(countsOf(outcomes.slice(Math.max(0, i + 1 - size), i + 1)))
        })
      }),
      { seed: 11, numRuns: 300 },
    )
  })

  it('hold 65 536 of them in 16 KiB', () => {
    const window = new CountWindow(65_536)
    for (let i = 0; i < 70_000; i++) window.add(i < 4_464 ? FAILED : i === 69_999 ? SLOW : 0)
    expect(counts(window)).toEqual({ calls: 65_536, failures: 0, slow: 1, slowFailures: 0 })
  })
})

describe('the calls of the last ten slices', () => {
  interface Record { readonly at: number; readonly outcome: number }

  // the grid begins with the first record; what is left are the records of the present slice and the nine before it
  const kept = (records: readonly Record[], now: number, slice: number) => {
    const from = records[0]?.at ?? now
    const present = Math.floor((now - from) / slice)
    return countsOf(records.filter((r) => Math.floor((r.at - from) / slice) > present - 10).map((r) => r.outcome))
  }

  it('equal a list of records, also as of a later time, which changes nothing', () => {
    const step = fc.record({ wait: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 3000 })), outcome })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 0, max: 3000 }), (steps, later) => {
        const window = new TimeWindow(1000)
        const records: Record[] = []
        let now = 500
        for (const { wait, outcome } of steps) {
          now += wait
          window.add(outcome, now)
          records.push({ at: now, outcome })
          expect(counts(window)).toEqual(kept(records, now, 100))
          expect(counts(window.asOf(now + later))).toEqual(kept(records, now + later, 100))
          expect(counts(window)).toEqual(kept(records, now, 100))
        }
      }),
      { seed: 12, numRuns: 300 },
    )
  })

  it.each([[-1e12], [0], [1e12], [Number.MAX_SAFE_INTEGER]])('stay whole numbers, never negative, when the clock jumps by %d', (jump) => {
    const window = new TimeWindow(1000)
    for (const at of [0, 450, 990]) window.add(FAILED, at)
    window.add(SLOW, 990 + jump)
    window.add(0, 990 + jump)
    expect(counts(window)).toEqual(jump > 0 ? countsOf([SLOW, 0]) : countsOf([FAILED, FAILED, FAILED, SLOW, 0]))
  })
})
