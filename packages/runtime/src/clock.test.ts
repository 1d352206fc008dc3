import type { Realm } from '@resilience4cata/core/run/realm'
import { afterEach, expect, it, vi } from 'vitest'
import { now, steady } from './clock.ts'

afterEach(() => vi.unstubAllGlobals())

it('is performance.now, looked up at each use', () => {
  const realm: Realm = { entered: [] }
  for (const at of [5, 7.5]) {
    vi.stubGlobal('performance', { now: () => at })
    expect(now(realm)).toBe(at)
  }
  expect(realm.clock).toBeUndefined()
})

it("is the realm's clock where it has one", () => {
  expect(now({ entered: [], clock: { now: () => 42 } })).toBe(42)
})

it('re-bases the wall clock where there is no performance', () => {
  const realm: Realm = { entered: [] }
  vi.stubGlobal('performance', undefined)
  const wall = [1000, 1500, 200, 300]
  vi.stubGlobal('Date', { now: () => wall.shift() })
  expect([now(realm), now(realm), now(realm), now(realm)]).toEqual([1000, 1500, 1500, 1600])
})

it('goes on at once after a step back, each time', () => {
  const readings = [10, 20, 5, 6, 1, 4, 4, 1e12, 3]
  const clock = steady({ now: () => readings.shift()! })
  expect(Array.from({ length: 9 }, () => clock.now())).toEqual([10, 20, 20, 21, 21, 24, 24, 1e12 + 20, 1e12 + 20])
})
