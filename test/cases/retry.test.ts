import { expect, it } from 'vitest'
import { httpClassifier } from '@resilience4cata/runtime/http/index'
import { BRK, attemptSignal, cases } from './kit.ts'
import { codes, codesOf, d, fails, res, spy } from './outcomes.ts'

cases('retry: waits', (kit) => {
  it('RT-01 · delays stay numbers in their range for more than a thousand attempts', async () => {
    const { R, adv, ev } = kit()
    const f = R(fails(Infinity), { retry: { maxAttempts: 1100, delay: '10ms', maxDelay: '100ms', jitter: 'equal' } })
    f().catch(() => {})
    await adv(200_000)
    const delays = ev('retry.retrying').map(({ delayMs }) => delayMs)
    expect(delays).toHaveLength(1099)
    expect(delays.filter((delay) => !(delay >= 5 && delay <= 100))).toEqual([])
    expect(delays.slice(4).filter((delay) => delay < 50)).toEqual([])
  })

  it.each([
    ['zero times infinity', { maxAttempts: 1100, delay: '0', multiplier: 2 }, () => 0],
    ['an overflow at once', { maxAttempts: 60, delay: '1h', multiplier: 1e6, maxDelay: '24h' }, (i: number) => (i === 0 ? 3_600_000 : 86_400_000)],
    ['the largest multiplier', { maxAttempts: 10, delay: '1ms', multiplier: Number.MAX_VALUE, maxDelay: '2s' }, (i: number) => (i === 0 ? 1 : 2000)],
    ['a fixed delay', { maxAttempts: 1100, delay: '1ms', multiplier: 1e6, backoff: 'fixed' }, () => 1],
  ])('RT-02 · the back-off doesn’t overflow: %s', async (_, retry, right) => {
    const { R, run, ev } = kit()
    await run(R(fails(Infinity), { retry })).catch(() => {})
    const delays = ev('retry.retrying').map(({ delayMs }) => delayMs)
    expect(delays).toEqual(Array.from({ length: retry.maxAttempts - 1 }, (__, i) => right(i)))
  })

  it('RT-07 · no wait begins that would end after maxDuration', async () => {
    const { R, run, ev, clock } = kit()
    const m = fails(Infinity)
    await run(R(m, { retry: { maxAttempts: 10, delay: '400ms', backoff: 'fixed', maxDuration: '1s' } })).catch(() => {})
    expect([m.calls, clock.now()]).toEqual([3, 800])
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'MAX_DURATION', attempts: 3, at: 800 }])
  })

  it('RT-07 · a wait that ends with maxDuration does begin, and attempts count into it', async () => {
    const { R, run, ev, after, clock } = kit()
    const m = spy(async () => after(300).then(() => { throw new Error('x') }))
    await run(R(m, { retry: { maxAttempts: 10, delay: '200ms', backoff: 'fixed', maxDuration: '1s' } })).catch(() => {})
    expect([m.calls, clock.now()]).toEqual([3, 1300])
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'MAX_DURATION', attempts: 3 }])
  })

  it('RT-09 · each attempt has a deadline and a signal of its own', async () => {
    const { R, st, adv, after, hang } = kit()
    const sigs: AbortSignal[] = []
    let n = 0
    const p = R(() => {
      sigs.push(attemptSignal())
      return n++ ? after(2000, 'ok') : hang()
    }, { retry: { delay: '200ms' }, timeout: '3s' })()
    await adv(3199)
    expect(sigs).toHaveLength(1)
    await adv(1)
    expect(sigs).toHaveLength(2)
    await adv(1999)
    expect(await st(p)).toBe('pending')
    await adv(1)
    expect(await st(p)).toEqual(['ok', 'ok'])
    expect(sigs[1]).not.toBe(sigs[0])
    expect(sigs.map(({ aborted }) => aborted)).toEqual([true, false])
  })

  it('RT-11 · a negative delay is refused wherever it comes from, and nothing has changed', () => {
    expect(codes(`class S { @Retry({ delay: '-1s' }) async f() {} }`)).toEqual(['R4C-ATR-001'])
    expect(codes(`class S { @Retry({ delay: '5s', maxDelay: '1s' }) async f() {} }`)).toEqual(['R4C-REG-003'])
    const { R, reg, snap } = kit()
    const f = R(fails(1), { name: 'svc', retry: {} })
    for (const delay of ['-1s', -1, NaN, 'soon', '400d'] as never[]) {
      expect(codesOf(() => reg.configure({ instances: { svc: { retry: { maxAttempts: 9, delay } } } })), String(delay)).toEqual(['R4C-ATR-001'])
    }
    expect(codesOf(() => reg.configure({ instances: { svc: { retry: { maxAttempts: 9, delay: '11s' } } } }))).toEqual(['R4C-REG-003'])
    expect(snap(f)['retry'].config).toMatchObject({ maxAttempts: 3, delay: 200 })
  })
})

