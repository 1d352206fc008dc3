// A refusal of more work is no failure of the work, budgets hold for whoever makes more of it, and callbacks that fail keep nobody from settling.
import { expect, it } from 'vitest'
import { bundle, resilient, ResultRejectedError } from '@resilience4cata/policies/index'
import { BRK, cases, type Layers } from '../kit.ts'
import { codes, failures, fails, res, spy, times } from '../outcomes.ts'

const err = new Error('err')

cases('refusals: retries', (kit) => {
  it.each<[string, object, number]>([
    ['RT-21 · without a share of the calls’ own', { budgetPercent: 1, budgetMinRetriesPerSecond: 0.5, budgetWindow: '10s' }, 6],
    ['RT-21 · of a window of a minute', { budgetPercent: 1, budgetMinRetriesPerSecond: 0.1, budgetWindow: '60s' }, 7],
    ['RT-21 · of none at all', { budgetPercent: 1, budgetMinRetriesPerSecond: 0 }, 1],
    ['RT-21 · of a share that is more than the whole', { budgetPercent: 1000, budgetMinRetriesPerSecond: 0 }, 11],
  ])('the reserve of a budget is what it says: %s', async (_, budget, calls) => {
    const { R, run, ev } = kit()
    const m = fails(Infinity)
    await failures([run(R(m, { retry: { maxAttempts: 50, delay: '0', ...budget } }))])
    expect(m.calls).toBe(calls)
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'BUDGET_EXHAUSTED', attempts: calls }])
  })

  it('RT-21 · the reserve of a hedge is used', async () => {
    const { R } = kit()
    const m = spy(() => Promise.reject(err))
    const f = R(m, { hedge: { delay: '1h', budgetPercent: 1, budgetMinHedgesPerSecond: 0.3, budgetWindow: '10s' } })
    await failures(times(10, () => f()))
    expect(m.calls).toBe(13)
  })

  it.each<[string, (k: ReturnType<typeof kit>) => (...args: any[]) => any]>([
    ['RT-22 · by key', ({ R }) => R(fails(Infinity), { retry: { delay: '0', budgetPercent: 20, budgetMinRetriesPerSecond: 0.1, key: () => 'k' } })],
    ['RT-22 · of a hedge, by defaults', ({ R, reg }) => {
      reg.configure({ defaults: { hedge: { budgetPercent: 20, budgetMinHedgesPerSecond: 0.1 } } })
      return R(fails(Infinity), { hedge: { delay: '1h' } })
    }],
    ['RT-22 · of a hedge, by instance, after the first call', ({ R, reg }) => {
      const f = R(fails(Infinity), { name: 'hedged', hedge: { delay: '1h' } })
      void f().catch(() => {})
      reg.configure({ instances: { hedged: { hedge: { budgetPercent: 20, budgetMinHedgesPerSecond: 0.1 } } } })
      return f
    }],
  ])('a budget holds wherever it is set: %s', async (_, make) => {
    const k = kit()
    const f = make(k)
    for (let i = 0; i < 6; i++) await failures([k.run(f)])
    const refused = [...k.ev('retry.gaveUp').filter(({ reason }) => reason === 'BUDGET_EXHAUSTED'), ...k.ev('hedge.skipped').filter(({ reason }) => reason === 'BUDGET')]
    expect(refused.length).toBeGreaterThan(0)
  })

  it('RT-22 · a bundle’s budget is one of each of its sites', async () => {
    const { reg, run } = kit()
    const thriftily = bundle({ registry: reg, mode: 'async', retry: { delay: '0', maxAttempts: 9, budgetPercent: 20, budgetMinRetriesPerSecond: 0.1 } })
    const [a, b] = ['a', 'b'].map((name) => resilient([thriftily, { name }], fails(Infinity))) as (() => Promise<unknown>)[]
    await failures([run(a!), run(b!)])
    expect(reg.snapshot().retry!.map((row) => (row['budget'] as { retries: number }).retries)).toEqual([1, 1])
  })

  it.each<[string, Layers, number, string]>([
    ['RT-23 · a breaker of a function that the body calls', {}, 2, 'CallNotPermittedError'],
    ['RT-23 · a breaker outside of the retry', { order: ['circuitBreaker', 'retry'] }, 3, 'Error'],
  ])('an open breaker ends the retries, one that is outside doesn’t: %s', async (name, layers, calls, right) => {
    const { R, run, ev } = kit()
    const m = fails(Infinity)
    const inner = R(m, { circuitBreaker: BRK })
    const f = name.includes('body') ? R(() => inner(), { retry: { maxAttempts: 5, delay: '1ms' } }) : R(m, { ...layers, retry: { maxAttempts: 3, delay: '1ms' }, circuitBreaker: { ...BRK, windowSize: 1, minimumCalls: 1 } })
    await expect(run(f)).rejects.toMatchObject({ name: right })
    expect([m.calls, ev('retry.gaveUp').map(({ attempts }) => attempts)]).toEqual([calls, [3]])
  })

  it('RT-23 · whatever retryOn says', async () => {
    const { R, reg, id, st } = kit()
    const f = R(async () => 'ok', { retry: { delay: '0', retryOn: 'throwable' }, circuitBreaker: BRK })
    reg.circuitBreaker(id(f)).forceOpen()
    expect(await st(f())).toMatchObject(['err', { name: 'CallNotPermittedError' }])
    expect(reg.snapshot().circuitBreaker![0]).toMatchObject({ rejected: 1 })
  })

  it.each<[string, object, number]>([
    ['RT-07 · with jitter of none and waits that grow', { maxAttempts: 99, delay: '100ms', multiplier: 2, maxDuration: '1s' }, 4],
    ['RT-07 · where nothing is waited for', { maxAttempts: 99, delay: '0', maxDuration: '1ms' }, 99],
    ['RT-07 · that is none', { maxAttempts: 4, delay: '1s', maxDuration: '0' }, 4],
  ])('maxDuration is never waited past: %s', async (_, retry, calls) => {
    const { R, run, clock } = kit()
    const m = fails(Infinity)
    await failures([run(R(m, { retry }))])
    expect(m.calls).toBe(calls)
    if ('maxDuration' in retry && retry.maxDuration === '1s') expect(clock.now()).toBe(700)
  })

  it('RT-07 · with the wait that the other side asks for', async () => {
    const { R, run, ev, clock } = kit()
    const m = spy(async () => 'no')
    await run(R(m, { retry: { maxDuration: '1s', classifier: () => ({ verdict: 'failure', retryAfterMs: 900 }) } }))
    expect([m.calls, clock.now(), ev('retry.gaveUp').map(({ reason }) => reason)]).toEqual([2, 900, ['MAX_DURATION']])
  })

  it.each<[string, Layers, string]>([
    ['CB-20 · a slot that is waited for in vain', { bulkhead: { maxConcurrent: 1, maxWait: '10ms' } }, 'BulkheadFullError'],
    ['CB-20 · behind a retry, each attempt', { retry: { delay: '0', maxAttempts: 2 }, bulkhead: { maxConcurrent: 1 } }, 'BulkheadFullError'],
  ])('%s counts, unless it is said not to', async (_, layers, name) => {
    for (const ownRejections of ['record', 'ignore'] as const) {
      const { R, snap, hang, run } = kit()
      const f = R(hang, { ...layers, circuitBreaker: { ...BRK, windowSize: 9, minimumCalls: 9, ownRejections } })
      void f()
      expect((await failures([run(f)]))[0]).toMatchObject({ name })
      expect(snap(f)['circuitBreaker'].failures).toBe(ownRejections === 'ignore' ? 0 : layers.retry ? 2 : 1)
    }
  })

  it('CB-20 · the rejections of another site are failures like any other', async () => {
    const { R, snap, hang } = kit()
    const inner = R(hang, { bulkhead: { maxConcurrent: 1 } })
    void inner()
    const f = R(() => inner(), { circuitBreaker: { ...BRK, ownRejections: 'ignore' }, bulkhead: {} })
    await failures([f(), f()])
    expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'OPEN', failures: 2 })
    expect(codes(`export const f = resilient({ circuitBreaker: {}, timeout: '1s' }, async (o) => o)`)).not.toContain('R4C-HNT-001')
  })

  it.each<[string, Layers]>([
    ['RT-18 · of a hedge', { hedge: { maxAttempts: 10, delay: '1h', budgetPercent: 0 } }],
    ['RT-18 · of a retry with a breaker and a limit', { retry: { maxAttempts: 2000, delay: '0' }, circuitBreaker: { windowSize: 65_536, minimumCalls: 65_536 }, adaptiveLimit: {} }],
    ['RT-18 · of a retry around a deadline', { retry: { maxAttempts: 2000, delay: '0' }, timeout: '1h' }],
  ])('attempts without a wait let timers have their turn: %s', async (_, layers) => {
    const { R } = kit({ registry: {} })
    const m = fails(Infinity)
    let tick = 0
    setImmediate(() => { tick = m.calls })
    await failures([R(m, layers)()])
    expect(m.calls).toBe(layers.hedge ? 10 : 2000)
    if (layers.retry) {
      expect(tick).toBeGreaterThan(0)
      expect(tick).toBeLessThanOrEqual(32)
    }
  })

  it.each<[string, Layers]>([
    ['RT-24 · of a retry with a deadline and slots', { retry: { delay: '0' }, timeout: '1m', bulkhead: {} }],
    ['RT-24 · that the retry itself judges', { retry: { delay: '0', classifier: () => 'failure' } }],
  ])('discarded responses are released once, the returned one isn’t: %s', async (_, layers) => {
    const { R, run } = kit()
    const made: ReturnType<typeof res>[] = []
    const answer = await run(R(async () => made[made.push(res(503)) - 1], { ...layers, ...('classifier' in (layers.retry as object) ? {} : { classifier: () => 'failure' }) }))
    expect(answer).toBe(made[2])
    expect(made.map(({ cancelled }) => cancelled)).toEqual([1, 1, 0])
  })

  it('RT-24 · one that was rejected by throwing is not released: the error has it', async () => {
    const { R, run } = kit()
    const made: ReturnType<typeof res>[] = []
    const end = await run(R(async () => made[made.push(res(503)) - 1], { retry: { delay: '0', classifier: () => 'failure', onExhaustedResult: 'throw' } })).catch((error: unknown) => error) as ResultRejectedError
    expect(end.result).toBe(made[2])
    expect(made.map(({ cancelled }) => cancelled)).toEqual([1, 1, 0])
  })

  const no = (v: unknown) => (v === 'no' ? 'failure' : 'success')
  it.each<[string, Layers]>([
    ['RT-12 · with a deadline inside', { retry: { delay: '0', onExhaustedResult: 'throw' }, timeout: '1m' }],
    ['RT-12 · by a hedge', { hedge: { delay: '0', onExhaustedResult: 'throw', budgetPercent: 0 } }],
  ])('an exhausted rejected result is thrown where that is wanted, and the breaker counts each: %s', async (_, layers) => {
    const { R, run, snap } = kit()
    const m = spy(async () => 'no')
    const f = R(m, { ...layers, classifier: no, circuitBreaker: { windowSize: 9, minimumCalls: 9 } })
    await expect(run(f)).rejects.toMatchObject({ name: 'ResultRejectedError', result: 'no' })
    expect(snap(f)['circuitBreaker'].failures).toBe(m.calls)
    const g = R(m, { ...layers, classifier: no, fallback: ({ result }: ResultRejectedError) => ['fb', result] })
    expect(await run(g)).toEqual(['fb', 'no'])
  })

  it('RT-12 · one that ends for another reason is thrown too', async () => {
    const { R, run, ev } = kit()
    const f = R(async () => 'no', { retry: { delay: '1s', maxDuration: '10ms', classifier: no, onExhaustedResult: 'throw' } })
    await expect(run(f)).rejects.toMatchObject({ result: 'no' })
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'MAX_DURATION', result: 'no' }])
  })
})
