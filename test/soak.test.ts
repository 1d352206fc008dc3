// A short `npm run soak`: after each round of faults, aborts and reconfiguration everything is at rest, and nothing is left. Counts, never times.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { grown, soak, type Left } from '../bench/soak/run.ts'

const root = join(import.meta.dirname, '..')

test('a mixed load leaves nothing behind', async () => {
  const lefts = await soak({ rounds: 4, seconds: 1.5, perSecond: 1000, seed: 1 }, root)
  expect(lefts.length).toBe(4)
  const { calls, failed, events } = lefts.at(-1)!
  // it was a load: many calls, some of which fail while somebody listens
  expect(calls).toBeGreaterThan(500)
  expect(failed).toBeGreaterThan(50)
  expect(events).toBeGreaterThan(0)
  expect(grown(lefts)).toEqual([])
})

const clean: Left = { round: 1, calls: 0, failed: 0, events: 0, pending: 0, timers: 0, listeners: 0, promises: 15, signals: 1, heap: 5e6 }

test.each<[Partial<Left>, string]>([
  [{ pending: 1 }, '1 pending at rest'],
  [{ timers: 2 }, '2 timers at rest'],
  [{ listeners: 3 }, '3 listeners at rest'],
  [{ promises: 400 }, 'promises grew from 15 to 400'],
  [{ signals: 90 }, 'signals grew from 1 to 90'],
  [{ heap: 7e6 }, 'the heap grew from 5000000 to 7000000 bytes'],
])('what grows is said: %o', (left, says) => {
  expect(grown([clean, clean, { ...clean, ...left }])).toEqual([says])
})
