import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import { describe, expect, it } from 'vitest'
import { room } from './index.ts'
import type { RateLimiter } from './runtime.ts'

const lone = (written: object) => new LoneLayer<RateLimiter>(room, written)
const exceeded = (retryAfterMs: number) => expect.objectContaining({ name: 'RateLimitExceededError', retryAfterMs })
const MINUTE = 60_000

/** `count` calls at once that note when they start. */
function starts(layer: LoneLayer<RateLimiter>, count: number, into: number[] = []) {
  for (let i = 0; i < count; i++) layer.call(() => { into.push(layer.clock.now()) })
  return into
}

describe.each(['fixed', 'rolling'] as const)('window %s', (window) => {
  it('RL-03 the wait doesn’t grow from call to call', async () => {
    const layer = lone({ permits: 1, period: 1000, window, maxWait: 2000 })
    const started: number[] = []
    for (let i = 0; i < 2000; i++) {
      const call = layer.call(() => { started.push(layer.clock.now()) })
      await layer.advance(i === 0 ? 0 : 1000)
      await call
    }
    expect(started.map((at, i) => at - i * 1000).every((drift) => drift === 0)).toBe(true)
    expect(layer.events.filter(([name]) => name === 'waited').every(([, fields]) => (fields as { ms: number }).ms === 1000)).toBe(true)
  })

  it('RL-08 aborted waiters use up nothing', async () => {
    const layer = lone({ permits: 1, period: 1000, window, maxWait: MINUTE })
    const controller = new AbortController()
    starts(layer, 1)
    const aborted = Array.from({ length: 10 }, () => layer.call(hang, controller.signal).catch((reason: unknown) => [reason, layer.clock.now()]))
    const started = starts(layer, 1)
    layer.clock.set(() => controller.abort('enough'), 100)
    await layer.advance(1000)
    expect(await Promise.all(aborted)).toEqual(Array(10).fill(['enough', 100]))
    expect(started).toEqual([1000])
    expect(layer.clock.pending()).toBe(0)
  })

  it('refuses at once whose turn would come too late, and says when it would', async () => {
    const layer = lone({ permits: 1, period: 1000, window, maxWait: 2000 })
    starts(layer, 3)
    expect(await layer.stateOf(layer.call(hang))).toEqual(['err', exceeded(3000)])
    expect(layer.snapshot['waiting']).toBe(2)
    await layer.advance(500)
    expect(await layer.stateOf(layer.call(hang))).toEqual(['err', exceeded(2500)])
  })

  it('lets no more than maxQueue wait', async () => {
    const layer = lone({ permits: 1, period: 1000, window, maxWait: MINUTE, maxQueue: 1 })
    starts(layer, 2)
    expect(await layer.stateOf(layer.call(hang))).toEqual(['err', exceeded(2000)])
  })

  it('nobody overtakes the line, also when its timer is late', async () => {
    const layer = lone({ permits: 1, period: 1000, window, maxWait: MINUTE })
    const order: string[] = []
    const call = (name: string) => layer.call(() => { order.push(`${name} ${layer.clock.now()}`) })
    call('a')
    // the timer of the line is lost in a blocked event loop: time goes on without it
    layer.instance.realm.timers = { set: () => undefined, clear: () => {} }
    call('b')
    await layer.advance(1500)
    layer.instance.realm.timers = layer.clock
    call('c')
    await layer.advance(0)
    expect(order).toEqual(['a 0', 'b 1500'])
    await layer.advance(1000)
    expect(order[2]).toBe(window === 'fixed' ? 'c 2000' : 'c 2500')
  })

  it('a timer that is early starts its attempt all the same, at its due time', async () => {
    const layer = lone({ permits: 1, period: 1000, window, maxWait: MINUTE })
    layer.instance.realm.timers = { set: (fire, ms) => layer.clock.set(fire, ms - 0.9), clear: (handle) => layer.clock.clear(handle) }
    const started = starts(layer, 3)
    await layer.advance(999.1)
    expect(started).toEqual([0, 999.1])
    await layer.advance(1000)
    expect(started).toHaveLength(3)
    expect(started[2]! - 2000).toBeGreaterThan(-1)
  })

  it('an abort between permit and start passes the permit on', async () => {
    const layer = lone({ permits: 2, period: 1000, window, maxWait: MINUTE })
    const controller = new AbortController()
    const started: string[] = []
    starts(layer, 2)
    layer.call(() => { started.push('b'); controller.abort('late') })
    const c = layer.call(() => { started.push('c') }, controller.signal)
    layer.call(() => { started.push('d') })
    await layer.advance(1000)
    expect(await layer.stateOf(c)).toEqual(['err', 'late'])
    expect(started).toEqual(['b', 'd'])
    expect(layer.snapshot).toMatchObject({ available: 0, waiting: 0 })
  })

  it('swapped timers don’t leave the line behind', async () => {
    const { setTimeout } = globalThis
    const layer = lone({ permits: 1, period: 1000, window, maxWait: MINUTE })
    layer.instance.realm.timers = undefined as never
    delete layer.instance.realm.timers
    const fake: (() => void)[] = []
    try {
      globalThis.setTimeout = (() => ({})) as never
      starts(layer, 2)
      globalThis.setTimeout = ((fire: () => void) => { fake.push(fire); return {} }) as never
      const started = starts(layer, 1)
      expect(fake).toHaveLength(1)
      fake[0]!()
      fake[1]!()
      await layer.advance(0)
      expect(started).toHaveLength(1)
    } finally {
      globalThis.setTimeout = setTimeout
    }
  })
})

describe('on an edge runtime', () => {
  const edge = (written: object) => {
    const layer = lone(written)
    Object.assign(layer.instance.realm, { pools: false })
    return layer
  }

  it('EN-02 each has a timer of its own, all of them stopped when they have their permit', async () => {
    const layer = edge({ permits: 2, period: 1000, maxWait: MINUTE })
    const started = starts(layer, 7)
    await layer.advance(0)
    expect(layer.clock.pending()).toBe(5)
    await layer.advance(1000)
    expect([started, layer.clock.pending()]).toEqual([[0, 0, 1000, 1000], 3])
    await layer.advance(2000)
    expect([started, layer.clock.pending()]).toEqual([[0, 0, 1000, 1000, 2000, 2000, 3000], 0])
  })

  it('EN-02 nobody waits for ever, nor beyond maxWait, when the timers of others are gone with their requests', async () => {
    const layer = edge({ permits: 1, period: 1000, maxWait: MINUTE })
    const handles: unknown[] = []
    const { set } = layer.clock
    layer.clock.set = (fire, ms) => {
      const handle = set.call(layer.clock, fire, ms)
      handles.push(handle)
      return handle
    }
    const started = starts(layer, 5)
    layer.clock.clear(handles[0])
    layer.clock.clear(handles[2])
    await layer.advance(10_000)
    // one at 2000 has the permit of who should have started at 1000
    expect([started, layer.clock.pending()]).toEqual([[0, 2000, 3000, 4000, 5000], 0])
  })
})