cases('retry: what is retried', (kit) => {
  it.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed', 'fetch failed', 'anything'])('RT-04 · a TypeError is retried: %s', async (text) => {
    const { R, run } = kit()
    const m = fails(1, new TypeError(text))
    expect(await run(R(m, { retry: { delay: '0' } }))).toBe('ok')
    expect(m.calls).toBe(2)
  })

  it.each([
    [new SyntaxError('Unexpected token'), 2], [new ReferenceError('x is not defined'), 1], [new RangeError('depth'), 1], [Object.assign(new Error('x'), { code: 'ERR_ASSERTION' }), 1],
    [Object.assign(new Error('x'), { name: 'AbortError' }), 1], [undefined, 2], [null, 2], [0, 2], ['', 2], [{ name: 'ReferenceError' }, 1],
  ])('RT-04 · %s: %i', async (error, calls) => {
    const { R, run } = kit()
    const m = fails(1, error)
    await run(R(m, { retry: { delay: '0' } })).catch((thrown) => expect(thrown).toBe(error))
    expect(m.calls).toBe(calls)
  })

  it('RT-12 · an exhausted rejected result is returned, or thrown where that is wanted', async () => {
    const { R, run, ev } = kit()
    const classifier = (v: unknown) => (v === 'no' ? 'failure' : 'success')
    const m = spy(async () => 'no')
    expect(await run(R(m, { retry: { delay: '0', classifier } }))).toBe('no')
    expect(m.calls).toBe(3)
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'MAX_ATTEMPTS', result: 'no' }])
    const seen: any[] = []
    const fallback = (failure: unknown) => {
      seen.push(failure)
      return 'fb'
    }
    expect(await run(R(m, { retry: { delay: '0', classifier, onExhaustedResult: 'throw' }, fallback }))).toBe('fb')
    expect(seen).toMatchObject([{ name: 'ResultRejectedError', code: 'R4C_RESULT_REJECTED', result: 'no' }])
  })

  it.each(['-5', '0', 'soon', '1.5', '', 'Wed, 21 Oct 2015 07:28:00 GMT'])('RT-14 · Retry-After %j is no hint', async (hint) => {
    const { R, run, ev } = kit()
    await run(R(async () => new Response('', { status: 503, headers: { 'retry-after': hint } }), { retry: { classifier: httpClassifier } }))
    expect(ev('retry.retrying').map(({ delayMs }) => delayMs)).toEqual([200, 400])
  })

  it('RT-15 · who asks for more than maxRetryAfter is not knocked at early', async () => {
    const { R, st, ev } = kit()
    const limit = (after: string) => async () => new Response('', { status: 429, headers: { 'retry-after': after } })
    const m = spy(limit('3600'))
    const [, answer] = (await st(R(m, { retry: { classifier: httpClassifier, maxRetryAfter: '60s' } })())) as ['ok', Response]
    expect([answer.status, m.calls]).toEqual([429, 1])
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'NOT_RETRYABLE', detail: 'PUSHBACK' }])
    const exactly = R(limit('60'), { retry: { classifier: httpClassifier, maxRetryAfter: '60s' } })
    const p = exactly()
    expect(await st(p)).toBe('pending')
    expect(ev('retry.retrying')).toMatchObject([{ delayMs: 60_000 }])
  })

  it('RT-23 · an open breaker ends the retries', async () => {
    const { R, st, adv, ev } = kit()
    const m = fails(Infinity)
    const p = R(m, { retry: { maxAttempts: 5, delay: '100ms' }, circuitBreaker: BRK })()
    await adv(299)
    expect(await st(p)).toBe('pending')
    await adv(1)
    expect(await st(p)).toMatchObject(['err', { name: 'CallNotPermittedError' }])
    expect(m.calls).toBe(2)
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'NOT_RETRYABLE', attempts: 3 }])
  })

  it('RT-24 · a discarded response is cancelled before the next attempt, the returned one is left alone', async () => {
    const { R, run } = kit()
    const made: ReturnType<typeof res>[] = []
    const before: number[][] = []
    const answer = await run(R(async () => {
      before.push(made.map(({ cancelled }) => cancelled))
      return made[made.push(res(503)) - 1]
    }, { retry: { delay: '0', classifier: httpClassifier } }))
    expect(before).toEqual([[], [1], [1, 1]])
    expect(answer).toBe(made[2])
    expect(made.map(({ cancelled }) => cancelled)).toEqual([1, 1, 0])
  })
})

