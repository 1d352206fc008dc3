import { checkOptions } from '@resilience4cata/core/check'
import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sync } from '../parts/sync.ts'
import { BulkheadFullError, room } from './index.ts'
import { bulkhead, type Bulkhead } from './runtime.ts'

const lone = (written: object) => new LoneLayer<Bulkhead>(room, written)
const full = (reason: string) => expect.objectContaining({ name: 'BulkheadFullError', code: 'R4C_BULKHEAD_FULL', reason })
const MINUTE = 60_000

describe('admission', () => {
  it('admits as many as there are slots and rejects the rest at once', async () => {
    const layer = lone({ maxConcurrent: 2 })
    const calls = [1, 2, 3].map(() => layer.call(hang))
    expect(await layer.stateOf(calls[2]!)).toEqual(['err', full('FULL')])
    expect(layer.snapshot).toEqual({ inUse: 2, waiting: 0, max: 2, rejected: 1 })
    expect(layer.events).toEqual([['rejected', { reason: 'FULL' }]])
  })

  it('rejects with an error of its own each time, that says where', async () => {
    const layer = lone({ maxConcurrent: 1, name: 'prices' })
    layer.call(hang)
    const errors = await Promise.all([1, 2].map(() => layer.call(hang).catch((error: unknown) => error))) as BulkheadFullError[]
    expect(errors[0]).not.toBe(errors[1])
    expect(errors[0]).toBeInstanceOf(BulkheadFullError)
    expect(errors[0]!.instanceId).toBe('prices')
    expect(errors[0]!.policy).toBe('bulkhead')
    expect(errors[0]!.message).toBe('bulkhead prices is full: 1 of 1 slots in use')
    expect(errors[0]!.stack).not.toContain('    at ')
  })

  it('starts the body in the turn of the call, and gives the slot back however it ends', async () => {
    const layer = lone({ maxConcurrent: 1 })
    let started = 0
    const ends = [() => 'x', () => Promise.reject(new Error('x')), () => { throw undefined }, () => ({ then() { throw new Error('then') } })]
    for (const end of ends) {
      const call = layer.call(() => { started++; return end() })
      expect(started).toBe(ends.indexOf(end) + 1)
      await call.catch(() => {})
      expect(layer.instance.inUse).toBe(0)
    }
    expect(layer.snapshot['rejected']).toBe(0)
  })

  it('reads no clock and arms no timer while nobody waits', async () => {
    const layer = lone({ maxConcurrent: 1, maxWait: 1000 })
    for (let i = 0; i < 10; i++) await layer.call(() => 1)
    expect([layer.reads, layer.clock.pending()]).toEqual([0, 0])
  })

  it('counts re-entrant calls of a sync function', () => {
    const layer = lone({ maxConcurrent: 2 })
    const descend = (depth: number): unknown => layer.callSync(() => (depth === 0 ? 'bottom' : descend(depth - 1)))
    expect(descend(1)).toBe('bottom')
    expect(() => descend(2)).toThrow(full('FULL') as Error)
    expect(layer.instance.inUse).toBe(0)
  })
})

describe('disabled', () => {
  it('lets everybody through without a slot, a record or an event', async () => {
    const layer = lone({ maxConcurrent: 1, enabled: false })
    const calls = [1, 2, 3].map(() => layer.call(() => layer.after(10, 'ok')))
    expect(layer.instance.inUse).toBe(0)
    await layer.advance(10)
    expect(await Promise.all(calls)).toEqual(['ok', 'ok', 'ok'])
    expect(layer.events).toEqual([])
  })

  it('switched off while calls run and wait: those in line start, those that run still count when it is on again', async () => {
    const layer = lone({ maxConcurrent: 1, maxWait: MINUTE })
    let started = 0
    const body = () => { started++; return layer.after(100) }
    const calls = [1, 2, 3].map(() => layer.call(body))
    layer.configure({ enabled: false })
    await layer.advance(0)
    expect(started).toBe(3)
    layer.configure({ enabled: true })
    expect(layer.instance.inUse).toBe(1)
    await layer.advance(100)
    await Promise.all(calls)
    expect(layer.snapshot).toMatchObject({ inUse: 0, waiting: 0 })
    expect(layer.clock.pending()).toBe(0)
  })
})

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

