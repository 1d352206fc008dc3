// What comes from an earlier state, window, configuration or registry is not booked in the present one.
import { expect, it } from 'vitest'
import { BRK, cases, type Layers } from './kit.ts'
import { failures, fails, open, spy, times } from './outcomes.ts'

const err = new Error('err')

cases('eras: breaker', (kit) => {
  const begun = async (act: (b: ReturnType<ReturnType<typeof kit>['reg']['circuitBreaker']>, k: ReturnType<typeof kit>, f: (...args: any[]) => any) => unknown) => {
    const k = kit()
    const m = open()
    const f = k.R(m, { circuitBreaker: BRK })
    const early = times(3, () => f())
    for (const call of early) call.catch(() => {})
    await act(k.reg.circuitBreaker(k.id(f)), k, f)
    return { k, m, f, early, row: () => k.snap(f)['circuitBreaker'] }
  }

  it('a failure from before the opening neither reopens nor takes a probe', async () => {
    const { k, m, f, row } = await begun(async (b, { adv }) => { b.open(); await adv(1000) })
    const probe = f()
    m.pending[0]!.reject(err)
    await k.adv(0)
    expect(row()).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 0, halfOpenRecorded: 0, lateResults: 1 })
    m.pending[3]!.resolve('ok')
    expect(await k.st(probe)).toEqual(['ok', 'ok'])
    expect(row()).toMatchObject({ state: 'CLOSED', calls: 0 })
    for (const call of m.pending.slice(1, 3)) call.reject(err)
    await k.adv(0)
    expect(row()).toMatchObject({ state: 'CLOSED', calls: 0, lateResults: 3 })
  })

  it('a slow success from before the outage doesn’t close', async () => {
    const { k, m, f, row } = await begun(async (b, { adv }) => { b.open(); await adv(1000) })
    const probe = f()
    for (const call of m.pending.slice(0, 3)) call.resolve('ok')
    await k.adv(0)
    expect(row()).toMatchObject({ state: 'HALF_OPEN', lateResults: 3 })
    m.pending[3]!.reject(err)
    await failures([probe])
    expect(row()).toMatchObject({ state: 'OPEN' })
  })

  it.each<[string, Parameters<typeof begun>[0]]>([
    ['reset()', (b) => b.reset()],
    ['registry.reset()', (_, { reg }) => reg.reset()],
    ['open() and close()', (b) => { b.open(); b.close() }],
    ['forceOpen() and close()', (b) => { b.forceOpen(); b.close() }],
    ['metricsOnly() and close()', (b) => { b.metricsOnly(); b.close() }],
    ['disable() and close()', (b) => { b.disable(); b.close() }],
  ])('failures from before %s don’t count', async (_, act) => {
    const { k, m, row } = await begun(act)
    for (const call of m.pending) call.reject(err)
    await k.adv(0)
    expect(row()).toMatchObject({ state: 'CLOSED', calls: 0, failures: 0 })
  })

  it('a new window size begins an empty window, for what is in flight too', async () => {
    const { k, m, f, row } = await begun(() => {})
    m.pending[0]!.reject(err)
    await k.adv(0)
    expect(row()).toMatchObject({ calls: 1 })
    k.configure(f, { circuitBreaker: { windowSize: 10, minimumCalls: 10 } })
    expect(row()).toMatchObject({ state: 'CLOSED', calls: 0 })
    for (const call of m.pending.slice(1)) call.resolve()
    await k.adv(0)
    expect(row()).toMatchObject({ state: 'CLOSED', failures: 0 })
  })

  it('a probe from an earlier half-open state is late', async () => {
    const { k, m, f, row } = await begun(async (b, { adv }) => { b.open(); await adv(1000) })
    const first = f()
    k.reg.circuitBreaker(k.id(f)).halfOpen()
    const second = f()
    m.pending[3]!.reject(err)
    await failures([first])
    expect(row()).toMatchObject({ state: 'HALF_OPEN', lateResults: 1 })
    m.pending[4]!.resolve()
    await second
    expect(row()).toMatchObject({ state: 'CLOSED' })
    for (const call of m.pending.slice(0, 3)) call.resolve()
  })
})

