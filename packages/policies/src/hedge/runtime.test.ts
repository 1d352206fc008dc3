import { describe, expect, it } from 'vitest'
import { attemptSignal, HedgeCancelledError, ResultRejectedError } from '@resilience4cata/policies/index'
import { fly, hedge, into } from '@resilience4cata/policies/generated'
import { hang } from '@resilience4cata/testing/lone-layer'
import { quiesce } from '@resilience4cata/testing/quiesce'
import type { Attempt } from './attempt.ts'
import { sites } from '../parts/sites.fixture.ts'

const err = new Error('down')

/** Starts the call, lets it and what it leaves behind come to an end. */
async function outcome({ clock, st }: ReturnType<typeof sites>, call: Promise<unknown>) {
  call.catch(() => {})
  await clock.advance(100_000)
  return st(call)
}

describe('which answer', () => {
  it('HG-05 hedges at once after a failure, and publishes no attempt that is not made', async () => {
    const at = sites()
    const starts: number[] = []
    const f = at.R(() => { starts.push(at.clock.now()); return at.failAfter(50, err) }, { hedge: { maxAttempts: 3, delay: '100ms' } })
    expect(await outcome(at, f())).toEqual(['err', err])
    expect(starts).toEqual([0, 50, 100])
    expect(at.ev('hedge.hedged')).toMatchObject([{ attempt: 2, trigger: 'FAILURE' }, { attempt: 3, trigger: 'FAILURE' }])
    expect([at.ev('hedge.failed').map(({ attempts, at }) => [attempts, at]), at.ev('hedge.won')]).toEqual([[[3, 150]], []])
  })

  it('a failure starts the delay anew', async () => {
    const at = sites()
    const starts: number[] = []
    const f = at.R(() => { starts.push(at.clock.now()); return starts.length === 1 ? at.failAfter(50, err) : hang() }, { hedge: { maxAttempts: 4, delay: '100ms' } })
    f().catch(() => {})
    await at.clock.advance(1000)
    expect(starts).toEqual([0, 50, 150, 250])
  })

  it('what ends the call: a failure that is not hedged over', async () => {
    const at = sites()
    let n = 0
    const signals: AbortSignal[] = []
    const fatal = new RangeError('typo')
    const f = at.R(() => { signals.push(attemptSignal()); return n++ ? at.failAfter(10, fatal) : hang() }, { hedge: { delay: '50ms', maxAttempts: 3 } })
    expect(await outcome(at, f())).toEqual(['err', fatal])
    expect([n, signals[0]!.reason]).toEqual([2, expect.any(HedgeCancelledError)])
  })

  it.each([[{ hedgeOn: 'ECONNRESET' }, 1], [{ abortOn: 'Error' }, 1], [{ hedgeOn: 'throwable' }, 2]])('%o: so many attempts', async (lists, attempts) => {
    const at = sites()
    let n = 0
    await outcome(at, at.R(async () => { n++; throw err }, { hedge: lists })())
    expect(n).toBe(attempts)
  })

  it('HG-07 a rejected value does not win', async () => {
    const noNull = (value: unknown) => (value === null ? 'failure' : 'success')
    const at = sites()
    let n = 0
    const when: number[] = []
    const f = at.R(() => (n++ ? at.after(10, 'data') : at.after(60, null)), { hedge: { delay: '55ms', classifier: noNull } })
    const call = f().then((value) => { when.push(at.clock.now()); return value })
    expect(await outcome(at, call)).toEqual(['ok', 'data'])
    expect(when).toEqual([65])
    for (const onExhaustedResult of ['return', 'throw'] as const) {
      const none = at.R(() => at.after(10, null), { hedge: { classifier: noNull, onExhaustedResult } })
      expect(await outcome(at, none())).toEqual(onExhaustedResult === 'return' ? ['ok', null] : ['err', expect.any(ResultRejectedError)])
    }
  })

  it("the site's classifier judges each attempt by itself", async () => {
    const at = sites()
    let n = 0
    const f = at.R(async () => ++n, { classifier: (value) => (value === 1 ? 'failure' : 'success'), hedge: {}, circuitBreaker: { windowSize: 9 } })
    expect(await outcome(at, f())).toEqual(['ok', 2])
    expect(at.row('circuitBreaker')).toMatchObject({ calls: 2, failures: 1 })
  })

  it('a rejection of the result says whose it is', async () => {
    const at = sites()
    const [, error] = await outcome(at, at.R(async () => null, { hedge: { classifier: () => 'failure', onExhaustedResult: 'throw' } })())
    expect(error).toMatchObject({ code: 'R4C_RESULT_REJECTED', policy: 'hedge', result: null })
  })

  it('no more is launched before the other side wants it', async () => {
    const at = sites()
    let n = 0
    const f = at.R(() => (n++ ? hang() : at.after(10, 503)), { hedge: { delay: '50ms', classifier: () => ({ verdict: 'overload', retryAfterMs: 1000 }) } })
    expect(await outcome(at, f())).toEqual(['ok', 503])
    expect([n, at.ev('hedge.skipped').map(({ reason }) => reason)]).toEqual([1, ['PUSHBACK']])
  })

  it.each([
    ['an attempt begins at its end', [[110, 40]], [0, 50, 100, 150]],
    ['none before', [[110, 41]], [0, 50, 100]],
    ['the later of two ends, said last', [[110, 10], [120, 31]], [0, 50, 100]],
    ['the later of two ends, said first', [[110, 41], [120, 10]], [0, 50, 100]],
  ] as const)('a pause that is asked for: %s', async (_which, told, expected) => {
    const at = sites()
    const starts: number[] = []
    const f = at.R(() => {
      starts.push(at.clock.now())
      const hint = told[starts.length - 1]
      return hint ? at.after(hint[0] - at.clock.now(), hint[1]) : hang()
    }, { hedge: { maxAttempts: 6, delay: '50ms', budgetPercent: 0, classifier: (retryAfterMs: number) => ({ verdict: 'overload', retryAfterMs }) } })
    f().catch(() => {})
    await at.clock.advance(160)
    expect(starts).toEqual(expected)
  })

  it('a timer that fires in the turn of the answer does nothing', async () => {
    const at = sites()
    let n = 0
    expect(await outcome(at, at.R(() => { n++; return at.after(50, 'ok') }, { hedge: { delay: '50ms' } })())).toEqual(['ok', 'ok'])
    expect([n, at.ev('hedge.hedged')]).toEqual([1, []])
  })
})

