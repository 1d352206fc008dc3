import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import { describe, expect, it } from 'vitest'
import { room } from './index.ts'
import type { Bulkhead } from './runtime.ts'

const lone = (written: object) => new LoneLayer<Bulkhead>(room, written)
const full = (reason: string) => expect.objectContaining({ name: 'BulkheadFullError', code: 'R4C_BULKHEAD_FULL', reason })
const MINUTE = 60_000

describe('waiting', () => {
  it('BH-01 capacity 1 with a wait: all run, one after another, first in first out', async () => {
    const layer = lone({ maxConcurrent: 1, maxWait: 10_000 })
    const starts: [number, number][] = []
    const calls = [0, 1, 2].map((n) => layer.call(() => { starts.push([n, layer.clock.now()]); return layer.after(1000, 'ok') }))
    await layer.advance(3000)
    expect(starts).toEqual([[0, 0], [1, 1000], [2, 2000]])
    expect(await Promise.all(calls)).toEqual(['ok', 'ok', 'ok'])
  })

  it('BH-03 an aborted waiter holds nothing: the next one starts in the turn in which the slot is free', async () => {
    const layer = lone({ maxConcurrent: 1, maxWait: MINUTE })
    const controller = new AbortController()
    let end!: () => void
    layer.call(() => new Promise<void>((settle) => { end = settle }))
    const b = layer.call(hang, controller.signal)
    let started = false
    layer.call(() => { started = true })
    controller.abort('enough')
    expect(await layer.stateOf(b)).toEqual(['err', 'enough'])
    end()
    await layer.advance(0)
    expect(started).toBe(true)
    expect(layer.snapshot).toMatchObject({ inUse: 0, waiting: 0 })
  })

  it('BH-04 a signal that is aborted already, or later, ends the wait although the line never moves', async () => {
    const layer = lone({ maxConcurrent: 1, maxWait: MINUTE })
    layer.call(hang)
    const later = new AbortController()
    const at: number[] = []
    const reasons = [AbortSignal.abort('a'), later.signal].map((signal) => layer.call(hang, signal).catch((reason: unknown) => { at.push(layer.clock.now()); return reason }))
    layer.clock.set(() => later.abort('b'), 10)
    await layer.advance(10)
    expect(await Promise.all(reasons)).toEqual(['a', 'b'])
    expect(at).toEqual([0, 10])
    expect(layer.snapshot).toMatchObject({ inUse: 1, waiting: 0 })
    expect(layer.clock.pending()).toBe(0)
  })

  it('BH-06 aborting waiters doesn’t lower what is in use', async () => {
    const layer = lone({ maxConcurrent: 2, maxWait: MINUTE })
    let [active, most] = [0, 0]
    const body = async () => {
      most = Math.max(most, ++active)
      await layer.after(100)
      active--
    }
    const controller = new AbortController()
    const running = [1, 2].map(() => layer.call(body))
    const aborted = [1, 2, 3].map(() => layer.call(body, controller.signal))
    controller.abort()
    const more = [1, 2, 3].map(() => layer.call(body))
    await Promise.allSettled(aborted)
    expect(layer.instance.inUse).toBe(2)
    await layer.advance(1000)
    await Promise.all([...running, ...more])
    expect(most).toBe(2)
  })

  it('BH-08 recursive use of one bulkhead ends in WAIT_EXPIRED instead of a deadlock', async () => {
    const layer = lone({ maxConcurrent: 2, maxWait: 1000 })
    const f = (n: number): Promise<unknown> => layer.call(() => (n ? f(n - 1) : 'x'))
    const call = f(3)
    await layer.advance(999)
    expect(await layer.stateOf(call)).toBe('pending')
    await layer.advance(1)
    expect(await layer.stateOf(call)).toEqual(['err', full('WAIT_EXPIRED')])
    expect(layer.snapshot).toMatchObject({ inUse: 0, waiting: 0 })
  })

  it('BH-09 a long line drains in linear time: nothing is moved when somebody leaves', async () => {
    const layer = lone({ maxConcurrent: 1, maxWait: 86_400_000, maxQueue: 65_536 })
    const queue = layer.instance.queue!
    layer.instance.ready()
    let served = 0
    // timers of 60,000 waiters are the host's affair: here they cost nothing
    layer.instance.realm.timers = { set: () => undefined, clear: () => {} }
    let slot = layer.instance.acquire()
    for (let i = 0; i < 60_000; i++) void (queue.wait(undefined) as Promise<number>).then((permit) => { served++; slot = permit })
    expect(queue.length).toBe(60_000)
    while (queue.length > 0) {
      layer.instance.release(slot)
      await undefined
    }
    await layer.advance(0)
    expect(served).toBe(60_000)
  })

  it('BH-11 one outcome and one release, whatever the thenable does', async () => {
    const layer = lone({ maxConcurrent: 1 })
    const controller = new AbortController()
    const odd = { then(resolve: (v: unknown) => void, reject: (e: unknown) => void) { resolve('first'); reject(new Error('second')); resolve('third'); throw new Error('fourth') } }
    expect(await layer.call(() => odd, controller.signal)).toBe('first')
    controller.abort()
    expect(layer.instance.inUse).toBe(0)
    layer.instance.release(-1)
    expect(layer.instance.inUse).toBe(0)
  })

  it('BH-13 a call that is told "full" was never made, then or later', async () => {
    const layer = lone({ maxConcurrent: 1 })
    let calls = 0
    const body = () => { calls++; return hang() }
    layer.call(body)
    await layer.call(body).catch(() => {})
    await layer.advance(1e6)
    expect(calls).toBe(1)
  })

  it.each(['slot first', 'expiry first'])('BH-14 the slot is free in the instant in which the wait expires (%s)', async (order) => {
    const layer = lone({ maxConcurrent: 1, maxWait: 1000 })
    let starts = 0
    // timers of one deadline fire in the order in which they were armed
    const twice = () => layer.after(500).then(() => layer.after(500))
    const a = layer.call(order === 'slot first' ? () => layer.after(1000) : twice)
    const b = layer.call(() => { starts++ })
    await layer.advance(1000)
    await a
    const state = await layer.stateOf(b)
    expect(state).toEqual(order === 'slot first' ? ['ok', undefined] : ['err', full('WAIT_EXPIRED')])
    expect(starts).toBe(order === 'slot first' ? 1 : 0)
    expect(await layer.call(() => 'at once')).toBe('at once')
    expect(layer.snapshot).toMatchObject({ inUse: 0, waiting: 0 })
  })

  it('an abort after the hand-over and before the start gives the slot to the next in line', async () => {
    const layer = lone({ maxConcurrent: 2, maxWait: MINUTE })
    const controller = new AbortController()
    const ends: (() => void)[] = []
    for (const _ of [1, 2]) layer.call(() => new Promise<void>((settle) => { ends.push(settle) }))
    const started: string[] = []
    layer.call(() => { started.push('b'); controller.abort('late'); return hang() })
    const c = layer.call(() => { started.push('c') }, controller.signal)
    layer.call(() => { started.push('d'); return hang() })
    // both slots are handed over before either of the two has started
    ends.forEach((end) => end())
    await layer.advance(0)
    expect(await layer.stateOf(c)).toEqual(['err', 'late'])
    expect(started).toEqual(['b', 'd'])
    expect(layer.instance.inUse).toBe(2)
  })

  it('has ten places for each slot unless told otherwise', async () => {
    const layer = lone({ maxConcurrent: 1, maxWait: MINUTE })
    layer.call(hang)
    for (let i = 0; i < 10; i++) layer.call(hang)
    expect(await layer.stateOf(layer.call(hang))).toEqual(['err', full('QUEUE_FULL')])
    layer.configure({ maxQueue: 11 })
    expect(await layer.stateOf(layer.call(hang))).toBe('pending')
    expect(layer.snapshot['waiting']).toBe(11)
  })

  it('a timer that outlives its waiter changes nothing', async () => {
    const layer = lone({ maxConcurrent: 1, maxWait: 1000 })
    // somebody swapped the platform's timers meanwhile: clearing finds nothing
    layer.instance.realm.timers = { set: (fire, ms) => layer.clock.set(fire, ms), clear: () => {} }
    layer.call(() => layer.after(500))
    const b = layer.call(() => layer.after(5000, 'b'))
    await layer.advance(2000)
    expect(layer.snapshot).toMatchObject({ inUse: 1, waiting: 0 })
    await layer.advance(4000)
    expect(await b).toBe('b')
  })
})
