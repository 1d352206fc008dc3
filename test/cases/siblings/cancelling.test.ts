// Whose abort it was, and who hears of it: other waits, other layers around them, and signals that are used in unusual ways.
import { expect, it } from 'vitest'
import { attemptSignal, BRK, cases, type Layers } from '../kit.ts'
import { failures, fails, open, rejectOnAbort, spy, times } from '../outcomes.ts'

cases('cancelling: waits', (kit) => {
  const WAITING: [string, Layers][] = [
    ['RT-06 · a wait for a permit', { rateLimiter: { permits: 1, period: '1s', maxWait: '1h' } }],
    ['RT-06 · a wait for a limit, behind a breaker and a retry', { retry: {}, circuitBreaker: BRK, adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '1h' } }],
    ['RT-06 · a wait for a slot, around a retry', { order: ['bulkhead', 'retry'], retry: {}, bulkhead: { maxConcurrent: 1, maxWait: '1h' } }],
  ]
  it.each(WAITING)('%s is over with the abort, and nothing begins when it would have ended', async (_, layers) => {
    const { R, ac, adv, st, hang, ev } = kit()
    const m = spy(hang)
    const f = R(m, layers)
    void f()
    const c = ac()
    const p = f({ signal: c.signal })
    await adv(300)
    const why = new Error('bye')
    c.abort(why)
    expect(await st(p)).toEqual(['err', why])
    await adv(100_000)
    expect(m.calls).toBe(1)
    expect(ev('retry.retrying')).toEqual([])
  })

  it('RT-06 · of two callers who wait behind one failure, the one who leaves makes no attempt and the other does', async () => {
    const { R, ac, adv, st } = kit()
    const m = fails(2)
    const f = R(m, { retry: { delay: '1s', backoff: 'fixed' } })
    const c = ac()
    const [leaves, stays] = [f({ signal: c.signal }), f()]
    await adv(500)
    c.abort('why')
    expect(await st(leaves)).toEqual(['err', 'why'])
    await adv(500)
    expect([await st(stays), m.calls]).toEqual([['ok', 'ok'], 3])
  })

  it.each<[string, Layers]>([
    ['BH-04 · for a permit', { rateLimiter: { permits: 1, period: '24h', maxWait: '24h' } }],
    ['BH-04 · for a limit', { adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '1m' } }],
    ['BH-04 · for a slot, in a deadline', { timeout: '10m', bulkhead: { maxConcurrent: 1, maxWait: '24h' } }],
  ])('%s in a line that never moves: aborted before, aborted meanwhile', async (_, layers) => {
    const { R, adv, st, ac, hang, snap } = kit()
    const m = spy(hang)
    const f = R(m, layers)
    f().catch(() => {})
    const [before, later] = [ac(), ac()]
    before.abort('before')
    expect(await st(f({ signal: before.signal }))).toEqual(['err', 'before'])
    const p = f({ signal: later.signal })
    await adv(10)
    later.abort('later')
    expect(await st(p)).toEqual(['err', 'later'])
    for (const row of Object.values(snap(f))) if (row && 'waiting' in row) expect(row.waiting).toBe(0)
    expect(m.calls).toBe(1)
  })
})

