import { LoneLayer } from '@resilience4cata/testing/lone-layer'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { room } from './index.ts'
import type { AdaptiveLimit } from './runtime.ts'

const timedOut = () => Object.assign(new Error('late'), { code: 'R4C_CALL_TIMEOUT' })

it('bounds hold, one cut per epoch, everything given back, first in first out', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('call' as const), ms: fc.integer({ min: 0, max: 50 }), ends: fc.constantFrom('value', 'value', 'value', 'fails', 'drops') }),
    fc.record({ kind: fc.constant('abort' as const), which: fc.nat(50) }),
    fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 40 }) }),
  )
  const program = fc.record({
    min: fc.integer({ min: 1, max: 3 }), extra: fc.integer({ min: 0, max: 6 }), backoffRatio: fc.constantFrom(0.5, 0.7, 0.9, 0.999),
    maxWait: fc.constantFrom(0, 30, 100), steps: fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
  })
  await fc.assert(fc.asyncProperty(program, async ({ min, extra, backoffRatio, maxWait, steps }) => {
    const options = { minLimit: min, initialLimit: min + (extra >> 1), maxLimit: min + extra, backoffRatio, maxWait, maxQueue: 5 }
    const layer = new LoneLayer<AdaptiveLimit>(room, options)
    const controllers: AbortController[] = []
    const calls: Promise<unknown>[] = []
    const started: number[] = []
    const waited = new Set<number>()
    // a cut is right when its attempt began after the cut before it
    let [cuts, dropped, live] = [0, 0, 0]
    const run = (id: number, ms: number, ends: string) => {
      started.push(id)
      expect(++live).toBe(layer.instance.inFlight)
      const epoch = cuts
      return layer.after(ms).then(() => {
        live--
        if (ends === 'drops' && !controllers[id]!.signal.aborted && epoch === cuts) {
          cuts++
          dropped += layer.instance.limit > min ? 1 : 0
        }
        if (ends !== 'value') throw ends === 'drops' ? timedOut() : new Error('x')
      })
    }
    for (const s of steps) {
      if (s.kind === 'advance') await layer.advance(s.ms)
      else if (s.kind === 'abort') controllers[s.which % Math.max(1, controllers.length)]?.abort('own')
      else {
        const id = calls.length
        controllers.push(new AbortController())
        const before = layer.snapshot['waiting'] as number
        calls.push(layer.call(() => run(id, s.ms, s.ends), controllers[id]!.signal))
        if ((layer.snapshot['waiting'] as number) > before) waited.add(id)
      }
      const { limit, waiting } = layer.snapshot as { limit: number; waiting: number }
      expect(Number.isInteger(limit) && limit >= options.minLimit && limit <= options.maxLimit).toBe(true)
      if (waiting > 0) expect(layer.instance.inFlight).toBeGreaterThanOrEqual(limit)
    }
    await layer.advance(10_000)
    await Promise.allSettled(calls)
    expect(layer.events.filter(([name, fields]) => name === 'limitChanged' && (fields as { reason: string }).reason === 'OVERLOAD')).toHaveLength(dropped)
    const inOrder = started.filter((id) => waited.has(id))
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b))
    expect(layer.snapshot).toMatchObject({ inFlight: 0, waiting: 0 })
    expect(layer.clock.pending()).toBe(0)
  }), { seed: 8, numRuns: 250 })
})
