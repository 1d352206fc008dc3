import { checkOptions } from '@resilience4cata/core/check'
import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
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
    const layer = lone({ maxConcurrent: 1 })
    layer.call(hang)
    const errors = await Promise.all([1, 2].map(() => layer.call(hang).catch((error: unknown) => error))) as BulkheadFullError[]
    expect(errors[0]).not.toBe(errors[1])
    expect(errors[0]).toBeInstanceOf(BulkheadFullError)
    expect(errors[0]!.instanceId).toBe('lone')
    expect(errors[0]!.policy).toBe('bulkhead')
    expect(errors[0]!.message).toBe('bulkhead lone is full: 1 of 1 slots in use')
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