cases('cancelling: in flight', (kit) => {
  const err = new Error('err')
  it.each<[string, Layers, unknown, unknown]>([
    ['RT-25 · no layer that ends it', { circuitBreaker: BRK, bulkhead: {}, adaptiveLimit: {}, rateLimiter: {} }, ['err', err], ['ok', 'v']],
    ['RT-25 · a deadline around a retry', { order: ['timeout', 'retry'], timeout: '1m', retry: { maxAttempts: 1 } }, ['err', 'why'], ['err', 'why']],
    ['RT-25 · a deadline in a hedge', { hedge: { delay: '1m', abortOn: 'throwable' }, timeout: '1m' }, ['err', 'why'], ['err', 'why']],
  ])('%s: what comes of an abort doesn’t depend on the instant', async (_, layers, failed, returned) => {
    const { R, st, ac } = kit()
    for (const abortFirst of [true, false]) {
      for (const [act, right] of [['reject', failed], ['resolve', returned]] as const) {
        const m = open()
        const c = ac()
        const p = R(m, layers)({ signal: c.signal })
        await st(p)
        // what has been answered stays, what hasn't is the abort's
        if (abortFirst) c.abort('why')
        m.pending[0]![act](act === 'reject' ? err : 'v')
        if (!abortFirst) {
          await st(p)
          c.abort('why')
        }
        expect(await st(p)).toEqual(abortFirst ? right : [act === 'reject' ? 'err' : 'ok', act === 'reject' ? err : 'v'])
        expect(m.calls).toBe(1)
      }
    }
  })

  it('RT-09 · attempts of a hedge have signals of their own, also where each has a deadline', async () => {
    const { R, run, hang, after } = kit()
    const sigs: AbortSignal[] = []
    const p = await run(R(() => {
      sigs.push(attemptSignal())
      return sigs.length === 1 ? hang() : after(5, 'ok')
    }, { hedge: { delay: '10ms', budgetPercent: 0 }, timeout: '1s' }))
    expect([p, sigs.length, sigs[0] === sigs[1], sigs.map(({ aborted }) => aborted)]).toEqual(['ok', 2, false, [true, false]])
  })

  it('RT-09 · attempts inside of one deadline hear of its end together, and have one signal or as many as there were', async () => {
    const { R, adv, st } = kit()
    const sigs: AbortSignal[] = []
    const p = R(async () => {
      sigs.push(attemptSignal())
      throw new Error('x')
    }, { order: ['timeout', 'retry'], timeout: '1s', retry: { delay: '300ms', backoff: 'fixed', maxAttempts: 9 } })()
    p.catch(() => {})
    await adv(1000)
    const [, error] = await st(p) as ['err', Error]
    expect([error.name, sigs.length]).toEqual(['CallTimeoutError', 4])
    expect(sigs.every(({ aborted, reason }) => aborted && reason === error)).toBe(true)
  })

  it.each<[string, Layers]>([
    ['CB-16 · half-open', { circuitBreaker: { ...BRK, halfOpenCalls: 10 } }],
    ['CB-16 · of a window of time, with slow calls', { circuitBreaker: { windowDuration: '10s', minimumCalls: 1, slowCallDuration: '1ms' } }],
    ['CB-16 · around a retry', { order: ['circuitBreaker', 'retry'], circuitBreaker: BRK, retry: { delay: '1h', maxDelay: '1h' } }],
    ['CB-16 · where the body throws at once', { circuitBreaker: BRK }],
  ])('%s: what its caller has cancelled is nobody’s failure', async (name, layers) => {
    const { R, ac, reg, id, snap, adv } = kit()
    const f = R((o) => rejectOnAbort(o.signal), layers)
    if (name.includes('half-open')) reg.circuitBreaker(id(f)).halfOpen()
    const cs = times(10, ac)
    const throwing = R((o) => {
      cs.find(({ signal }) => signal === o.signal)!.abort('why')
      throw new Error('at once')
    }, { ...layers, name: 'throwing' })
    const g = name.includes('at once') ? throwing : f
    const ends = failures(cs.map(({ signal }) => g({ signal })))
    await adv(50)
    for (const c of cs) c.abort('why')
    await ends
    expect(snap(g)['circuitBreaker']).toMatchObject({ calls: 0, failures: 0, slow: 0, state: name.includes('half-open') ? 'HALF_OPEN' : 'CLOSED' })
    if (name.includes('half-open')) expect(snap(g)['circuitBreaker'].halfOpenPermits).toBe(10)
  })

  it.each<[string, Layers]>([
    ['TO-05 · each attempt of a retry', { retry: { delay: '0', maxAttempts: 3 }, timeout: '1s' }],
    ['TO-05 · a deadline that is shared by name', { timeout: { name: 'shared', duration: '1s' } }],
    ['TO-05 · a deadline around a breaker and a slot', { timeout: '1s', circuitBreaker: BRK, bulkhead: {}, order: ['timeout', 'circuitBreaker'] }],
  ])('%s is told with the error that its deadline made', async (_, layers) => {
    const { R, adv, hang, ev, st } = kit()
    const sigs: AbortSignal[] = []
    const p = R(() => {
      sigs.push(attemptSignal())
      return hang()
    }, layers)()
    p.catch(() => {})
    await adv(10_000)
    const [, error] = await st(p) as ['err', Error]
    expect(sigs).toHaveLength(layers.retry ? 3 : 1)
    expect(sigs.map(({ reason }) => reason.name)).toEqual(sigs.map(() => 'CallTimeoutError'))
    expect(new Set(sigs.map(({ reason }) => reason)).size).toBe(sigs.length)
    expect(sigs.at(-1)!.reason).toBe(error)
    expect(ev('timeout.timedOut')).toHaveLength(sigs.length)
  })

  it.each<[string, Layers]>([
    ['TO-02 · one that came before, of a sync site', { mode: 'sync', retry: { delay: '0' }, circuitBreaker: BRK, bulkhead: {}, fallback: () => 'fb' }],
    ['TO-02 · with a key', { circuitBreaker: { ...BRK, key: () => 'k' }, bulkhead: { key: () => 'k' } }],
  ])('%s: nothing has begun', async (_, layers) => {
    const { R, ac, ev, reg } = kit()
    const c = ac()
    c.abort('why')
    const m = spy(() => 'ran')
    const f = R(m, layers)
    const end = await (async () => f({ signal: c.signal }))().catch((error: unknown) => ['err', error])
    expect([end, m.calls, ev()]).toEqual([['err', 'why'], 0, []])
    const { circuitBreaker, bulkhead } = reg.snapshot()
    for (const taken of [...circuitBreaker.map(({ calls }) => calls), ...bulkhead.map(({ inUse }) => inUse)]) expect(taken).toBe(0)
  })

  it.each<[string, Layers, number]>([
    ['TO-14 · of a hedge', { hedge: { delay: '100ms', budgetPercent: 0 }, timeout: '1s', bulkhead: { maxConcurrent: 9 } }, 2],
    ['TO-14 · of a retry', { retry: { delay: '0', maxAttempts: 2 }, timeout: '1s', bulkhead: { maxConcurrent: 1 } }, 2],
    ['TO-14 · of a limit', { timeout: '1s', adaptiveLimit: { initialLimit: 1 }, order: ['timeout', 'adaptiveLimit'] }, 1],
  ])('%s: what the body makes of the abort is seen by nobody, the deadline is', async (_, layers, calls) => {
    const { R, adv, st, snap } = kit()
    const seen: unknown[] = []
    const m = spy(() => rejectOnAbort(attemptSignal(), new DOMException('', 'AbortError')))
    const f = R(m, { ...layers, fallback: (e: Error) => { seen.push(e.name); return 'fb' } })
    const p = f()
    await adv(5000)
    expect([await st(p), seen, m.calls]).toEqual([['ok', 'fb'], ['CallTimeoutError'], calls])
    for (const row of Object.values(snap(f))) for (const held of ['inUse', 'inFlight', 'waiting', 'pending']) if (row && held in row) expect(row[held]).toBe(0)
  })
})
