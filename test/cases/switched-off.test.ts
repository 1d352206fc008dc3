// A layer that configuration has switched off: calls pass straight through it, and those that it has admitted before change nothing that it keeps.
import { expect, it } from 'vitest'
import { attemptSignal, BRK, cases, type Layers } from './kit.ts'
import { failures, fails, open, spy, times } from './outcomes.ts'

const OFF = { enabled: false }

cases('switched off', (kit) => {
  it.each<[string, (call: ReturnType<typeof open>['pending'][number]) => void]>([
    ['failures', (call) => call.reject(new Error('x'))],
    ['successes', (call) => call.resolve()],
  ])('a breaker records no %s of calls that it has admitted before', async (_, end) => {
    const { R, configure, snap, ev } = kit()
    const m = open()
    const asked = spy(() => true)
    const f = R(m, { circuitBreaker: { ...BRK, recordOn: [asked] } })
    const calls = times(4, () => f())
    configure(f, { circuitBreaker: OFF })
    for (const call of m.pending.slice(0, 2)) end(call)
    await failures(calls.slice(0, 2))
    expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED', calls: 0, failures: 0 })
    configure(f, { circuitBreaker: { enabled: true } })
    for (const call of m.pending.slice(2)) end(call)
    await failures(calls.slice(2))
    expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED', calls: 0, failures: 0 })
    expect([ev('circuitBreaker.stateTransition'), asked.calls]).toEqual([[], 0])
  })

  it('nor what half-open calls come to, whose permits come back', async () => {
    const { R, reg, id, configure, snap, ev, st } = kit()
    const m = open()
    const f = R(m, { circuitBreaker: { ...BRK, halfOpenCalls: 2 } })
    reg.circuitBreaker(id(f)).halfOpen()
    const probes = times(2, () => f())
    configure(f, { circuitBreaker: OFF })
    m.pending[0]!.reject(new Error('x'))
    await failures([probes[0]!])
    configure(f, { circuitBreaker: { enabled: true } })
    expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 2, halfOpenRecorded: 0 })
    m.pending[1]!.reject(new Error('x'))
    await failures([probes[1]!])
    expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 2, halfOpenRecorded: 0 })
    const more = times(2, () => f())
    for (const call of m.pending.slice(2)) call.resolve()
    expect(await st(Promise.all(more))).toMatchObject(['ok', {}])
    expect(ev('circuitBreaker.stateTransition').map(({ to }) => to)).toEqual(['HALF_OPEN', 'CLOSED'])
  })

  it.each(['forceOpen', 'open'] as const)('a breaker that %s() holds lets all through', async (act) => {
    const { R, reg, id, configure, st, ev } = kit()
    const f = R(async () => 'ok', { circuitBreaker: BRK })
    reg.circuitBreaker(id(f))[act]()
    configure(f, { circuitBreaker: OFF })
    expect(await st(f())).toEqual(['ok', 'ok'])
    configure(f, { circuitBreaker: { enabled: true } })
    expect(await st(f())).toMatchObject(['err', { name: 'CallNotPermittedError' }])
    expect(ev('circuitBreaker.rejected')).toHaveLength(1)
  })

  it('an adaptive limit learns nothing of calls that it has admitted before, and gets its slots back', async () => {
    const { R, configure, snap, hang, adv, ev } = kit()
    const f = R(hang, { adaptiveLimit: { initialLimit: 10 }, timeout: '1s' })
    const calls = failures(times(5, () => f()))
    await adv(500)
    configure(f, { adaptiveLimit: OFF })
    const later = failures(times(12, () => f()))
    expect(snap(f)['adaptiveLimit']).toMatchObject({ inFlight: 5 })
    await adv(1000)
    for (const failure of [...(await calls), ...(await later)]) expect(failure.name).toBe('CallTimeoutError')
    expect(snap(f)['adaptiveLimit']).toMatchObject({ limit: 10, inFlight: 0 })
    expect(ev('adaptiveLimit.limitChanged')).toEqual([])
  })

  it('nor do their successes let it grow', async () => {
    const { R, configure, snap } = kit()
    const m = open()
    const f = R(m, { adaptiveLimit: { initialLimit: 2 } })
    const two = times(2, () => f())
    configure(f, { adaptiveLimit: OFF })
    for (const call of m.pending) call.resolve()
    await Promise.all(two)
    expect(snap(f)['adaptiveLimit']).toMatchObject({ limit: 2, inFlight: 0 })
  })

  const SIGNALLED: [string, Layers, object][] = [
    ['a timeout', { timeout: '1s' }, { timeout: OFF }],
    ['a timeout around a bulkhead', { timeout: '1s', bulkhead: { maxConcurrent: 1, maxWait: '1m' } }, { timeout: OFF }],
    ['a timeout around a retry', { timeout: '1s', retry: {}, order: ['timeout', 'retry'] }, { timeout: OFF }],
    ['a hedge', { hedge: { delay: '10ms' } }, { hedge: OFF }],
    ['a hedge and a timeout', { hedge: { delay: '10ms' }, timeout: '1s' }, { hedge: OFF, timeout: OFF }],
    ['a hedge around a breaker and a limit', { hedge: { delay: '10ms' }, circuitBreaker: BRK, adaptiveLimit: { maxWait: '1s' } }, { hedge: OFF }],
  ]
  it.each(SIGNALLED)('the attempt has its caller’s own signal: %s', async (_, layers, off) => {
    const { R, ac, configure, run } = kit()
    const c = ac()
    const f = R(async () => attemptSignal(), layers)
    const on = (await run(() => f({ signal: c.signal }))) as AbortSignal
    expect(on).not.toBe(c.signal)
    configure(f, off)
    expect(await run(() => f({ signal: c.signal }))).toBe(c.signal)
    const quiet = (await run(f)) as AbortSignal
    expect([quiet instanceof AbortSignal, quiet.aborted]).toEqual([true, false])
  })

  it.each(SIGNALLED)('and whoever leaves is waited for: %s', async (_, layers, off) => {
    const { R, ac, configure, st } = kit()
    const m = open()
    const f = R(m, layers)
    configure(f, off)
    const c = ac()
    const p = f({ signal: c.signal })
    await st(p)
    c.abort('why')
    expect(await st(p)).toBe('pending')
    m.pending[0]!.resolve('v')
    expect(await st(p)).toEqual(['ok', 'v'])
  })

  it.each<[string, Layers, string]>([
    ['a retry', { retry: { delay: '1h', maxDelay: '1h' } }, 'retry'],
    ['a limiter', { rateLimiter: { permits: 1, period: '1h', maxWait: '24h' } }, 'rateLimiter'],
    ['an adaptive limit', { adaptiveLimit: { initialLimit: 1, maxWait: '24h' } }, 'adaptiveLimit'],
    ['a bulkhead', { bulkhead: { maxConcurrent: 1, maxWait: '24h' } }, 'bulkhead'],
  ])('%s publishes nothing any more', async (name, layers, layer) => {
    const { R, configure, run, ev } = kit()
    const m = fails(Infinity)
    const f = R(m, layers)
    configure(f, { [layer]: OFF })
    for (let i = 0; i < 3; i++) await run(f).catch(() => {})
    expect([m.calls, ev(), name]).toEqual([3, ev().filter(({ type }) => type.startsWith('registry')), name])
  })
})