cases('retry: signals', (kit) => {
  it('RT-06 · an abort during the wait ends the call at once', async () => {
    const { R, st, adv, ac, ev } = kit()
    const m = fails(5)
    const c = ac()
    const p = R(m, { retry: { delay: '1s', backoff: 'fixed' } })({ signal: c.signal })
    await adv(300)
    const why = new Error('bye')
    c.abort(why)
    const [kind, error] = (await st(p)) as [string, unknown]
    expect(kind).toBe('err')
    expect(error).toBe(why)
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'INTERRUPTED' }])
    await adv(10_000)
    expect(m.calls).toBe(1)
  })

  it.each([undefined, 'why', 0])('RT-06 · with any reason: %s', async (reason) => {
    const { R, st, adv, ac } = kit()
    const c = ac()
    const p = R(fails(5), { retry: { delay: '1s' } })({ signal: c.signal })
    await adv(300)
    c.abort(reason)
    expect(await st(p)).toEqual(['err', c.signal.reason])
  })

  const err = new Error('err')
  it.each([
    ['retry', { retry: {} }, err, 'v'],
    ['retry and timeout', { retry: {}, timeout: '1m' }, 'why', 'why'],
    ['hedge', { hedge: { delay: '1m' } }, 'why', 'why'],
  ])('RT-25 · what an abort comes to depends on the layers, not on the instant: %s', async (_, layers, a, c) => {
    const { R, st, adv, ac } = kit()
    const begin = () => {
      const [call, controller, m] = [d(), ac(), spy(() => call.promise)]
      return { call, controller, m, p: R(m, layers)({ signal: controller.signal }) }
    }
    const first = begin()
    first.controller.abort('why')
    const second = begin()
    second.controller.abort('why')
    if (a === 'why') expect(await st(first.p)).toEqual(['err', 'why'])
    first.call.reject(err)
    second.call.resolve('v')
    expect(await st(first.p)).toEqual(['err', a])
    expect(await st(second.p)).toEqual([c === 'v' ? 'ok' : 'err', c])
    await adv(10_000)
    expect([first.m.calls, second.m.calls]).toEqual([1, 1])
  })

  it.each([['retry', { retry: {} }], ['retry and timeout', { retry: {}, timeout: '1m' }]])('RT-25 · and during the wait it is the reason: %s', async (_, layers) => {
    const { R, st, adv, ac } = kit()
    const [m, c] = [fails(5), ac()]
    const p = R(m, layers)({ signal: c.signal })
    await adv(100)
    c.abort('why')
    expect(await st(p)).toEqual(['err', 'why'])
    await adv(10_000)
    expect(m.calls).toBe(1)
  })
})
