// One listener for many calls, and nothing taken from a call that has been answered.
import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { attemptSignal, cases, type Layers } from '../kit.ts'
import { failures, res, times } from '../outcomes.ts'

cases('cancelling: listeners, and winners', (kit) => {
  it.each<[string, Layers]>([
    ['TO-01 · a hedge around a deadline', { hedge: { delay: '1ms', budgetPercent: 0 }, timeout: '1s' }],
    ['TO-01 · all that wait, one in the other', { retry: { delay: '1ms' }, rateLimiter: { permits: 3, period: '5ms', maxWait: '1h' }, adaptiveLimit: { initialLimit: 2, maxWait: '1h', maxQueue: 99 }, timeout: '1h', bulkhead: { maxConcurrent: 1, maxWait: '1h', maxQueue: 99 } }],
    ['TO-01 · with a key', { bulkhead: { maxConcurrent: 1, maxWait: '1h', maxQueue: 99, key: () => 'k' }, timeout: '1h' }],
  ])('%s: a signal of many calls has one listener, and none afterwards', async (_, layers) => {
    const { R, ac, after, run, st, adv } = kit()
    const c = ac()
    let most = 0
    const look = () => { most = Math.max(most, getEventListeners(c.signal, 'abort').length) }
    let n = 0
    const f = R(async () => {
      attemptSignal()
      look()
      await after(2)
      look()
      if (n++ % 5 === 0) throw new Error('x')
    }, layers)
    const ends = failures(times(20, () => f({ signal: c.signal })))
    look()
    await run(async () => ends)
    await adv(100)
    await st(ends)
    expect(most).toBeLessThanOrEqual(1)
    expect(getEventListeners(c.signal, 'abort')).toEqual([])
  })

  it('HG-03 · the winner of three is left alone, and what the losers bring is released once each', async () => {
    const { R, run, adv, after } = kit()
    const sigs: AbortSignal[] = []
    const made = times(3, () => res('x'))
    const waits = [1000, 500, 10]
    const f = R(() => {
      sigs.push(attemptSignal())
      const i = sigs.length - 1
      return after(waits[i]!, made[i])
    }, { hedge: { maxAttempts: 3, delay: '20ms', budgetPercent: 0 }, timeout: '1m', bulkhead: {} })
    expect(await run(f)).toBe(made[2])
    await adv(10_000)
    expect(sigs.map(({ aborted }) => aborted)).toEqual([true, true, false])
    expect(made.map(({ cancelled }) => cancelled)).toEqual([1, 1, 0])
  })

  it('HG-03 · where a retry’s last attempt is what is returned, its signal isn’t aborted after the answer', async () => {
    const { R, run, adv } = kit()
    const sigs: AbortSignal[] = []
    let n = 0
    await run(R(async () => {
      sigs.push(attemptSignal())
      if (n++ < 2) throw new Error('x')
      return 'ok'
    }, { retry: { delay: '1ms' }, timeout: '50ms' }))
    await adv(10_000)
    expect(sigs.map(({ aborted }) => aborted)).toEqual([false, false, false])
  })

  it('HG-03 · a caller who leaves when all is answered takes nothing away', async () => {
    const { R, run, ac, after } = kit()
    const [c, sigs] = [ac(), [] as AbortSignal[]]
    const body = res('body')
    const f = R(() => {
      sigs.push(attemptSignal())
      return after(5, body)
    }, { hedge: { delay: '100ms' }, timeout: '1s' })
    const r = (await run(() => f({ signal: c.signal }))) as Response
    c.abort('too late')
    expect([await r.text(), sigs[0]!.aborted, body.cancelled]).toEqual(['body', false, 0])
  })
})
