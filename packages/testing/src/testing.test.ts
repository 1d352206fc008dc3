import { realm } from '@resilience4cata/core/run/realm'
import { fakeRoom, type Fake } from '@resilience4cata/runtime/fake-room.fixture'
import { createRegistry } from '@resilience4cata/runtime/create-registry'
import { callerScope } from '@resilience4cata/runtime/scope/caller-scope'
import { into } from '@resilience4cata/runtime/sharing/into'
import { registry, resilient } from '@resilience4cata/policies/index'
import { describe, expect, it } from 'vitest'
import { runnersHooks } from './hooks.ts'
import { ManualClock } from './manual-clock.ts'
import { quiesce } from './quiesce.ts'
import { seeded } from './seeded.ts'
import { testingRegistry } from './testing-registry.ts'
import { useManualClock } from './use-manual-clock.ts'

const flaky = (failures: number) => async () => {
  if (failures-- > 0) throw new Error('down')
  return 7
}

describe('testingRegistry', () => {
  it('goes by the clock, with the same jitter in each run', async () => {
    const waits = async () => {
      const clock = new ManualClock(0, { autoAdvance: true })
      const registry = testingRegistry(clock)
      const stock = resilient({ registry, retry: { delay: '100ms' } }, flaky(2))
      expect(await stock()).toBe(7)
      await quiesce(registry)
      return clock.elapsed()
    }
    const first = await waits()
    expect(first).toBeGreaterThan(0)
    expect(await waits()).toBe(first)
  })

  it('needs no jitter to be exact', async () => {
    const clock = new ManualClock()
    const registry = testingRegistry(clock)
    registry.configure({ defaults: { retry: { jitter: 'none' } } })
    const stock = resilient({ registry, retry: { delay: '100ms' } }, flaky(2))()
    await clock.advance(299)
    expect(clock.pending()).toBe(1)
    await clock.advance(1)
    expect(clock.pending()).toBe(0)
    expect(await stock).toBe(7)
  })
})

describe('quiesce', () => {
  const rooms = { bulkhead: { ...fakeRoom('bulkhead'), snapshot: (fake: Fake) => fake.handed as unknown as object } }
  const holding = (row: object, clock = new ManualClock()) => {
    const registry = createRegistry(rooms, { clock, timers: clock })
    Object.assign(rooms.bulkhead.create('f', undefined, into(registry)), { handed: row })
    return registry
  }

  it('lists permits, waiters and timers that are left', async () => {
    await quiesce(holding({ inUse: 0, waiting: 0 }))
    const clock = new ManualClock()
    clock.set(() => {}, 60)
    await expect(quiesce(holding({ inUse: 2, waiting: 1 }, clock))).rejects.toThrow('what is left: bulkhead f: 2 inUse; bulkhead f: 1 waiting; 1 timers. Let every')
    await expect(quiesce(holding({ inFlight: 1 }))).rejects.toThrow('1 inFlight')
    await expect(quiesce(holding({ pending: 3 }))).rejects.toThrow('3 pending')
  })

  it('knows a half-open permit that has not come back', async () => {
    const half = { state: 'HALF_OPEN', config: { halfOpenCalls: 3 }, halfOpenPermits: 1 }
    await quiesce(holding({ ...half, halfOpenRecorded: 2 }))
    await expect(quiesce(holding({ ...half, halfOpenRecorded: 1 }))).rejects.toThrow('1 half-open permits')
  })
})

it('quiesce knows a signal that somebody still listens to', async () => {
  const registry = testingRegistry(new ManualClock())
  const listening = callerScope(new AbortController().signal)!.listen(() => {})
  await expect(quiesce(registry)).rejects.toThrow('listeners on 1 signals')
  listening.end()
  await quiesce(registry)
  const controller = new AbortController()
  for (let i = 0; i < 3; i++) callerScope(controller.signal)!.listen(() => {})
  controller.abort()
  await quiesce(registry)
})

describe('useManualClock', () => {
  const clock = useManualClock({ autoAdvance: true })
  for (const run of [1, 2]) {
    it(`gives each test the clock at 0 (${run})`, async () => {
      expect([clock.now(), registry.realm.clock]).toEqual([0, clock])
      expect(await resilient({ retry: { delay: '100ms', jitter: 'none' } }, flaky(2))()).toBe(7)
      expect(clock.now()).toBe(300)
    })
  }
})

describe('useManualClock in a runner', () => {
  const around: (() => unknown)[] = []
  const hooks = { beforeEach: (run: () => unknown) => around.push(run), afterEach: (run: () => unknown) => around.push(run) }

  it('fails a test that leaves something, and puts everything back', async () => {
    const before = { ...realm() }
    const clock = useManualClock({ hooks })
    const [begin, end] = around as [() => void, () => Promise<void>]
    begin()
    expect(realm().timers).toBe(clock)
    clock.set(() => {}, 1000)
    await expect(end()).rejects.toThrow('1 timers')
    expect([realm().clock, realm().timers, realm().random]).toEqual([before.clock, before.timers, before.random])
    begin()
    await end()
  })

  it('finds the hooks of the runner', () => {
    expect(typeof runnersHooks().beforeEach).toBe('function')
  })
})

it('a seed gives one row of numbers, evenly spread', () => {
  const row = (seed?: number) => { const next = seeded(seed); return Array.from({ length: 1000 }, next) }
  expect(row()).toEqual(row(1))
  expect(row(2)).not.toEqual(row(1))
  expect(row().every((n) => n >= 0 && n < 1)).toBe(true)
  const tenths = Array(10).fill(0)
  for (const n of row()) tenths[Math.floor(n * 10)]++
  expect(Math.min(...tenths)).toBeGreaterThan(60)
})
