// Numbers that leave their range, or stand exactly on its edge: where the numbered cases look at one policy, here are the others, and the other places that a number comes from.
import { expect, it } from 'vitest'
import { createRegistry } from '@resilience4cata/policies/index'
import { BRK, cases, type Layers } from '../kit.ts'
import { codes, codesOf, failures, fails, open, spy, times } from '../outcomes.ts'

cases('numbers: waits that grow', (kit) => {
  const openings = async (options: object, count: number) => {
    const { R, reg, id, ev } = kit()
    const f = R(fails(Infinity), { circuitBreaker: { ...BRK, windowSize: 1, minimumCalls: 1, ...options } })
    for (let i = 0; i < count; i++) {
      reg.circuitBreaker(id(f)).halfOpen()
      await failures([f()])
    }
    return ev('circuitBreaker.stateTransition').filter(({ to }) => to === 'OPEN').map(({ waitMs }) => waitMs as number)
  }

  it.each([
    ['RT-01 · a breaker that opens eleven hundred times, with jitter', { waitInOpen: '10ms', waitInOpenMultiplier: 2, maxWaitInOpen: '100ms', waitInOpenJitter: 'equal' }, (wait: number, i: number) => wait >= (i < 4 ? 5 : 50) && wait <= 100],
    ['RT-01 · and with all of the jitter', { waitInOpen: '10ms', waitInOpenMultiplier: 3, maxWaitInOpen: '1s', waitInOpenJitter: 'full' }, (wait: number) => wait >= 0 && wait <= 1000],
    ['RT-02 · the largest multiplier of a breaker', { waitInOpen: '1ms', waitInOpenMultiplier: Number.MAX_VALUE, maxWaitInOpen: '2s' }, (wait: number, i: number) => wait === (i === 0 ? 1 : 2000)],
    ['RT-02 · waits of a breaker that don’t grow', { waitInOpen: '1s', waitInOpenMultiplier: 1 }, (wait: number) => wait === 1000],
  ])('%s', async (_, options, right) => {
    const waits = await openings(options, 1100)
    expect(waits).toHaveLength(1100)
    expect(waits.filter((wait, i) => !right(wait, i))).toEqual([])
  })

  it.each([
    ['RT-01 · fractions of a millisecond, with jitter', { delay: 0.1, maxDelay: 0.3, jitter: 'full' }, 0, 0.3],
    ['RT-02 · a delay that is hardly a number', { delay: 5e-324, multiplier: 1e308, maxDelay: '1s' }, 0, 1000],
    ['RT-02 · a multiplier that is hardly more than one', { delay: '1s', multiplier: 1 + Number.EPSILON, maxDelay: '10s' }, 999.999, 1000.001],
  ])('%s', async (_, retry, least, most) => {
    const { R, run, ev } = kit()
    await failures([run(R(fails(Infinity), { retry: { maxAttempts: 300, ...retry } }))])
    const delays = ev('retry.retrying').map(({ delayMs }) => delayMs as number)
    expect(delays).toHaveLength(299)
    expect(delays.filter((delay) => !(delay >= least && delay <= most))).toEqual([])
  })
})