describe('what is lost', () => {
  it('HG-03 is cancelled and released; the winner is left alone', async () => {
    const at = sites()
    const signals: AbortSignal[] = []
    const cancelled: string[] = []
    const response = (text: string) => ({ body: { locked: false, cancel: () => void cancelled.push(text) } })
    const one = response('one')
    const two = response('two')
    let n = 0
    const f = at.R(() => { signals.push(attemptSignal()); return n++ ? at.after(10, two) : at.after(1000, one) }, { hedge: { delay: '50ms' } })
    expect(await outcome(at, f())).toEqual(['ok', two])
    expect([signals[1]!.aborted, signals[0]!.reason, cancelled]).toEqual([false, expect.objectContaining({ name: 'AbortError', code: 'R4C_HEDGE_CANCELLED' }), ['one']])
    expect(at.ev('hedge.won')).toMatchObject([{ attempt: 2 }])
    await quiesce(at.registry)
  })

  it.each(['ok', 'err'])('is no outcome for the layers inside: %s', async (end) => {
    const at = sites()
    let n = 0
    const f = at.R(() => (n++ ? at.after(10, 'fast') : end === 'ok' ? at.after(500, 'slow') : at.failAfter(500, err)), { hedge: { delay: '50ms' }, circuitBreaker: { windowSize: 9 }, adaptiveLimit: {}, bulkhead: {} })
    const call = f()
    await at.clock.advance(60)
    expect(await at.st(call)).toEqual(['ok', 'fast'])
    expect([at.row('bulkhead').inUse, at.row('adaptiveLimit').inFlight]).toEqual([1, 1])
    await at.clock.advance(1000)
    expect(at.row('circuitBreaker')).toMatchObject({ calls: 1, failures: 0 })
    expect([at.row('bulkhead').inUse, at.row('adaptiveLimit').inFlight]).toEqual([0, 0])
    await quiesce(at.registry)
  })

  it('ends its wait in the line of a bulkhead', async () => {
    const at = sites()
    const f = at.R(() => at.after(100, 'ok'), { hedge: { delay: '40ms', maxAttempts: 3, budgetPercent: 0 }, bulkhead: { maxConcurrent: 1, maxWait: '5s' } })
    const call = f()
    await at.clock.advance(90)
    expect(at.row('bulkhead')).toMatchObject({ inUse: 1, waiting: 2 })
    await at.clock.advance(10)
    expect(await at.st(call)).toEqual(['ok', 'ok'])
    // the first in line had the slot in the turn in which it was free, before anybody knew the answer
    expect(at.row('bulkhead')).toMatchObject({ inUse: 1, waiting: 0 })
    await at.clock.advance(100)
    expect(at.row('bulkhead')).toMatchObject({ inUse: 0, waiting: 0 })
    await quiesce(at.registry)
  })
})

