import type { TimerHost } from '@resilience4cata/core/run/ports'
import type { Realm } from '@resilience4cata/core/run/realm'
import { afterEach, expect, it, vi } from 'vitest'
import { defer, startTimer, stopTimer } from './timers.ts'

afterEach(() => vi.useRealTimers())
const realm: Realm = { entered: [] }
const DAY = 86_400_000

it('uses the timers that are there when it is called', () => {
  vi.useFakeTimers()
  const fire = vi.fn()
  startTimer(realm, fire, 100)
  const other = startTimer(realm, fire, 100)
  stopTimer(realm, other)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(100)
  expect(fire).toHaveBeenCalledTimes(1)
})

it('goes through the host of the realm', () => {
  const set: [number, () => void][] = []
  const cleared: unknown[] = []
  const host: TimerHost = { set: (fire, ms) => set.push([ms, fire]), clear: (handle) => cleared.push(handle) }
  const hosted: Realm = { entered: [], timers: host }
  const fire = () => {}
  stopTimer(hosted, startTimer(hosted, fire, 7))
  defer(hosted, fire)
  expect(set).toEqual([[7, fire], [0, fire]])
  expect(cleared).toEqual([1])
  const deferred: unknown[] = []
  defer({ entered: [], timers: { ...host, defer: (f) => deferred.push(f) } }, fire)
  expect(deferred).toEqual([fire])
})

it('waits for more than 24 days in parts, and can be stopped in each', () => {
  vi.useFakeTimers()
  const fire = vi.fn()
  startTimer(realm, fire, 60 * DAY)
  const stopped = startTimer(realm, fire, 60 * DAY)
  vi.advanceTimersByTime(50 * DAY)
  stopTimer(realm, stopped)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(10 * DAY - 1)
  expect(fire).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(fire).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('never hands NaN or a negative number to the platform', () => {
  const delays: number[] = []
  const hosted: Realm = { entered: [], timers: { set: (_, ms) => delays.push(ms), clear() {} } }
  for (const ms of [NaN, -1, -Infinity, 0]) startTimer(hosted, () => {}, ms)
  expect(delays).toEqual([0, 0, 0, 0])
})

it('T-6: defers by `setImmediate` where there is one, else by a timer', () => {
  const asked: string[] = []
  for (const immediate of [() => asked.push('immediate'), undefined]) {
    vi.stubGlobal('setImmediate', immediate)
    vi.stubGlobal('setTimeout', () => asked.push('timer'))
    defer(realm, () => {})
    vi.unstubAllGlobals()
  }
  expect(asked).toEqual(['immediate', 'timer'])
})

it('defers by a macrotask of the platform', async () => {
  let ran = false
  defer(realm, () => { ran = true })
  for (let i = 0; i < 100; i++) await undefined
  expect(ran).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(ran).toBe(true)
})