cases('numbers: durations', (kit) => {
  const DURATIONS: [string, string, Layers][] = [
    ['retry', 'maxDelay', { retry: {} }], ['retry', 'maxDuration', { retry: { maxDuration: '1h' } }], ['retry', 'maxRetryAfter', { retry: { maxRetryAfter: '1s', classifier: () => 'success' } }], ['hedge', 'delay', { hedge: {} }],
    ['circuitBreaker', 'waitInOpen', { circuitBreaker: BRK }], ['circuitBreaker', 'maxHalfOpenWait', { circuitBreaker: BRK }], ['circuitBreaker', 'slowCallDuration', { circuitBreaker: { slowCallDuration: '1s' } }],
    ['rateLimiter', 'period', { rateLimiter: {} }], ['rateLimiter', 'maxWait', { rateLimiter: { maxWait: '1s' } }], ['adaptiveLimit', 'maxWait', { adaptiveLimit: { maxWait: '1s' } }],
    ['adaptiveLimit', 'latencyThreshold', { adaptiveLimit: { latencyThreshold: '1s' } }], ['timeout', 'duration', { timeout: '1s' }], ['bulkhead', 'maxWait', { bulkhead: { maxWait: '1s' } }],
  ]
  const WRONG = ['-1s', -1, NaN, Infinity, 'soon', '366d', '']
  it.each(DURATIONS)('RT-11 · what is no duration is refused by configuration, and nothing has changed: %s.%s', async (layer, option, layers) => {
    const { R, reg, snap, id, st } = kit()
    const f = R(async () => 'ok', layers)
    await st(f())
    const before = structuredClone(snap(f)[layer].config)
    for (const wrong of WRONG) {
      expect(codesOf(() => reg.configure({ instances: { [id(f)]: { [layer]: { enabled: false, [option]: wrong } } } })), String(wrong)).toEqual(['R4C-ATR-001'])
      expect(codesOf(() => reg.configure({ defaults: { [layer]: { [option]: wrong } } })), String(wrong)).toEqual(['R4C-ATR-001'])
    }
    expect(snap(f)[layer].config).toEqual(before)
    expect(await st(f())).toEqual(['ok', 'ok'])
  })

  it.each(WRONG)('RT-11 · nor where a program has computed it: each call is refused before anything acts: %o', async (wrong) => {
    const { reg, R, ev, st } = kit()
    const m = spy(async () => 'ok')
    const refused = async (make: () => any) => {
      try {
        const end = await st(make()())
        return end[0] === 'err' ? (end[1] as { code?: string }).code : end
      } catch (error) {
        return (error as { code?: string }).code ?? error
      }
    }
    expect(await refused(() => R(m, { timeout: { duration: wrong }, fallback: () => 'fb' }))).toBe('R4C-ATR-001')
    expect(await refused(() => R(m, { retry: { delay: wrong }, fallback: () => 'fb' }))).toBe('R4C-ATR-001')
    expect([m.calls, ev(), reg.snapshot().bulkhead ?? []]).toEqual([0, [], []])
  })

  it.each([
    ['RL-01 · a wait for a permit', `@RateLimiter({ maxWait: '25h' })`, `@RateLimiter({ maxWait: '24h' })`],
    ['RL-01 · a wait for a slot', `@Bulkhead({ maxWait: '25h' })`, `@Bulkhead({ maxWait: '24h' })`],
    ['RL-01 · a deadline', `@Timeout('25h')`, `@Timeout('24h')`],
    ['RL-01 · a window', `@CircuitBreaker({ windowDuration: '25h' })`, `@CircuitBreaker({ windowDuration: '24h' })`],
  ])('%s of more than a day is refused', (_, tooLong, right) => {
    const site = (decorator: string) => codes(`export class S { ${decorator} async f() { return 1 } }`).filter((code) => !code.includes('HNT'))
    expect([site(tooLong), site(right)]).toEqual([['R4C-ATR-010'], []])
  })

  it.each<[string, Layers, string]>([
    ['RL-01 · a wait of a day for a slot', { bulkhead: { maxConcurrent: 1, maxWait: '24h' } }, 'BulkheadFullError'],
    ['RL-01 · a deadline of a day', { timeout: '24h' }, 'CallTimeoutError'],
    ['RL-01 · a breaker that is open for a year', { circuitBreaker: { ...BRK, waitInOpen: '365d' } }, 'CallNotPermittedError'],
  ])('%s ends when it should, not at once', async (_, layers, name) => {
    const { R, reg, id, adv, st, hang } = kit()
    const f = R(hang, layers)
    if (layers.circuitBreaker) reg.circuitBreaker(id(f)).open()
    const first = f()
    first.catch(() => {})
    const p = layers.bulkhead ? f() : first
    p.catch(() => {})
    if (!layers.circuitBreaker) {
      await adv(86_400_000 - 1)
      expect(await st(p)).toBe('pending')
      await adv(1)
      return expect(await st(p)).toMatchObject(['err', { name }])
    }
    await adv(365 * 86_400_000 - 1)
    expect(await st(f())).toMatchObject(['err', { name, retryAfterMs: 1 }])
    await adv(1)
    expect(await st(f())).toBe('pending')
  })
})

