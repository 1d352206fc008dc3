import { LoneLayer } from '@resilience4cata/testing/lone-layer'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { room } from './index.ts'
import type { Bulkhead } from './runtime.ts'

it('never more than the slots, first in first out, everything given back, no timer left', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('call' as const), ms: fc.integer({ min: 0, max: 50 }), ends: fc.constantFrom('value', 'rejects', 'throws') }),
    fc.record({ kind: fc.constant('abort' as const), which: fc.nat(50) }),
    fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 40 }) }),
    fc.record({ kind: fc.constant('slots' as const), max: fc.integer({ min: 0, max: 4 }) }),
  )
  const program = fc.record({ max: fc.integer({ min: 1, max: 3 }), maxWait: fc.constantFrom(0, 30, 60), maxQueue: fc.integer({ min: 0, max: 4 }), steps: fc.array(step, { maxLength: 40 }) })
  await fc.assert(fc.asyncProperty(program, async ({ max, maxWait, maxQueue, steps }) => {
    const layer = new LoneLayer<Bulkhead>(room, { maxConcurrent: max, maxWait, maxQueue })
    const controllers: AbortController[] = []
    const started: number[] = []
    const waited: number[] = []
    let [active, allowed] = [0, max]
    const calls: Promise<unknown>[] = []
    const run = (id: number, ms: number, ends: string) => {
      started.push(id)
      active++
      expect(active).toBeLessThanOrEqual(allowed)
      if (ends === 'throws') { active--; throw id }
      return layer.after(ms).then(() => { active--; allowed = Math.max(active, layer.instance.options!.maxConcurrent); if (ends === 'rejects') throw id })
    }
    for (const s of steps) {
      if (s.kind === 'advance') await layer.advance(s.ms)
      else if (s.kind === 'abort') controllers[s.which % Math.max(1, controllers.length)]?.abort(-1)
      else if (s.kind === 'slots') { allowed = Math.max(active, s.max); layer.configure({ maxConcurrent: s.max }); allowed = Math.max(allowed, s.max) }
      else {
        const id = calls.length
        const controller = new AbortController()
        controllers.push(controller)
        const before = layer.snapshot['waiting'] as number
        calls.push(layer.call(() => run(id, s.ms, s.ends), controller.signal))
        if ((layer.snapshot['waiting'] as number) > before) waited.push(id)
      }
      expect(layer.instance.inUse).toBeGreaterThanOrEqual(0)
      expect(layer.snapshot['waiting']).toBeLessThanOrEqual(maxQueue)
      // nobody waits beside a free slot
      if ((layer.snapshot['waiting'] as number) > 0) expect(layer.instance.inUse).toBeGreaterThanOrEqual(layer.instance.options!.maxConcurrent)
    }
    await layer.advance(10_000)
    await Promise.allSettled(calls)
    const lived = started.filter((id) => waited.includes(id))
    expect(lived).toEqual([...lived].sort((a, b) => a - b))
    expect(layer.snapshot).toMatchObject({ inUse: 0, waiting: 0 })
    expect(layer.clock.pending()).toBe(0)
  }), { seed: 3, numRuns: 400 })
})
