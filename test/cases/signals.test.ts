// Whose abort it was, and who must hear of it.
import { expect, it } from 'vitest'
import { attemptSignal, BRK, cases, type Layers } from './kit.ts'
import { d, failures, fails, rejectOnAbort, spy, times } from './outcomes.ts'

const WAITS: [string, Layers][] = [
  ['a wait of a retry', { retry: { delay: '1h', maxDelay: '1h' } }],
  ['a wait for a permit', { rateLimiter: { permits: 1, period: '1h', maxWait: '24h' } }],
  ['a wait for a limit', { adaptiveLimit: { initialLimit: 1, maxWait: '24h', maxQueue: 99 } }],
  ['a wait for a slot', { bulkhead: { maxConcurrent: 1, maxWait: '24h' } }],
  ['a deadline', { timeout: '1h' }],
  ['a hedge', { hedge: { delay: '1h' } }],
]
const turns = async (n: number) => { for (let i = 0; i < n; i++) await undefined }

cases('signals', (kit) => {
  it.each(WAITS)('an abort ends it in the same task, whatever the reason is: %s', async (name, layers) => {
    for (const reason of [undefined, null, 0, '', 'why', new Error('why')]) {
      const { R, ac, hang, adv } = kit()
      const m = spy(name === 'a wait of a retry' ? fails(Infinity) : hang)
      const f = R(m, { ...layers, fallback: () => 'fb' })
      if (/permit|limit|slot/.test(name)) void f()
      const c = ac()
      const ends: unknown[] = []
      f({ signal: c.signal }).then((value: unknown) => ends.push(value), (error: unknown) => ends.push(['err', error]))
      await adv(10)
      const { calls } = m
      c.abort(reason)
      await turns(20)
      expect(ends).toEqual([['err', c.signal.reason]])
      await adv(100)
      expect(m.calls).toBe(calls)
    }
  })

  it.each(WAITS)('and where the fallback is wanted, it sees the reason: %s', async (name, layers) => {
    const { R, ac, hang, adv, st } = kit()
    const f = R(name === 'a wait of a retry' ? fails(Infinity) : hang, { ...layers, fallback: { handler: (failure: unknown) => ['fb', failure], onCancel: true } })
    if (/permit|limit|slot/.test(name)) void f()
    const c = ac()
    const p = f({ signal: c.signal })
    await adv(10)
    c.abort('why')
    expect(await st(p)).toEqual(['ok', ['fb', 'why']])
  })

  it('an AbortError of somebody else isn’t retried, a TimeoutError is', async () => {
    const { R, run, ev } = kit()
    const abort = fails(1, new DOMException('', 'AbortError'))
    await expect(run(R(abort, { retry: { delay: '0' } }))).rejects.toMatchObject({ name: 'AbortError' })
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'NOT_RETRYABLE', attempts: 1 }])
    const timeout = fails(1, new DOMException('', 'TimeoutError'))
    expect(await run(R(timeout, { retry: { delay: '0' } }))).toBe('ok')
    expect([abort.calls, timeout.calls]).toEqual([1, 2])
  })

  it('a TimeoutError under the caller’s abort is a cancellation', async () => {
    const { R, ac, snap, ev } = kit()
    const c = ac()
    const call = d()
    const m = spy(() => call.promise)
    const f = R(m, { retry: { delay: '0' }, circuitBreaker: BRK })
    const end = failures([f({ signal: c.signal })])
    c.abort('why')
    const error = new DOMException('', 'TimeoutError')
    call.reject(error)
    expect((await end)[0]).toBe(error)
    expect([m.calls, snap(f)['circuitBreaker'].calls]).toEqual([1, 0])
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'INTERRUPTED' }])
  })

  it.each<[string, Layers]>([
    ['a slot', { order: ['bulkhead', 'timeout'], bulkhead: { maxConcurrent: 1 } }],
    ['a limit', { adaptiveLimit: { initialLimit: 1, maxLimit: 1 } }],
    ['a half-open permit', { circuitBreaker: BRK }],
  ])('what is held around a deadline comes back with the abort, behind what the caller still does: %s', async (_, layers) => {
    const { R, reg, id, ac, hang, st } = kit()
    const m = spy(hang)
    const f = R(m, { ...layers, timeout: '1h' })
    if (layers.circuitBreaker) reg.circuitBreaker(id(f)).halfOpen()
    const c = ac()
    const p = f({ signal: c.signal })
    p.catch(() => {})
    c.abort('why')
    // in the very turn it is still taken
    const atOnce = f()
    atOnce.catch(() => {})
    expect(await st(p)).toEqual(['err', 'why'])
    expect((await st(atOnce))[0]).toBe('err')
    f().catch(() => {})
    expect(m.calls).toBe(2)
  })

  it('one caller’s abort is no affair of the others', async () => {
    const { R, ac, st, adv, after } = kit()
    const f = R(() => after(100, 'ok'), { retry: {}, timeout: '1s', bulkhead: { maxConcurrent: 2, maxWait: '1m' } })
    const cs = times(6, ac)
    const calls = cs.map(({ signal }) => f({ signal }))
    for (const i of [0, 3, 5]) cs[i]!.abort(i)
    const ends = Promise.all(calls.map((call) => call.catch((reason: unknown) => reason)))
    await adv(1000)
    expect(await st(ends)).toEqual(['ok', [0, 'ok', 'ok', 3, 'ok', 5]])
  })

  it('the attempt’s signal is the caller’s own where nothing else can end it', async () => {
    const { R, ac, run } = kit()
    const c = ac()
    const plain = R(async () => attemptSignal(), { retry: {}, circuitBreaker: BRK })
    expect(await run(() => plain({ signal: c.signal }))).toBe(c.signal)
    const quiet = (await run(() => plain())) as AbortSignal
    expect([quiet instanceof AbortSignal, quiet.aborted]).toEqual([true, false])
    const own = (await run(() => R(async () => attemptSignal(), { timeout: '1s' })({ signal: c.signal }))) as AbortSignal
    expect(own).not.toBe(c.signal)
    expect(own.aborted).toBe(false)
  })

  it.each<[string, Layers]>([
    ['a timeout', { timeout: '1s' }],
    ['a hedge', { hedge: { delay: '10ms', maxAttempts: 2 } }],
    ['both', { hedge: { delay: '10ms' }, timeout: '1s' }],
    ['a retry around a timeout', { retry: {}, timeout: '1s' }],
  ])('an abort reaches each attempt with its reason: %s', async (_, layers) => {
    const { R, ac, st, adv } = kit()
    const sigs: AbortSignal[] = []
    const c = ac()
    const why = new Error('why')
    const p = R(() => {
      const signal = attemptSignal()
      sigs.push(signal)
      return rejectOnAbort(signal)
    }, layers)({ signal: c.signal })
    await adv(50)
    c.abort(why)
    expect(await st(p)).toEqual(['err', why])
    expect(sigs.length).toBe(layers.hedge ? 2 : 1)
    for (const { aborted, reason } of sigs) expect([aborted, reason]).toEqual([true, why])
  })

  it('a resilient function inside another has its own deadline, and hears of the outer one’s end', async () => {
    const { R, st, adv, hang } = kit()
    let inner!: AbortSignal
    const within = R(() => {
      inner = attemptSignal()
      return hang()
    }, { timeout: '1h' })
    const around = R(() => within({ signal: attemptSignal() }), { timeout: '1s' })
    const p = around()
    p.catch(() => {})
    await adv(1000)
    const [, error] = (await st(p)) as ['err', Error]
    expect([error.name, inner.aborted]).toEqual(['CallTimeoutError', true])
    expect(inner.reason).toBe(error)
  })
})
