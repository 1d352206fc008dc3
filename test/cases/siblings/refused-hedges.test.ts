// A hedge that is refused, by its budget or by a layer inside, is no failure of the call.
import { expect, it } from 'vitest'
import { attemptSignal, cases, type Layers } from '../kit.ts'
import { failures, spy, times } from '../outcomes.ts'

const err = new Error('err')
const thrifty = { budgetPercent: 10, budgetMinHedgesPerSecond: 0 }

cases('refusals: hedges', (kit) => {
  it.each<[string, Layers]>([
    ['HG-01 · because of a failure, not of the delay', { hedge: { delay: '1h', ...thrifty } }],
    ['HG-01 · with a deadline in it', { hedge: { delay: '50ms', ...thrifty }, timeout: '1m' }],
    ['HG-01 · by key', { hedge: { delay: '50ms', ...thrifty, key: () => 'k' } }],
  ])('%s: without a budget the first attempt is the call', async (name, layers) => {
    const { R, adv, st, ev, after, failAfter } = kit()
    const signals: AbortSignal[] = []
    const m = spy(() => {
      signals.push(attemptSignal())
      return name.includes('failure') ? failAfter(200, err) : after(200, 'ok')
    })
    const p = R(m, layers)()
    p.catch(() => {})
    await adv(200)
    expect(await st(p)).toEqual(name.includes('failure') ? ['err', err] : ['ok', 'ok'])
    expect([m.calls, signals[0]!.aborted, ev('hedge.skipped').map(({ reason }) => reason)]).toEqual([1, false, ['BUDGET']])
  })

  it.each<[string, object, number]>([
    ['HG-08 · of a fifth of the calls', { budgetPercent: 20, budgetMinHedgesPerSecond: 0 }, 120],
    ['HG-08 · with three attempts each', { maxAttempts: 3 }, 120],
    ['HG-08 · without a limit', { budgetPercent: 0 }, 200],
  ])('hedges of failures keep to the budget: %s', async (_, hedge, calls) => {
    const { R } = kit()
    const m = spy(() => Promise.reject(err))
    const f = R(m, { hedge: { delay: '1s', ...hedge } })
    expect(await failures(times(100, () => f()))).toEqual(Array(100).fill(err))
    expect(m.calls).toBe(calls)
  })

  it('HG-08 · a budget that two sites share is one', async () => {
    const { R } = kit()
    const m = spy(() => Promise.reject(err))
    const [f, g] = times(2, () => R(m, { hedge: { name: 'shared', delay: '1s', budgetPercent: 10, budgetMinHedgesPerSecond: 0 } }))
    await failures(times(50, () => [f!(), g!()]).flat())
    expect(m.calls).toBe(110)
  })

  it.each<[string, Layers, string]>([
    ['HG-09 · a slot that is waited for in vain', { bulkhead: { maxConcurrent: 1, maxWait: '20ms' } }, 'LOCAL_REJECTION'],
    ['HG-09 · a permit that is waited for in vain', { rateLimiter: { permits: 1, period: '1m', maxWait: '30s' } }, 'LOCAL_REJECTION'],
    ['HG-09 · an open breaker behind a limit', { order: ['adaptiveLimit', 'circuitBreaker'], adaptiveLimit: {}, circuitBreaker: { windowSize: 1, minimumCalls: 1 } }, 'BREAKER'],
  ])('%s is no failure of a call whose first attempt answers', async (_, layers, reason) => {
    const { R, reg, id, adv, st, ev, after } = kit()
    const m = spy(() => after(200, 'ok'))
    const f = R(m, { hedge: { delay: '50ms', maxAttempts: 3, budgetPercent: 0 }, ...layers })
    const p = f()
    await adv(10)
    if (layers.circuitBreaker) reg.circuitBreaker(id(f)).forceOpen()
    await adv(190)
    expect([await st(p), m.calls, ev('hedge.skipped').map((event) => event.reason), ev('hedge.hedged')]).toEqual([['ok', 'ok'], 1, [reason], []])
  })

  it.each<[string, object, number, string[]]>([
    ['HG-05 · four attempts that fail at once', { maxAttempts: 4, delay: '1h' }, 4, ['FAILURE', 'FAILURE', 'FAILURE']],
    ['HG-05 · two that are begun at once', { maxAttempts: 2, delay: '0' }, 2, ['DELAY']],
    ['HG-05 · one that mayn’t be hedged over', { maxAttempts: 3, abortOn: 'throwable' }, 1, []],
  ])('%s: told is what was launched', async (_, hedge, calls, triggers) => {
    const { R, run, ev } = kit()
    const m = spy(() => Promise.reject(err))
    await expect(run(R(m, { hedge: { budgetPercent: 0, ...hedge } }))).rejects.toBe(err)
    expect([m.calls, ev('hedge.hedged').map(({ trigger }) => trigger), ev('hedge.failed').map(({ attempts }) => attempts), ev('hedge.won')]).toEqual([calls, triggers, [calls], []])
  })

  const noNull = (v: unknown) => (v === null ? 'failure' : 'success')
  it.each<[string, (after: any) => (i: number) => unknown, unknown]>([
    ['HG-07 · a rejected second answer doesn’t win against the slow first', (after) => (i) => (i ? after(10, null) : after(200, 'data')), 'data'],
    ['HG-07 · of two rejected ones a third is the answer', (after) => (i) => (i < 2 ? after(10, null) : after(10, 'data')), 'data'],
    ['HG-07 · overload is no winner either', (after) => (i) => (i ? after(10, 'data') : after(60, 'busy')), 'data'],
  ])('%s', async (_, make, right) => {
    const { R, run, after } = kit()
    let n = 0
    const body = make(after)
    const classifier = (v: unknown) => (v === 'busy' ? 'overload' : noNull(v))
    for (const layers of [{}, { timeout: '1m' }, { circuitBreaker: {}, bulkhead: {} }]) {
      n = 0
      expect(await run(R(() => body(n++), { hedge: { maxAttempts: 3, delay: '55ms', budgetPercent: 0 }, classifier, ...layers }))).toBe(right)
    }
  })
})
