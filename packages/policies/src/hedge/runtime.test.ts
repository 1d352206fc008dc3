import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it, vi } from 'vitest'
import type { Policies } from '@resilience4cata/policies/policies'
import { attemptSignal, createRegistry, HedgeCancelledError, pipeline, resilient, ResultRejectedError } from '@resilience4cata/policies/index'
import { fly, hedge, into } from '@resilience4cata/policies/generated'
import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { quiesce } from '@resilience4cata/testing/quiesce'
import { room } from './index.ts'

const err = new Error('down')

function kit() {
  const clock = new ManualClock()
  const registry = createRegistry({ clock, timers: clock, random: () => 0.5 })
  const seen: any[] = []
  registry.on('*', (event) => seen.push(event))
  let n = 0
  const R = <Fn extends (...args: any[]) => unknown>(fn: Fn, policies: Policies) =>
    resilient({ registry, mode: 'async', name: `case-${++n}`, signal: (o?: { signal?: AbortSignal }) => o?.signal, ...policies } as object, fn) as (...args: any[]) => Promise<any>
  const after = <T>(ms: number, value?: T) => new Promise<T>((over) => { clock.set(() => over(value as T), ms) })
  const failAfter = (ms: number, error: unknown) => after(ms).then(() => { throw error })
  const ev = (type: string) => seen.filter((event) => event.type === type)
  const st = async (promise: Promise<unknown>) => {
    let state: any = 'pending'
    promise.then((value) => { state = ['ok', value] }, (error: unknown) => { state = ['err', error] })
    await clock.advance(0)
    return state
  }
  const row = (policy: string) => (registry.snapshot() as any)[policy][0]
  return { clock, registry, R, after, failAfter, ev, st, row }
}

/** Starts the call, lets it and what it leaves behind come to an end. */
async function outcome({ clock, st }: ReturnType<typeof kit>, call: Promise<unknown>) {
  call.catch(() => {})
  await clock.advance(100_000)
  return st(call)
}

describe('which answer', () => {
  it('HG-05 hedges at once after a failure, and publishes no attempt that is not made', async () => {
    const at = kit()
    const starts: number[] = []
    const f = at.R(() => { starts.push(at.clock.now()); return at.failAfter(50, err) }, { hedge: { maxAttempts: 3, delay: '100ms' } })
    expect(await outcome(at, f())).toEqual(['err', err])
    expect(starts).toEqual([0, 50, 100])
    expect(at.ev('hedge.hedged')).toMatchObject([{ attempt: 2, trigger: 'FAILURE' }, { attempt: 3, trigger: 'FAILURE' }])
    expect([at.ev('hedge.failed').map(({ attempts, at }) => [attempts, at]), at.ev('hedge.won')]).toEqual([[[3, 150]], []])
  })

  it('a failure starts the delay anew', async () => {
    const at = kit()
    const starts: number[] = []
    const f = at.R(() => { starts.push(at.clock.now()); return starts.length === 1 ? at.failAfter(50, err) : hang() }, { hedge: { maxAttempts: 4, delay: '100ms' } })
    f().catch(() => {})
    await at.clock.advance(1000)
    expect(starts).toEqual([0, 50, 150, 250])
  })

  it('what ends the call: a failure that is not hedged over', async () => {
    const at = kit()
    let n = 0
    const signals: AbortSignal[] = []
    const fatal = new RangeError('typo')
    const f = at.R(() => { signals.push(attemptSignal()); return n++ ? at.failAfter(10, fatal) : hang() }, { hedge: { delay: '50ms', maxAttempts: 3 } })
    expect(await outcome(at, f())).toEqual(['err', fatal])
    expect([n, signals[0]!.reason]).toEqual([2, expect.any(HedgeCancelledError)])
  })

  it.each([[{ hedgeOn: 'ECONNRESET' }, 1], [{ abortOn: 'Error' }, 1], [{ hedgeOn: 'throwable' }, 2]])('%o: so many attempts', async (lists, attempts) => {
    const at = kit()
    let n = 0
    await outcome(at, at.R(async () => { n++; throw err }, { hedge: lists })())
    expect(n).toBe(attempts)
  })

  it('HG-07 a rejected value does not win', async () => {
    const noNull = (value: unknown) => (value === null ? 'failure' : 'success')
    const at = kit()
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
    const at = kit()
    let n = 0
    const f = at.R(async () => ++n, { classifier: (value) => (value === 1 ? 'failure' : 'success'), hedge: {}, circuitBreaker: { windowSize: 9 } })
    expect(await outcome(at, f())).toEqual(['ok', 2])
    expect(at.row('circuitBreaker')).toMatchObject({ calls: 2, failures: 1 })
  })

  it('a rejection of the result says whose it is', async () => {
    const at = kit()
    const [, error] = await outcome(at, at.R(async () => null, { hedge: { classifier: () => 'failure', onExhaustedResult: 'throw' } })())
    expect(error).toMatchObject({ code: 'R4C_RESULT_REJECTED', policy: 'hedge', result: null })
  })

  it('no more is launched before the other side wants it', async () => {
    const at = kit()
    let n = 0
    const f = at.R(() => (n++ ? hang() : at.after(10, 503)), { hedge: { delay: '50ms', classifier: () => ({ verdict: 'overload', retryAfterMs: 1000 }) } })
    expect(await outcome(at, f())).toEqual(['ok', 503])
    expect([n, at.ev('hedge.skipped').map(({ reason }) => reason)]).toEqual([1, ['PUSHBACK']])
  })

  it('a timer that fires in the turn of the answer does nothing', async () => {
    const at = kit()
    let n = 0
    expect(await outcome(at, at.R(() => { n++; return at.after(50, 'ok') }, { hedge: { delay: '50ms' } })())).toEqual(['ok', 'ok'])
    expect([n, at.ev('hedge.hedged')]).toEqual([1, []])
  })
})

