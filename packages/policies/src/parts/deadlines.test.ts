// Deadlines against the obvious model: each ends at its time, unless it has been ended before.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { Deadline, Deadlines } from './deadlines.ts'

class Numbered extends Deadline {
  constructor(readonly number: number, readonly expire: () => void) { super() }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const) }),
  fc.record({ kind: fc.constant('end' as const), which: fc.nat(30) }),
  fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 120 }) }),
)

it.each([10, 50, 130, 1000])('%i ms: each ends at its time, once, unless it has been ended, by one timer', async (duration) => {
  let fired = 0
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), async (steps) => {
    const clock = new ManualClock()
    const ends: [number, number][] = []
    const deadlines = new Deadlines<Numbered>({ entered: [] as never, clock, timers: clock }, duration)
    const begun: { readonly deadline: Numbered; readonly due: number; endedAt: number }[] = []
    for (const s of steps) {
      if (s.kind === 'advance') await clock.advance(s.ms)
      else if (s.kind === 'begin') {
        const number = begun.length
        const deadline = new Numbered(number, () => ends.push([number, clock.now()]))
        deadlines.begin(deadline)
        begun.push({ deadline, due: clock.now() + duration, endedAt: Infinity })
      } else {
        const chosen = begun[s.which % Math.max(1, begun.length)]
        if (chosen?.deadline.open) {
          chosen.endedAt = clock.now()
          deadlines.end(chosen.deadline)
        }
      }
      expect(clock.pending()).toBeLessThanOrEqual(1)
    }
    await clock.advance(duration + 50)
    expect(clock.pending()).toBe(0)
    expect(ends).toEqual(begun.filter(({ endedAt }) => endedAt === Infinity).map(({ deadline, due }) => [deadline.number, due]))
    fired += ends.length
  }), { seed: 3, numRuns: 150 })
  expect(fired).toBeGreaterThan(100)
})

it('a deadline that is used again begins anew, whatever the timer was armed for', async () => {
  const clock = new ManualClock()
  const still = { now: () => 0 }
  const ends: number[] = []
  const deadlines = new Deadlines<Numbered>({ entered: [] as never, clock: still, timers: clock }, 100)
  const deadline = new Numbered(1, () => ends.push(1, clock.now()))
  deadlines.begin(deadline)
  await clock.advance(60)
  deadlines.end(deadline)
  deadlines.begin(deadline)
  await clock.advance(90)
  expect(ends).toEqual([])
  await clock.advance(60)
  expect(ends[0]).toBe(1)
})

it.each([[undefined, 25, false], [undefined, 25.5, true], [100, 100, false], [100, 101, true], [0, 0, false], [0, 0.5, true]])('lagThreshold %o: %o ms behind its time, it is late and deferred once: %o', async (lagThreshold, behind, late) => {
  const clock = new ManualClock()
  const told: [late: boolean, deferred: number][] = []
  let deferred = 0
  const timers = { set: (fire: () => void, ms: number) => clock.set(fire, ms), clear: (handle: unknown) => clock.clear(handle), defer(fire: () => void) { deferred++; clock.defer(fire) } }
  const ahead = { now: () => clock.now() + (clock.now() < 10 ? 0 : behind) }
  class Late extends Deadline {
    override expire(_at: number, isLate: boolean): void { told.push([isLate, deferred]) }
  }
  const deadlines = new Deadlines<Late>({ entered: [], clock: ahead, timers, ...(lagThreshold !== undefined && { lagThreshold }) }, 10)
  for (let i = 0; i < 2; i++) deadlines.begin(new Late())
  await clock.advance(10)
  expect(told).toEqual(Array(2).fill([late, late ? 1 : 0]))
})
