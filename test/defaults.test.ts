// What holds where nobody says anything, as it shows in a running program of every engine.
import { describe, expect, it } from 'vitest'
import { createRegistry } from '@resilience4cata/policies/index'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { engines } from './engines/engines.ts'

describe.each(Object.entries(engines))('by default, %s', (_, engine) => {
  /** A site of these policies. `act` is its body: called with the number of the attempt, from 1. */
  async function site(policies: string, act: (attempt: number, signal: AbortSignal) => unknown) {
    const clock = new ManualClock()
    // no jitter: all of the wait
    const registry = createRegistry({ clock, timers: clock, random: () => 0 })
    const happened: [at: number, type: string, facts: any][] = []
    registry.on('*', ({ type, at, ...facts }) => happened.push([at, type, facts]))
    let attempts = 0
    const starts: number[] = []
    const body = (signal: AbortSignal) => {
      starts.push(clock.now())
      return act(++attempts, signal)
    }
    const { f } = await engine(`
      import { attemptSignal, resilient } from 'resilience4cata'
      import { body, registry } from 'scenario'
      export const f = resilient({ registry, name: 'f', ${policies} }, async () => body(attemptSignal()))`, { body, registry })
    const ends: string[] = []
    const call = (times: number) => {
      for (let i = 0; i < times; i++) f().then((value: unknown) => ends.push(`ok ${String(value)}`), (error: any) => ends.push(error.code ?? error.name))
      return clock.advance(0)
    }
    const said = (type: string) => happened.filter(([, each]) => each === type).map(([, , facts]) => facts)
    const after = (ms: number) => new Promise<void>((over) => { clock.set(over, ms) })
    return { clock, registry, call, starts, ends, said, happened, after }
  }
  const down = (name = 'Error') => { throw Object.assign(new Error('down'), { name }) }
  const count = (ends: readonly string[], what: string) => ends.filter((end) => end === what).length

  it('retry: three attempts, 200 ms doubled up to 10 s, all of it by chance', async () => {
    const { clock, call, starts, ends } = await site('retry: {}', () => down())
    await call(1)
    await clock.advance(60_000)
    expect([starts, ends]).toEqual([[0, 200, 600], ['Error']])
    const many = await site('retry: { maxAttempts: 9 }', () => down())
    await many.call(1)
    await many.clock.advance(60_000)
    expect(many.starts.map((start, i) => start - (many.starts[i - 1] ?? 0))).toEqual([0, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
  })

  it.each(['ReferenceError', 'RangeError', 'InternalError', 'AssertionError', 'AbortError'])('retry: %s isn’t retried', async (name) => {
    const { clock, call, starts } = await site('retry: {}', () => down(name))
    await call(1)
    await clock.advance(60_000)
    expect(starts).toEqual([0])
  })

  it('retry: a budget has a reserve of 10 a second in a window of 10 s; a hint of a minute is heard', async () => {
    const { call, registry } = await site('retry: { budgetPercent: 20 }', () => 'ok')
    await call(10)
    expect(registry.snapshot()).toMatchObject({ retry: [{ budget: { calls: 10, retries: 0, allowedRetries: 102 } }] })
    for (const [hint, attempts] of [[60_000, 2], [60_001, 1]] as const) {
      const asked = await site(`retry: { classifier: { error: () => ({ verdict: 'failure', retryAfterMs: ${hint} }) } }`, (attempt) => (attempt > 1 ? 'ok' : down()))
      await asked.call(1)
      await asked.clock.advance(90_000)
      expect(asked.starts).toHaveLength(attempts)
    }
  })

  it('hedge: a second attempt after 1 s, within a budget of a tenth and one a second', async () => {
    const { clock, call, starts, ends, registry, after } = await site('hedge: {}', () => after(3000))
    await call(10)
    await clock.advance(10_000)
    expect([count(starts.map(String), '0'), count(starts.map(String), '1000'), starts.length, ends.length]).toEqual([10, 10, 20, 10])
    expect(registry.snapshot()).toMatchObject({ hedge: [{ delayMs: 1000 }] })
    const busy = await site('hedge: {}', () => busy.after(3000))
    await busy.call(100)
    await busy.clock.advance(10_000)
    expect([busy.starts.length, busy.said('hedge.skipped').length]).toEqual([120, 80])
  })

  it('circuitBreaker: opens at half of 100 calls, for a minute, then lets ten through, for a minute', async () => {
    const { clock, call, said, ends } = await site('circuitBreaker: {}', (attempt) => (attempt > 100 ? new Promise(() => {}) : attempt % 2 ? 'ok' : down()))
    await call(99)
    expect(said('circuitBreaker.stateTransition')).toEqual([])
    await call(1)
    expect(said('circuitBreaker.stateTransition')).toMatchObject([{ to: 'OPEN', reason: 'FAILURE_RATE', opens: 1, waitMs: 60_000 }])
    await clock.advance(59_999)
    await call(1)
    await clock.advance(1)
    await call(11)
    expect(count(ends, 'R4C_CALL_NOT_PERMITTED')).toBe(2)
    await clock.advance(59_999)
    await call(1)
    expect(count(ends, 'R4C_CALL_NOT_PERMITTED')).toBe(3)
    await clock.advance(1)
    await call(11)
    expect(count(ends, 'R4C_CALL_NOT_PERMITTED')).toBe(4)
  })

  it('circuitBreaker: a smaller window decides when it is full, a window of time with 100 calls; all must be slow', async () => {
    for (const [options, calls] of [['windowSize: 4', 4], ["windowDuration: '1m'", 100], ["windowSize: 4, slowCallDuration: '10ms'", 4]] as const) {
      const { clock, call, said, after } = await site(`circuitBreaker: { ${options} }`, () => (options.includes('slow') ? after(11) : down()))
      for (const [more, opened] of [[calls - 1, 0], [1, 1]] as const) {
        await call(more)
        await clock.advance(20)
        expect(said('circuitBreaker.stateTransition')).toHaveLength(opened)
      }
    }
    const once = await site("circuitBreaker: { windowSize: 4, slowCallDuration: '10ms' }", (attempt) => once.after(attempt > 1 ? 11 : 10))
    await once.call(4)
    await once.clock.advance(20)
    expect(once.said('circuitBreaker.stateTransition')).toEqual([])
  })

  it('circuitBreaker: waits grow to 10 minutes', async () => {
    const { clock, call, said } = await site("circuitBreaker: { windowSize: 1, failureRate: 100, halfOpenCalls: 1, waitInOpenMultiplier: 4 }", () => down())
    for (let i = 0; i < 4; i++) {
      await call(1)
      await clock.advance(600_000)
    }
    expect(said('circuitBreaker.stateTransition').filter(({ to }) => to === 'OPEN').map(({ waitMs }) => waitMs)).toEqual([60_000, 240_000, 600_000, 600_000])
  })

  it('rateLimiter: 50 a second, nobody waits; where one may, 1000 may', async () => {
    const { clock, call, ends, starts } = await site('rateLimiter: {}', () => 'ok')
    await call(60)
    expect([starts.length, count(ends, 'R4C_RATE_LIMIT_EXCEEDED')]).toEqual([50, 10])
    await clock.advance(1000)
    await call(60)
    expect(starts).toHaveLength(100)
    const line = await site("rateLimiter: { maxWait: '1h' }", () => 'ok')
    await line.call(1051)
    expect([line.starts.length, line.ends.filter((end) => end === 'R4C_RATE_LIMIT_EXCEEDED').length]).toEqual([50, 1])
  })

  it('adaptiveLimit: 20 at first, 1 to 200, nine tenths after a drop; as many may wait as may run', async () => {
    const { clock, call, ends, said, registry, after } = await site("adaptiveLimit: {}, timeout: '1s'", (attempt) => (attempt <= 20 ? after(2000) : 'ok'))
    await call(21)
    expect(ends).toEqual(['R4C_LIMIT_EXCEEDED'])
    await clock.advance(5000)
    expect(said('adaptiveLimit.limitChanged')).toMatchObject([{ from: 20, to: 18, reason: 'OVERLOAD' }])
    expect(registry.snapshot()).toMatchObject({ adaptiveLimit: [{ config: { minLimit: 1, maxLimit: 200 } }] })
    const line = await site("adaptiveLimit: { maxWait: '1h' }", () => line.after(10))
    await line.call(41)
    expect([line.starts.length, line.ends]).toEqual([20, ['R4C_LIMIT_EXCEEDED']])
  })

  it('bulkhead: 25, nobody waits; where one may, ten for each slot may', async () => {
    const { call, ends, starts, after } = await site('bulkhead: {}', () => after(10))
    await call(26)
    expect([starts.length, ends]).toEqual([25, ['R4C_BULKHEAD_FULL']])
    const line = await site("bulkhead: { maxConcurrent: 3, maxWait: '1h' }", () => line.after(10))
    await line.call(34)
    expect([line.starts.length, line.ends, line.said('bulkhead.rejected')]).toMatchObject([3, ['R4C_BULKHEAD_FULL'], [{ reason: 'QUEUE_FULL' }]])
  })

  it('timeout: tells the attempt', async () => {
    const told: boolean[] = []
    for (const cancel of ['', ', cancel: false']) {
      let signal!: AbortSignal
      const { clock, call } = await site(`timeout: { duration: '1s'${cancel} }`, (_attempt, given) => (signal = given, new Promise(() => {})))
      await call(1)
      await clock.advance(1000)
      told.push(signal.aborted)
    }
    expect(told).toEqual([true, false])
  })

  it('fallback: answers whatever is thrown', async () => {
    const { call, ends } = await site("fallback: () => 'instead'", (attempt) => { throw [undefined, new ReferenceError('x'), 'text', Object.assign(new Error('x'), { name: 'AbortError' })][attempt - 1] })
    await call(4)
    expect(ends).toEqual(Array(4).fill('ok instead'))
  })
})