describe('how many', () => {
  it('HG-01 a spent budget does not fail the call', async () => {
    const at = sites()
    const signals: AbortSignal[] = []
    const f = at.R(() => { signals.push(attemptSignal()); return at.after(200, 'ok') }, { hedge: { delay: '50ms', budgetPercent: 10, budgetMinHedgesPerSecond: 0 } })
    expect(await outcome(at, f())).toEqual(['ok', 'ok'])
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    expect(at.ev('hedge.skipped')).toMatchObject([{ reason: 'BUDGET', at: 50 }])
  })

  it('HG-08 failures do not double the load', async () => {
    const at = sites()
    let n = 0
    const f = at.R(() => { n++; return Promise.reject(err) }, { hedge: { delay: '1s' } })
    const calls = Array.from({ length: 100 }, () => f())
    expect((await Promise.allSettled(calls)).every(({ reason }: any) => reason === err)).toBe(true)
    expect([n, at.clock.now()]).toEqual([120, 0])
    expect(at.row('hedge')).toMatchObject({ budget: { calls: 100, retries: 20, allowedRetries: 20 }, delayMs: 1000 })
  })

  it.each(['ok', 'err'])('HG-09 a refused hedge is no outcome of the call: %s', async (end) => {
    const at = sites()
    const f = at.R(() => (end === 'ok' ? at.after(200, 'ok') : at.failAfter(200, err)), { hedge: { delay: '50ms', maxAttempts: 3 }, rateLimiter: { permits: 1, period: '1h' } })
    expect(await outcome(at, f())).toEqual(end === 'ok' ? ['ok', 'ok'] : ['err', err])
    expect(at.ev('hedge.skipped').map(({ reason, at }) => [reason, at])).toEqual([['LOCAL_REJECTION', 50]])
    expect([at.ev('hedge.hedged'), at.row('hedge').budget.retries]).toEqual([[], 0])
  })

  it('a breaker that has opened stops it', async () => {
    const at = sites()
    const f = at.R(() => at.failAfter(10, err), { hedge: { delay: '50ms', maxAttempts: 5 }, circuitBreaker: { windowSize: 1, minimumCalls: 1 }, fallback: (_e: unknown, { attempts }: any) => attempts })
    expect(await outcome(at, f())).toEqual(['ok', 1])
    expect(at.ev('hedge.skipped').map(({ reason }) => reason)).toEqual(['BREAKER'])
  })

  it('a refusal of the first attempt is the answer', async () => {
    const at = sites()
    const f = at.R(async () => 'ok', { hedge: { delay: '50ms' }, rateLimiter: { permits: 1, period: '1h' } })
    await f()
    expect(await outcome(at, f())).toEqual(['err', expect.objectContaining({ code: 'R4C_RATE_LIMIT_EXCEEDED' })])
    expect(at.ev('hedge.skipped')).toEqual([])
  })

  it('a rejection of another site is an ordinary failure', async () => {
    const at = sites()
    let n = 0
    const inner = at.R(async () => 'ok', { rateLimiter: { permits: 1, period: '1h' } })
    await inner()
    expect((await outcome(at, at.R(() => { n++; return inner() }, { hedge: {} })()))[0]).toBe('err')
    expect(n).toBe(2)
  })
})

describe('as text', () => {
  function site(options: object = {}) {
    const at = sites()
    const instance = hedge('site', { delay: 50 as never, ...options }, into(at.registry))
    /** As text does: options first, and each attempt ends through itself. */
    const call = (body: () => Promise<unknown>, each: (attempt: Attempt) => void = () => {}) => {
      instance.ready()
      return fly(instance, (attempt) => { each(attempt); void body().then((value) => attempt.resolve(value), (failure: unknown) => attempt.reject(failure)) }).answer
    }
    return { ...at, instance, call }
  }

  it('an attempt says itself when it is let through', async () => {
    const at = site()
    let n = 0
    const call = at.call(() => (n++ ? at.after(10, 'fast') : at.after(500, 'slow')), (attempt) => attempt.admit())
    expect(await outcome(at as never, call)).toEqual(['ok', 'fast'])
    expect([at.ev('hedge.hedged').length, at.ev('hedge.won').length]).toEqual([1, 1])
  })

  it('a lost attempt knows it', async () => {
    const at = site({ delay: 0 })
    const scopes: { lost: boolean }[] = []
    await at.call(async () => (scopes.length > 1 ? hang() : 1), (attempt) => scopes.push(attempt))
    expect(scopes.map(({ lost }) => lost)).toEqual([false, true])
  })

  it('switched off it is one attempt, of which nothing is said', async () => {
    const at = site({ enabled: false })
    let n = 0
    expect(await outcome(at as never, at.call(async () => { n++; throw err }))).toEqual(['err', err])
    expect([n, at.ev('hedge.failed'), at.ev('hedge.skipped')]).toEqual([1, [], []])
  })
})
