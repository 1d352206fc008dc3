import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import { describe, expect, it } from 'vitest'
import { room } from './index.ts'
import type { AdaptiveLimit } from './runtime.ts'

const lone = (written: object = {}) => new LoneLayer<AdaptiveLimit>(room, written)
const timedOut = () => Object.assign(new Error('late'), { name: 'CallTimeoutError', code: 'R4C_CALL_TIMEOUT' })
const exceeded = (limit: number) => expect.objectContaining({ name: 'LimitExceededError', code: 'R4C_LIMIT_EXCEEDED', limit })
const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i))
const MINUTE = 60_000

describe('waiting', () => {
  it('is first in, first out, as far as the limit allows at that time', async () => {
    const layer = lone({ initialLimit: 4, maxWait: MINUTE })
    const starts: [number, number][] = []
    const run = (id: number, end: () => Promise<unknown>) => layer.call(() => { starts.push([id, layer.clock.now()]); return end() })
    times(4, (i) => run(i, () => (i === 0 ? layer.failAfter(100, timedOut()) : layer.after(100 * (i + 1)))))
    times(4, (i) => run(4 + i, () => layer.after(1000)))
    await layer.advance(200)
    // at 100 the limit falls to 3 with 3 in flight; at 200 one place is free
    expect(starts.slice(4)).toEqual([[4, 200]])
    expect(layer.snapshot).toMatchObject({ limit: 3, inFlight: 3, waiting: 3 })
    await layer.advance(10_000)
    expect(starts.map(([id]) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(layer.snapshot).toMatchObject({ inFlight: 0, waiting: 0 })
  })

  it('wakes as many as growth makes room for', async () => {
    const layer = lone({ initialLimit: 1, maxWait: MINUTE })
    const calls = times(2, (i) => layer.call(() => layer.after(10, i)))
    expect(await layer.stateOf(layer.call(hang))).toEqual(['err', exceeded(1)])
    await layer.advance(10)
    expect(layer.snapshot).toMatchObject({ limit: 2, inFlight: 1, waiting: 0 })
    await layer.advance(10)
    expect(await Promise.all(calls)).toEqual([0, 1])
  })

  it('ends by abort at once and by maxWait, and holds nothing then', async () => {
    const layer = lone({ initialLimit: 1, maxWait: 1000, maxQueue: 2 })
    layer.call(hang)
    const controller = new AbortController()
    const [a, b] = [layer.call(hang, controller.signal), layer.call(hang)]
    controller.abort('enough')
    expect(await layer.stateOf(a)).toEqual(['err', 'enough'])
    await layer.advance(1000)
    expect(await layer.stateOf(b)).toEqual(['err', exceeded(1)])
    expect(layer.snapshot).toMatchObject({ inFlight: 1, waiting: 0 })
    expect([layer.clock.pending(), layer.reads]).toEqual([0, 0])
  })

  it('an abort after the hand-over and before the start gives the slot to the next in line', async () => {
    const layer = lone({ initialLimit: 2, maxLimit: 2, maxWait: MINUTE })
    const controller = new AbortController()
    const started: string[] = []
    times(2, () => layer.call(() => layer.after(10)))
    layer.call(() => { started.push('b'); controller.abort('late'); return hang() })
    const c = layer.call(() => { started.push('c') }, controller.signal)
    await layer.advance(5)
    layer.configure({ maxQueue: 5 })
    layer.call(() => { started.push('d'); return hang() })
    await layer.advance(5)
    expect(await layer.stateOf(c)).toEqual(['err', 'late'])
    expect([started, layer.instance.inFlight]).toEqual([['b', 'd'], 2])
  })
})
