import { expect, it } from 'vitest'
import { cases } from './kit.ts'
import { failures, open, spy, times } from './outcomes.ts'

cases('adaptive limit', (kit) => {
  it('AL-03 · one at a time it doesn’t grow', async () => {
    const { R, snap } = kit()
    const f = R(async () => 'ok', { adaptiveLimit: { initialLimit: 20 } })
    for (let i = 0; i < 1000; i++) await f()
    expect(snap(f)['adaptiveLimit']).toMatchObject({ limit: 20, inFlight: 0 })
  })

  it('AL-03 · in use, it grows by one for as many successes as it allows', async () => {
    const { R, snap, after, adv } = kit()
    const f = R(() => after(100), { adaptiveLimit: { initialLimit: 20 } })
    let [successes, isOpen] = [0, true]
    const limits: number[] = []
    const keep = async (): Promise<void> => {
      while (isOpen) {
        await f()
        successes++
        limits[successes] = snap(f)['adaptiveLimit'].limit
      }
    }
    const all = times(20, keep)
    await adv(5000)
    isOpen = false
    await adv(100)
    await Promise.all(all)
    expect(limits.findIndex((limit) => limit === 41)).toBe(639)
    expect(Math.max(...limits.slice(1))).toBe(41)
  })

  it('AL-04 · no more calls than the limit, whoever calls', async () => {
    const { R, reg, adv } = kit()
    const m = open()
    const f = R(m, { adaptiveLimit: { initialLimit: 20 } })
    const more: Promise<unknown>[] = []
    reg.on('adaptiveLimit.rejected', () => { if (more.length < 5) more.push(f()) })
    const calls = times(100, () => f())
    const ends = failures(calls)
    await adv(0)
    const further = failures(more)
    expect(m.calls).toBe(20)
    for (const call of m.pending) call.resolve()
    const rejected = [...(await ends), ...(await further)].filter((error) => error !== undefined)
    expect(rejected).toHaveLength(85)
    for (const error of rejected) expect(error).toMatchObject({ name: 'LimitExceededError', limit: 20 })
  })

  const thrown = new Error('sync')
  const evil = { get boom(): never { throw thrown } }
  it.each<[string, (...args: any[]) => unknown, object, unknown]>([
    ['the function throws before there is a promise', () => { throw thrown }, {}, thrown],
    ['a getter of an argument throws', (o: any) => o.boom, {}, thrown],
    ['a thenable whose `then` throws', () => ({ then() { throw thrown } }), {}, thrown],
    ['the getter of `then` throws', () => ({ get then() { throw thrown } }), {}, thrown],
    ['the classifier throws', async () => 'ok', { classifier: () => { throw new Error('classifier') } }, undefined],
    ['a listener throws', () => { throw thrown }, { listener: true }, thrown],
  ])('AL-05 · the slot comes back: %s', async (_, body, { listener, ...more }: any, right) => {
    const { R, reg, snap } = kit()
    reg.onError = () => {}
    if (listener) reg.on('*', () => { throw new Error('listener') })
    const f = R(body, { adaptiveLimit: { initialLimit: 2, ...more }, bulkhead: { maxConcurrent: 2 }, circuitBreaker: { windowSize: 1, minimumCalls: 1, recordOn: [] }, signal: undefined })
    for (let i = 0; i < 1000; i++) expect((await failures([f(evil)]))[0]).toBe(right)
    expect(snap(f)['adaptiveLimit']).toMatchObject({ inFlight: 0 })
    expect(snap(f)['bulkhead']).toMatchObject({ inUse: 0 })
  })

  it('AL-07 · calls of before a cut don’t cut again', async () => {
    const { R, snap, hang, adv } = kit()
    const f = R(hang, { adaptiveLimit: { initialLimit: 100 }, timeout: '1s' })
    const fifty = failures(times(50, () => f()))
    await adv(1000)
    expect((await fifty).every(({ name }) => name === 'CallTimeoutError')).toBe(true)
    expect(snap(f)['adaptiveLimit'].limit).toBe(90)
    const next = failures([f()])
    await adv(1000)
    await next
    expect(snap(f)['adaptiveLimit'].limit).toBe(81)
  })

  it('AL-08 · it recovers from the least', async () => {
    const { R, snap, hang, adv, after } = kit()
    let isDown = true
    const f = R(() => (isDown ? hang() : after(10)), { adaptiveLimit: { initialLimit: 20 }, timeout: '1s' })
    for (let i = 0; i < 60; i++) {
      const call = failures([f()])
      await adv(1000)
      await call
      expect(snap(f)['adaptiveLimit'].limit).toBeGreaterThanOrEqual(1)
    }
    expect(snap(f)['adaptiveLimit'].limit).toBe(1)
    isDown = false
    let successes = 0
    while (successes < 20 && snap(f)['adaptiveLimit'].limit < 5) {
      const three = failures(times(3, () => f()))
      await adv(10)
      successes += (await three).filter((error) => error === undefined).length
    }
    expect(snap(f)['adaptiveLimit'].limit).toBeGreaterThanOrEqual(5)
    expect(successes).toBeLessThanOrEqual(20)
  })

  it('AL-11 · the limit counts answers, the bulkhead what runs', async () => {
    const { R, snap, after, adv, at } = kit()
    const m = spy(() => after(10_000, 'x'))
    const f = R(m, { adaptiveLimit: {}, timeout: '100ms', bulkhead: { maxConcurrent: 2 } })
    const two = failures(times(2, () => f()))
    await adv(100)
    await two
    expect([snap(f)['adaptiveLimit'].inFlight, snap(f)['bulkhead'].inUse]).toEqual([0, 2])
    expect((await failures([f()]))[0]).toMatchObject({ name: 'BulkheadFullError', reason: 'FULL' })
    await at(10_000)
    expect([snap(f)['bulkhead'].inUse, m.calls]).toEqual([0, 2])
  })
})