cases('eras: what is lent', (kit) => {
  const STACKS: [string, Layers][] = [
    ['a bulkhead', { bulkhead: { maxConcurrent: 2, maxWait: '1m' } }],
    ['an adaptive limit', { adaptiveLimit: { initialLimit: 2, maxLimit: 2, maxWait: '1m' } }],
    ['both, under a timeout', { timeout: '1m', adaptiveLimit: { initialLimit: 2, maxLimit: 2, maxWait: '1m' }, bulkhead: { maxConcurrent: 2, maxWait: '1m' } }],
  ]
  it.each(STACKS)('what was taken before a reset comes back to nobody: %s', async (_, layers) => {
    const { R, reg, adv, snap } = kit()
    const m = open()
    const f = R(m, layers)
    const early = times(2, () => f())
    await adv(0)
    reg.reset()
    const later = times(4, () => f())
    for (const call of [...early, ...later]) call.catch(() => {})
    await adv(0)
    for (const call of m.pending.slice(0, 2)) call.resolve()
    await adv(0)
    const { bulkhead, adaptiveLimit } = snap(f)
    // the two of before are none of the present two
    if (bulkhead) expect(bulkhead.inUse).toBe(2)
    if (adaptiveLimit) expect(adaptiveLimit.inFlight).toBe(2)
    expect(m.calls).toBe(4)
    for (let i = 2; i < 6; i++) {
      m.pending[i]!.resolve()
      await adv(0)
    }
    await Promise.all(later)
  })

  it.each(STACKS)('who waits when everything is reset isn’t forgotten: %s', async (_, layers) => {
    const { R, reg, adv, st } = kit()
    const m = open()
    const f = R(m, layers)
    const calls = times(3, () => f())
    for (const call of calls) call.catch(() => {})
    await adv(0)
    reg.reset()
    for (let i = 0; i < 3; i++) {
      m.pending[i]?.resolve()
      await adv(0)
    }
    await adv(120_000)
    for (const call of calls) expect(await st(call)).not.toBe('pending')
  })

  it('a drop of a call from before the last cut doesn’t cut, also after a configuration', async () => {
    const { R, adv, snap, hang, configure } = kit()
    const f = R(hang, { adaptiveLimit: { initialLimit: 100, maxLimit: 100 }, timeout: '1s' })
    const ten = failures(times(10, () => f()))
    configure(f, { adaptiveLimit: { initialLimit: 50, maxLimit: 50 } })
    expect(snap(f)['adaptiveLimit'].limit).toBe(50)
    await adv(1000)
    await ten
    expect(snap(f)['adaptiveLimit'].limit).toBe(45)
  })

  it('a deadline that has begun isn’t moved by configuration, the next one is', async () => {
    const { R, adv, st, hang, configure } = kit()
    const f = R(hang, { timeout: '1s' })
    const first = f()
    first.catch(() => {})
    configure(f, { timeout: { duration: '3s' } })
    const second = f()
    second.catch(() => {})
    await adv(1000)
    expect([await st(first), await st(second)]).toMatchObject([['err', { timeoutMs: 1000 }], 'pending'])
    await adv(2000)
    expect(await st(second)).toMatchObject(['err', { timeoutMs: 3000 }])
  })

  it('retries go by the options that hold when they are decided', async () => {
    const { R, run, configure, adv } = kit()
    const m = fails(Infinity)
    const f = R(m, { retry: { maxAttempts: 3, delay: '1s', backoff: 'fixed' } })
    const p = f()
    p.catch(() => {})
    await adv(500)
    configure(f, { retry: { maxAttempts: 5, delay: '2s' } })
    await adv(10_000)
    expect(m.calls).toBe(5)
    configure(f, { retry: { enabled: false } })
    await run(f).catch(() => {})
    expect(m.calls).toBe(6)
  })

  it('a key’s permit goes back to where it was taken, though the key has been given up', async () => {
    const { R, adv, reg } = kit()
    const m = open()
    const f = R((key: string) => (key === 'slow' ? m() : Promise.resolve(key)), { bulkhead: { maxConcurrent: 1, key: (key: string) => key, maxKeys: 2 }, signal: undefined })
    const slow = f('slow')
    for (let i = 0; i < 100; i++) await f(`k${i}`)
    expect(reg.snapshot().bulkhead!.filter(({ inUse }) => (inUse as number) > 0)).toHaveLength(1)
    expect((await failures([f('slow')]))[0]).toMatchObject({ name: 'BulkheadFullError' })
    m.pending[0]!.resolve()
    await slow
    await adv(0)
    const again = spy(() => f('slow'))
    again().catch(() => {})
    m.pending[1]!.resolve('again')
    await adv(0)
    expect(reg.snapshot().bulkhead!.filter(({ inUse }) => (inUse as number) > 0)).toEqual([])
  })
})
