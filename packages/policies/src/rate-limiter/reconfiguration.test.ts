import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import { expect, it } from 'vitest'
import { room, type RateLimitExceededError } from './index.ts'
import type { RateLimiter } from './runtime.ts'

const lone = (written: object) => new LoneLayer<RateLimiter>(room, written)
const MINUTE = 60_000

function starts(layer: LoneLayer<RateLimiter>, count: number): void {
  for (let i = 0; i < count; i++) layer.call(() => {})
}

it('RL-10 a longer period begins after the running cycle: who can’t start in time any more is told at once', async () => {
  const layer = lone({ permits: 1, period: 10_000, maxWait: MINUTE })
  const started: number[] = []
  const refused: [number, number][] = []
  for (let i = 0; i < 5; i++) {
    layer.call(() => { started.push(layer.clock.now()) }).catch((error: RateLimitExceededError) => refused.push([layer.clock.now(), error.retryAfterMs]))
  }
  await layer.advance(1000)
  layer.configure({ period: MINUTE })
  await layer.advance(9000)
  expect(started).toEqual([0, 10_000])
  expect(refused).toEqual(Array(3).fill([1000, 69_000]))
  expect(layer.snapshot['waiting']).toBe(0)
  expect(layer.clock.pending()).toBe(0)
})

it('each refused waiter is told its own time', async () => {
  const layer = lone({ permits: 1, period: 1000, maxWait: 2500 })
  const refused: number[] = []
  const call = () => layer.call(hang).catch((error: RateLimitExceededError) => refused.push(error.retryAfterMs))
  call()
  call()
  await layer.advance(600)
  call()
  layer.configure({ period: 2000 })
  await layer.advance(0)
  // at 1000 the first in line starts, at 3000 the second one could, 2400 after it came
  expect(refused).toEqual([])
  layer.configure({ period: 3000 })
  await layer.advance(0)
  expect(refused).toEqual([3400])
})

it('fewer permits hold in the cycle that has begun, more only from the next one on', async () => {
  const layer = lone({ permits: 4, period: 1000 })
  starts(layer, 1)
  layer.configure({ permits: 2 })
  expect(layer.snapshot['available']).toBe(2)
  layer.configure({ permits: 10 })
  expect(layer.snapshot['available']).toBe(2)
  await layer.advance(1000)
  expect(layer.snapshot['available']).toBe(10)
})

it('a ring that is resized keeps the newest starts', async () => {
  const layer = lone({ permits: 3, period: 1000, window: 'rolling' })
  for (let i = 0; i < 3; i++) {
    starts(layer, 1)
    await layer.advance(100)
  }
  layer.configure({ permits: 2 })
  // started at 0, 100, 200; the two newest count
  expect(layer.snapshot).toMatchObject({ available: 0, nextPermitMs: 800 })
  layer.configure({ permits: 4 })
  expect(layer.snapshot['available']).toBe(2)
})

it('another kind of window goes on with the permits that are left', async () => {
  const layer = lone({ permits: 4, period: 1000 })
  starts(layer, 3)
  layer.configure({ window: 'rolling' })
  expect(layer.snapshot['available']).toBe(1)
  starts(layer, 1)
  layer.configure({ window: 'fixed' })
  expect(layer.snapshot['available']).toBe(0)
  await layer.advance(1000)
  expect(layer.snapshot['available']).toBe(4)
})
