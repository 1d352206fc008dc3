import { LoneLayer } from '@resilience4cata/testing/lone-layer'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { room, type RateLimitExceededError } from './index.ts'
import type { RateLimiter } from './runtime.ts'

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('call' as const), aborts: fc.option(fc.nat(12), { nil: undefined }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('abort' as const), which: fc.nat(40) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 150 }) }) },
)
const program = fc.record({
  window: fc.constantFrom('fixed' as const, 'rolling' as const),
  permits: fc.integer({ min: 1, max: 4 }),
  maxWait: fc.constantFrom(0, 100, 250, 1000, 1000),
  maxQueue: fc.integer({ min: 0, max: 8 }),
  origin: fc.integer({ min: 0, max: 1000 }),
  steps: fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
})
const PERIOD = 100

it('never more starts than permits, no wait above maxWait, first in first out, and no permit lost to an abort', async () => {
  let waits = 0
  await fc.assert(fc.asyncProperty(program, async ({ window, permits, maxWait, maxQueue, origin, steps }) => {
    const layer = new LoneLayer<RateLimiter>(room, { window, permits, period: PERIOD, maxWait, maxQueue })
    await layer.advance(origin)
    const started: { id: number; at: number; asked: number }[] = []
    const controllers: AbortController[] = []
    const calls: Promise<unknown>[] = []
    const call = (aborts?: number) => {
      const id = calls.length
      const asked = layer.clock.now()
      controllers.push(new AbortController())
      const waiting = layer.snapshot['waiting'] as number
      calls.push(layer.call(() => {
        expect(controllers[id]!.signal.aborted).toBe(false)
        started.push({ id, at: layer.clock.now(), asked })
        // from inside of a body, while others of the same turn have their permit and haven't started
        if (aborts !== undefined) controllers[(id + aborts) % controllers.length]!.abort('other')
      }, controllers[id]!.signal).catch((error: RateLimitExceededError | 'own' | 'other') => {
        if (typeof error === 'string') return
        expect(error.retryAfterMs).toBeGreaterThan(0)
        expect(error.retryAfterMs).toBeLessThanOrEqual(PERIOD * Math.ceil((waiting + 1) / permits))
      }))
    }
    const inStretch = (at: number) => {
      const from = window === 'rolling' ? at - PERIOD + 1 : started[0]!.at + Math.floor((at - started[0]!.at) / PERIOD) * PERIOD
      return started.filter((start) => start.at >= from && start.at <= at).length
    }
    for (const s of steps) {
      if (s.kind === 'advance') {
        await layer.advance(s.ms)
        // who waits does so because all permits of this stretch were used
        if ((layer.snapshot['waiting'] as number) > 0) expect(inStretch(layer.clock.now())).toBe(permits)
      } else if (s.kind === 'abort') controllers[s.which % Math.max(1, controllers.length)]?.abort('own')
      else call(s.aborts)
      const { available, waiting } = layer.snapshot as { available: number; waiting: number }
      if (waiting > 0) expect(available).toBe(0)
      expect(waiting).toBeLessThanOrEqual(maxQueue)
      expect(layer.clock.pending()).toBe(waiting > 0 ? 1 : 0)
    }
    await layer.advance(10_000)
    await Promise.all(calls)
    const count = started.length
    for (const { at, asked } of started) {
      expect(inStretch(window === 'rolling' ? at : at + PERIOD - 1 - ((at - started[0]!.at) % PERIOD))).toBeLessThanOrEqual(permits)
      expect(at - asked).toBeLessThanOrEqual(maxWait)
      if (at > asked) waits++
    }
    expect(started.map(({ id }) => id)).toEqual(started.map(({ id }) => id).sort((a, b) => a - b))
    expect(layer.clock.pending()).toBe(0)
    // whoever has left took nothing along
    for (let i = 0; i < permits; i++) call()
    expect(started.length - count).toBe(permits)
  }), { seed: 4, numRuns: 250 })
  expect(waits).toBeGreaterThan(500)
})