describe('reconfiguration', () => {
  it('BH-12 0 is refused when written and closes when configured; raising wakes waiters in the same turn', async () => {
    expect(checkOptions(room.table, { maxConcurrent: 0 }).faults.map((f) => f.code)).toEqual(['R4C-ATR-010'])
    expect(checkOptions(room.table, { maxConcurrent: 0 }, { configured: true }).faults).toEqual([])

    const layer = lone({ maxConcurrent: 5, maxWait: MINUTE })
    let started = 0
    const body = () => { started++; return hang() }
    layer.configure({ maxConcurrent: 0 })
    layer.call(body)
    layer.call(body)
    layer.call(body)
    expect([started, layer.snapshot]).toEqual([0, { inUse: 0, waiting: 3, max: 0, rejected: 0 }])
    layer.configure({ maxConcurrent: 2 })
    expect(layer.snapshot).toMatchObject({ inUse: 2, waiting: 1 })
    await layer.advance(0)
    expect(started).toBe(2)
  })

  it('lowering interrupts nobody and admits nobody until enough have ended', async () => {
    const layer = lone({ maxConcurrent: 5 })
    const ends: (() => void)[] = []
    const body = () => new Promise<void>((settle) => { ends.push(settle) })
    for (let i = 0; i < 5; i++) layer.call(body)
    layer.configure({ maxConcurrent: 2 })
    for (const left of [4, 3, 2]) {
      expect(await layer.stateOf(layer.call(body))).toEqual(['err', full('FULL')])
      ends.pop()!()
      await layer.advance(0)
      expect(layer.instance.inUse).toBe(left)
    }
    ends.pop()!()
    await layer.advance(0)
    expect(await layer.stateOf(layer.call(body))).toBe('pending')
    expect(layer.instance.inUse).toBe(2)
  })

  it('a reset begins anew: what comes back from before is nothing', async () => {
    const layer = lone({ maxConcurrent: 2, maxWait: MINUTE })
    const ends: (() => void)[] = []
    const body = () => new Promise<void>((settle) => { ends.push(settle) })
    for (let i = 0; i < 3; i++) layer.call(body)
    room.reset!(layer.instance)
    expect(layer.snapshot).toEqual({ inUse: 1, waiting: 0, max: 2, rejected: 0 })
    await layer.advance(0)
    ends.slice(0, 2).forEach((end) => end())
    await layer.advance(0)
    expect(layer.instance.inUse).toBe(1)
    ends[2]!()
    await layer.advance(0)
    expect(layer.instance.inUse).toBe(0)
  })
})

it('R4C-SYN-009: a sync site may not wait, written or configured', () => {
  const options = { maxConcurrent: 1, maxWait: 1000 }
  expect(room.check!(options, { sync: true, classified: false })).toMatchObject([{ code: 'R4C-SYN-009', says: "a bulkhead of a sync function can't wait, got maxWait 1s" }])
  expect(room.check!(options, { sync: false, classified: false })).toEqual([])
  expect(bulkhead('site', {}, sync).sync).toBe(true)
})

it('properties: never more than the slots, first in first out, everything given back, no timer left', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('call' as const), ms: fc.integer({ min: 0, max: 50 }), ends: fc.constantFrom('value', 'rejects', 'throws') }),
    fc.record({ kind: fc.constant('abort' as const), which: fc.nat(50) }),
    fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 40 }) }),
    fc.record({ kind: fc.constant('slots' as const), max: fc.integer({ min: 0, max: 4 }) }),
  )
  const program = fc.record({ max: fc.integer({ min: 1, max: 3 }), maxWait: fc.constantFrom(0, 30, 60), maxQueue: fc.integer({ min: 0, max: 4 }), steps: fc.array(step, { maxLength: 40 }) })
  await fc.assert(fc.asyncProperty(program, async ({ max, maxWait, maxQueue, steps }) => {
    const layer = lone({ maxConcurrent: max, maxWait, maxQueue })
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