describe('what is lost', () => {
  it('HG-03 is cancelled and released; the winner is left alone', async () => {
    const at = kit()
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
    const at = kit()
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
    const at = kit()
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
    const at = kit()
    const signals: AbortSignal[] = []
    const f = at.R(() => { signals.push(attemptSignal()); return at.after(200, 'ok') }, { hedge: { delay: '50ms', budgetPercent: 10, budgetMinHedgesPerSecond: 0 } })
    expect(await outcome(at, f())).toEqual(['ok', 'ok'])
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    expect(at.ev('hedge.skipped')).toMatchObject([{ reason: 'BUDGET', at: 50 }])
  })

  it('HG-08 failures do not double the load', async () => {
    const at = kit()
    let n = 0
    const f = at.R(() => { n++; return Promise.reject(err) }, { hedge: { delay: '1s' } })
    const calls = Array.from({ length: 100 }, () => f())
    expect((await Promise.allSettled(calls)).every(({ reason }: any) => reason === err)).toBe(true)
    expect([n, at.clock.now()]).toEqual([120, 0])
    expect(at.row('hedge')).toMatchObject({ budget: { calls: 100, retries: 20, allowedRetries: 20 }, delayMs: 1000 })
  })

  it.each(['ok', 'err'])('HG-09 a refused hedge is no outcome of the call: %s', async (end) => {
    const at = kit()
    const f = at.R(() => (end === 'ok' ? at.after(200, 'ok') : at.failAfter(200, err)), { hedge: { delay: '50ms', maxAttempts: 3 }, rateLimiter: { permits: 1, period: '1h' } })
    expect(await outcome(at, f())).toEqual(end === 'ok' ? ['ok', 'ok'] : ['err', err])
    expect(at.ev('hedge.skipped').map(({ reason, at }) => [reason, at])).toEqual([['LOCAL_REJECTION', 50]])
    expect([at.ev('hedge.hedged'), at.row('hedge').budget.retries]).toEqual([[], 0])
  })

  it('a breaker that has opened stops it', async () => {
    const at = kit()
    const f = at.R(() => at.failAfter(10, err), { hedge: { delay: '50ms', maxAttempts: 5 }, circuitBreaker: { windowSize: 1, minimumCalls: 1 }, fallback: (_e: unknown, { attempts }: any) => attempts })
    expect(await outcome(at, f())).toEqual(['ok', 1])
    expect(at.ev('hedge.skipped').map(({ reason }) => reason)).toEqual(['BREAKER'])
  })

  it('a refusal of the first attempt is the answer', async () => {
    const at = kit()
    const f = at.R(async () => 'ok', { hedge: { delay: '50ms' }, rateLimiter: { permits: 1, period: '1h' } })
    await f()
    expect(await outcome(at, f())).toEqual(['err', expect.objectContaining({ code: 'R4C_RATE_LIMIT_EXCEEDED' })])
    expect(at.ev('hedge.skipped')).toEqual([])
  })

  it('a rejection of another site is an ordinary failure', async () => {
    const at = kit()
    let n = 0
    const inner = at.R(async () => 'ok', { rateLimiter: { permits: 1, period: '1h' } })
    await inner()
    expect((await outcome(at, at.R(() => { n++; return inner() }, { hedge: {} })()))[0]).toBe('err')
    expect(n).toBe(2)
  })
})