cases('numbers: what the other side asks for', (kit) => {
  const verdicts: unknown[] = [-1, 0, NaN, '5', null, undefined, -Infinity]
  it.each(verdicts)('RT-14 · a verdict’s retryAfterMs of %o is no hint', async (retryAfterMs) => {
    const { R, run, ev } = kit()
    await run(R(async () => 'no', { retry: { classifier: () => ({ verdict: 'failure', retryAfterMs }) } }))
    expect(ev('retry.retrying').map(({ delayMs }) => delayMs)).toEqual([200, 400])
  })

  it('RT-14 · nor does it hold a hedge back', async () => {
    const { R, run, after } = kit()
    let n = 0
    const m = spy(() => after(10, ++n))
    expect(await run(R(m, { hedge: { delay: '1s', classifier: (v: number) => (v === 1 ? { verdict: 'failure', retryAfterMs: -5 } : 'success') } }))).toBe(2)
  })

  it.each([
    ['a value', { result: () => ({ verdict: 'overload', retryAfterMs: 60_001 }) }, async () => 'no', ['ok', 'no']],
    ['a failure', { error: () => ({ verdict: 'failure', retryAfterMs: 60_001 }) }, fails(9, 'no'), ['err', 'no']],
    ['for ever', { result: () => ({ verdict: 'failure', retryAfterMs: Infinity }) }, async () => 'no', ['ok', 'no']],
  ])('RT-15 · a verdict that asks for more than maxRetryAfter ends the call: %s', async (_, classifier, body, right) => {
    const { R, st, ev } = kit()
    expect(await st(R(spy(body), { retry: { classifier } })())).toEqual(right)
    expect(ev()).toMatchObject([{ type: 'retry.gaveUp', reason: 'NOT_RETRYABLE', detail: 'PUSHBACK', attempts: 1 }])
  })

  it('RT-15 · a hedge doesn’t knock before the time either', async () => {
    const { R, st, adv, ev, after, failAfter } = kit()
    let n = 0
    const m = spy(() => (n++ ? after(10, 'ok') : failAfter(10, new Error('busy'))))
    const error = () => ({ verdict: 'failure', retryAfterMs: 500 })
    const p = R(m, { hedge: { delay: '100ms', classifier: { error }, budgetPercent: 0 } })()
    p.catch(() => {})
    await adv(1000)
    expect(await st(p)).toMatchObject(['err', { message: 'busy' }])
    expect(m.calls).toBe(1)
    expect(ev('hedge.skipped')).toMatchObject([{ reason: 'PUSHBACK' }])
  })
})

cases('numbers: rates exactly at the threshold', (kit) => {
  const ended = async (circuitBreaker: object, slow: boolean, letters: string, begin: (b: ReturnType<ReturnType<typeof createRegistry>['circuitBreaker']>) => void = () => {}) => {
    const k = kit()
    const left = [...letters]
    const f = k.R(async () => {
      const isBad = left.shift() === 'b'
      if (isBad && slow) await k.after(200)
      else if (isBad) throw new Error('x')
    }, { circuitBreaker })
    begin(k.reg.circuitBreaker(k.id(f)))
    while (left.length > 0) await failures([k.run(f)])
    return [k.snap(f)['circuitBreaker'].state, k.ev('circuitBreaker.thresholdExceeded').length]
  }
  const slow = { slowCallDuration: '100ms', failureRate: 100 }
  it.each<[string, object, boolean, string, string]>([
    ['CB-13 · of slow calls', { ...slow, windowSize: 375, minimumCalls: 375, slowCallRate: 8.8 }, true, '.'.repeat(342) + 'b'.repeat(33), 'OPEN'],
    ['CB-13 · of slow calls, one less', { ...slow, windowSize: 375, minimumCalls: 375, slowCallRate: 8.8 }, true, '.'.repeat(343) + 'b'.repeat(32), 'CLOSED'],
    ['CB-13 · of a window of time', { windowDuration: '1h', minimumCalls: 375, failureRate: 8.8 }, false, '.'.repeat(342) + 'b'.repeat(33), 'OPEN'],
    ['CB-24 · a success completes the number of slow calls', { ...slow, windowSize: 10, minimumCalls: 3, slowCallRate: 60 }, true, 'bb.', 'OPEN'],
    ['CB-24 · and the number of calls in a window of time', { windowDuration: '1h', minimumCalls: 3 }, false, 'bb.', 'OPEN'],
  ])('%s', async (_, options, isSlow, letters, state) => {
    expect((await ended(options, isSlow, letters))[0]).toBe(state)
  })

  it.each<[string, object, string, string]>([
    ['CB-13 · half-open, exactly at the rate', { ...BRK, halfOpenCalls: 4, failureRate: 75 }, 'b.bb', 'OPEN'],
    ['CB-13 · half-open, one below it', { ...BRK, halfOpenCalls: 4, failureRate: 75 }, 'b.b.', 'CLOSED'],
  ])('%s', async (_, options, letters, state) => {
    expect((await ended(options, false, letters, (b) => b.halfOpen()))[0]).toBe(state)
  })

  it('CB-24 · where it is only measured, the success tells of it', async () => {
    expect(await ended({ windowSize: 10, minimumCalls: 3, failureRate: 60 }, false, 'bb.', (b) => b.metricsOnly())).toEqual(['METRICS_ONLY', 1])
  })
})

