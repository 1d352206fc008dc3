import { describe, expect, it } from 'vitest'
import { createRegistry, resilient } from '@resilience4cata/policies/index'
import { SteppingClock } from './clock.ts'
import { cases } from './kit.ts'
import { codes, failures, spy, times } from './outcomes.ts'

/** A function that notes when it starts. */
function starting(clock: { now(): number }) {
  const starts: number[] = []
  return Object.assign(async () => { starts.push(clock.now()) }, { starts })
}

cases('rate limiter', (kit) => {
  it('RL-02 · what is left never becomes negative', async () => {
    const { R, snap, adv } = kit()
    const m = spy(async () => 'ok')
    const f = R(m, { rateLimiter: { permits: 5, period: '1s' } })
    for (let round = 1; round <= 2; round++) {
      const rejected = (await failures(times(100, () => f()))).filter((error) => error !== undefined)
      expect([m.calls, rejected.length, snap(f)['rateLimiter'].available]).toEqual([5 * round, 95, 0])
      expect(rejected.filter(({ retryAfterMs }) => !(retryAfterMs > 0 && retryAfterMs <= 1000))).toEqual([])
      await adv(1000)
    }
  })

  it('RL-03 · waits don’t grow from call to call', async () => {
    const { R, run, clock, ev } = kit()
    const m = starting(clock)
    const f = R(m, { rateLimiter: { window: 'rolling', permits: 1, period: '1s', maxWait: '2s' } })
    for (let i = 0; i < 10_000; i++) await run(f)
    expect(m.starts).toEqual(times(10_000, (i) => i * 1000))
    expect(ev('rateLimiter.waited').filter(({ ms }) => !(ms > 0 && ms <= 1000))).toEqual([])
  }, 120_000)

  it.each([['fixed', 100, 0], ['rolling', 51, 49]] as const)('RL-05 · around a boundary: %s', async (window, atOnce, later) => {
    const { R, at, adv, clock } = kit()
    const m = starting(clock)
    const f = R(m, { rateLimiter: { window, permits: 50, period: '1s', maxWait: '5s' } })
    const calls = [f()]
    await at(990)
    calls.push(...times(49, () => f()))
    await at(1000)
    calls.push(...times(50, () => f()))
    await adv(0)
    expect(m.starts).toHaveLength(atOnce)
    await adv(5000)
    await Promise.all(calls)
    expect(m.starts.filter((start) => start === 1990)).toHaveLength(later)
    // no window of a second, wherever it begins, has more than 50
    if (window === 'rolling') expect(m.starts.filter((start, i) => m.starts[i + 50]! - start < 1000)).toEqual([])
  })

  it('RL-06 · cycles begin with the first call, which finds all permits', async () => {
    const clock = new SteppingClock(987_654)
    let reads = 0
    const { R, st, at } = kit({ clock, registry: { clock: { now: () => (reads++, clock.now()) }, timers: clock } })
    const f = R(async () => 'ok', { rateLimiter: { permits: 2, period: '1s' } })
    expect(reads).toBe(0)
    expect([await st(f()), await st(f())]).toEqual([['ok', 'ok'], ['ok', 'ok']])
    expect(await st(f())).toMatchObject(['err', { retryAfterMs: 1000 }])
    await at(988_653)
    expect(await st(f())).toMatchObject(['err', { retryAfterMs: 1 }])
    await at(988_654)
    expect(await st(f())).toEqual(['ok', 'ok'])
  })

  it.each(['fixed', 'rolling'])('RL-08 · aborted waiters give their turns back: %s', async (window) => {
    const { R, st, at, ac, clock } = kit()
    const m = starting(clock)
    const f = R(m, { rateLimiter: { window, permits: 1, period: '1s', maxWait: '60s' } })
    void f()
    const c = ac()
    const ten = times(10, () => f({ signal: c.signal }))
    const last = f()
    await at(100)
    c.abort('why')
    for (const p of ten) expect(await st(p)).toEqual(['err', 'why'])
    await at(999)
    expect(await st(last)).toBe('pending')
    await at(1000)
    expect(await st(last)).toMatchObject(['ok', undefined])
    expect(m.starts).toEqual([0, 1000])
  })

  const waiting = async ({ R, at, clock }: ReturnType<typeof kit>) => {
    const m = starting(clock)
    const f = R(m, { rateLimiter: { permits: 1, period: '10s', maxWait: '60s' } })
    const calls = times(5, () => f())
    await at(1000)
    return { m, f, calls }
  }

  it('RL-10 · more permits move those who wait', async () => {
    const k = kit()
    const { m, f, calls } = await waiting(k)
    k.configure(f, { rateLimiter: { permits: 5 } })
    await k.at(10_000)
    expect(m.starts).toEqual([0, 10_000, 10_000, 10_000, 10_000])
    await Promise.all(calls)
  })

  it('RL-10 · a longer period rejects who can’t start in time, at once', async () => {
    const k = kit()
    const { m, f, calls } = await waiting(k)
    k.configure(f, { rateLimiter: { period: '1m' } })
    for (const [i, retryAfterMs] of [[2, 69_000], [3, undefined], [4, undefined]] as const) {
      expect(await k.st(calls[i]!)).toMatchObject(['err', { name: 'RateLimitExceededError', ...(retryAfterMs && { retryAfterMs }) }])
    }
    expect(await k.st(calls[1]!)).toBe('pending')
    await k.at(10_000)
    expect(m.starts).toEqual([0, 10_000])
  })

  it('RL-12 · rejected calls don’t count', async () => {
    const { R, at, st } = kit()
    const f = R(async () => 'ok', { rateLimiter: { window: 'rolling', permits: 1, period: '1s' } })
    const ends: unknown[] = []
    for (let time = 0; time <= 1000; time += 100) {
      await at(time)
      ends.push((await st(f()))[0])
    }
    expect(ends).toEqual(['ok', ...Array(9).fill('err'), 'ok'])
  })
})

describe('rate limiter: real time', () => {
  it('RL-01 · a period can’t be longer than a day, and a day holds without a timer', async () => {
    expect(codes(`class S { @RateLimiter({ permits: 5, period: '720h' }) async f() {} }`)).toEqual(['R4C-ATR-010'])
    expect(codes(`class S { @RateLimiter({ permits: 5, period: '24h' }) async f() {} }`)).toEqual([])
    const registry = createRegistry()
    const f = resilient({ registry, rateLimiter: { permits: 5, period: '24h' } }, async () => 'ok')
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
    const before = timers()
    await Promise.all(times(5, () => f()))
    expect((await failures([f()]))[0]).toMatchObject({ name: 'RateLimitExceededError' })
    expect(timers()).toBe(before)
    await new Promise((over) => setTimeout(over, 50))
    expect((await failures([f()]))[0]).toMatchObject({ name: 'RateLimitExceededError' })
  })
})