describe('the caller', () => {
  it('RT-25 who leaves is answered at once, with the reason, and so are the attempts', async () => {
    const at = kit()
    const why = new Error('why')
    const controller = new AbortController()
    const signals: AbortSignal[] = []
    const f = at.R(() => { signals.push(attemptSignal()); return hang() }, { hedge: { delay: '50ms' } })
    const call = f({ signal: controller.signal })
    call.catch(() => {})
    await at.clock.advance(60)
    controller.abort(why)
    expect(await at.st(call)).toEqual(['err', why])
    expect(signals.map(({ reason }) => reason)).toEqual([why, why])
    expect(at.ev('hedge.failed')).toEqual([])
    await quiesce(at.registry)
  })

  it('TO-07 leaves nothing on a long-lived signal', async () => {
    const at = kit()
    const { signal } = new AbortController()
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    const f = at.R(async () => { attemptSignal(); return 1 }, { hedge: {}, timeout: '1s' })
    for (let i = 0; i < 50; i++) await f({ signal })
    expect(add.mock.calls.length).toBe(remove.mock.calls.length)
    await quiesce(at.registry)
  })

  it('finds each attempt in its own async context', async () => {
    const at = kit()
    const store = new AsyncLocalStorage<string>()
    const seen: unknown[] = []
    at.registry.on('hedge.hedged', () => seen.push(['event', store.getStore()]))
    const f = at.R(() => { seen.push(['attempt', store.getStore()]); return at.after(80) }, { hedge: { delay: '50ms', budgetPercent: 0 } })
    const calls = [store.run('a', f), store.run('b', f)]
    await at.clock.advance(100)
    await Promise.all(calls)
    expect(seen.filter(([what]: any) => what === 'event')).toEqual([['event', 'a'], ['event', 'b']])
    expect(seen.filter(([what]: any) => what === 'attempt').map(([, who]: any) => who).sort()).toEqual(['a', 'a', 'b', 'b'])
  })
})

describe('one layer', () => {
  it('reads the clock once, and one timer serves all calls', async () => {
    const at = new LoneLayer(room, { delay: 1000 })
    const calls = Array.from({ length: 10 }, () => at.call(() => 'ok'))
    await Promise.all(calls)
    expect([at.reads, at.clock.pending()]).toEqual([10, 1])
    await at.advance(50)
    expect(at.clock.pending()).toBe(0)
  })

  it('calls under way keep their plan', async () => {
    const at = new LoneLayer(room, { delay: 1000 })
    const call = at.call(() => at.after(5000, 'ok'))
    at.configure({ delay: 10, maxAttempts: 5 })
    await at.advance(900)
    expect(at.events).toEqual([])
    await at.advance(5000)
    expect([await at.stateOf(call), at.events.length]).toEqual([['ok', 'ok'], 1])
  })

  it('R4C-HDG-002, R4C-RT-018, R4C-RT-019, R4C-ATR-008, R4C-CLS-012', async () => {
    const { R, registry } = kit()
    await expect(R(async () => 1, { hedge: {}, retry: {} })()).rejects.toMatchObject({ code: 'R4C-HDG-002' })
    await expect(R(async () => 1, { hedge: { maxAttempts: 1 } })()).rejects.toMatchObject({ code: 'R4C-ATR-008' })
    await expect(R(async () => 1, { hedge: { onExhaustedResult: 'throw' } })()).rejects.toMatchObject({ code: 'R4C-CLS-012' })
    expect(() => pipeline('p', { hedge: {} }, { registry }).executeSync(() => 1)).toThrow(expect.objectContaining({ code: 'R4C-RT-018' }))
    expect(() => resilient({ registry, mode: 'sync', hedge: {} }, () => 1)()).toThrow(expect.objectContaining({ code: 'R4C-HDG-001' }))
  })
})

describe('as text', () => {
  function site(options: object = {}) {
    const at = kit()
    const instance = hedge('site', { delay: 50 as never, ...options }, into(at.registry))
    return { ...at, instance }
  }

  it('an attempt says itself when it is let through', async () => {
    const at = site()
    let n = 0
    const call = fly(at.instance, (attempt) => { attempt.admit(); return n++ ? at.after(10, 'fast') : at.after(500, 'slow') }).answer
    expect(await outcome(at as never, call)).toEqual(['ok', 'fast'])
    expect([at.ev('hedge.hedged').length, at.ev('hedge.won').length]).toEqual([1, 1])
  })

  it('a lost attempt knows it', async () => {
    const at = site({ delay: 0 })
    const scopes: { lost: boolean }[] = []
    await fly(at.instance, async ({ scope }) => scopes.push(scope)).answer
    expect(scopes.map(({ lost }) => lost)).toEqual([false, true])
  })

  it('switched off it is one attempt, of which nothing is said', async () => {
    const at = site({ enabled: false })
    let n = 0
    expect(await outcome(at as never, fly(at.instance, async () => { n++; throw err }).answer)).toEqual(['err', err])
    expect([n, at.ev('hedge.failed'), at.ev('hedge.skipped')]).toEqual([1, [], []])
  })
})