cases('numbers: what is left', (kit) => {
  it('RL-02 · of a limiter whose permits are lowered below what is taken', async () => {
    for (const [window, left] of [['fixed', 2], ['rolling', 0]] as const) {
      const { R, configure, snap, adv } = kit()
      const f = R(async () => 'ok', { rateLimiter: { window, permits: 10, period: '1s' } })
      await Promise.all(times(8, () => f()))
      configure(f, { rateLimiter: { permits: 3 } })
      expect(snap(f)['rateLimiter'].available).toBe(left)
      expect((await failures(times(5, () => f()))).filter(Boolean)).toHaveLength(5 - left)
      expect(snap(f)['rateLimiter'].available).toBe(0)
      await adv(1000)
      expect((await failures(times(4, () => f()))).filter(Boolean)).toHaveLength(1)
    }
  })

  it('RL-02 · of half-open permits that are lowered below what is out', async () => {
    const { R, reg, id, configure, snap, st } = kit()
    const m = open()
    const f = R(m, { circuitBreaker: { ...BRK, halfOpenCalls: 5 } })
    reg.circuitBreaker(id(f)).halfOpen()
    const four = times(4, () => f())
    configure(f, { circuitBreaker: { halfOpenCalls: 2 } })
    expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 0 })
    expect(await st(f())).toMatchObject(['err', { state: 'HALF_OPEN' }])
    for (const call of m.pending) call.resolve()
    await Promise.all(four)
    expect(snap(f)['circuitBreaker']).toMatchObject({ state: 'CLOSED', halfOpenPermits: 0 })
  })

  it('RL-03 · waits for a slot don’t grow from call to call', async () => {
    const { R, after, clock, run } = kit()
    const starts: number[] = []
    const f = R(() => {
      starts.push(clock.now())
      return after(10)
    }, { bulkhead: { maxConcurrent: 1, maxWait: '1h', maxQueue: 65_536 } })
    await run(() => Promise.all(times(2000, () => f())))
    expect(starts).toEqual(times(2000, (i) => i * 10))
  })

  it('RL-03 · nor those of fixed cycles, nor those of a retry', async () => {
    const { R, run, clock, reg, id } = kit()
    const starts: number[] = []
    const f = R(async () => { starts.push(clock.now()) }, { rateLimiter: { permits: 2, period: '100ms', maxWait: '24h', maxQueue: 65_536 } })
    await run(() => Promise.all(times(2000, () => f())))
    expect(starts).toEqual(times(2000, (i) => Math.floor(i / 2) * 100))
    expect(reg.rateLimiter(id(f))).toMatchObject({ waiting: 0 })
    const begun = clock.now()
    const tries: number[] = []
    await failures([run(R(async () => {
      tries.push(clock.now() - begun)
      throw new Error('x')
    }, { retry: { maxAttempts: 2000, delay: '10ms', backoff: 'fixed' } }))])
    expect(tries).toEqual(times(2000, (i) => i * 10))
  })
})
