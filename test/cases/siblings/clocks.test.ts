// The clock isn't what the code assumes: early and late timers, clocks that stand still, jump and go back, deadlines to the millisecond, fake timers.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRegistry, resilient } from '@resilience4cata/policies/index'
import { BRK, cases, type Layers } from '../kit.ts'
import { failures, fails, spy, times } from '../outcomes.ts'

const err = new Error('err')

/** Timers that fire when the test says so, on a clock that it turns. */
function machine() {
  let now = 1000
  const armed: { at: number; ms: number; fire: () => void }[] = []
  const drain = async () => { for (let i = 0; i < 200; i++) await undefined }
  const timers = {
    set(fire: () => void, ms: number) {
      const entry = { at: now + ms, ms, fire }
      armed.push(entry)
      return entry
    },
    clear(handle: unknown) { if (armed.includes(handle as never)) armed.splice(armed.indexOf(handle as never), 1) },
    defer(fire: () => void) { timers.set(fire, 0) },
  }
  return {
    registry: { clock: { now: () => now }, timers }, armed, drain,
    turn: (ms: number) => { now += ms },
    async fire(count = 100) {
      await drain()
      for (let i = 0; i < count && armed.length > 0; i++) {
        const next = armed.reduce((a, b) => (b.at < a.at ? b : a))
        timers.clear(next)
        next.fire()
        await drain()
      }
    },
  }
}

cases('clocks: to the millisecond', (kit) => {
  it.each<[string, Layers]>([
    ['TO-04 · inside of a retry', { retry: { maxAttempts: 1 }, timeout: '1s' }],
    ['TO-04 · inside of a hedge', { hedge: { delay: '1h', hedgeOn: [] }, timeout: '1s' }],
    ['TO-04 · around a retry', { order: ['timeout', 'retry'], retry: { maxAttempts: 1 }, timeout: '1s' }],
    ['TO-04 · around a line that it has waited in', { timeout: '1s', bulkhead: { maxConcurrent: 3, maxWait: '1m' } }],
  ])('%s: a failure just before the deadline is the call’s, one at it or behind it isn’t', async (_, layers) => {
    const { R, st, adv, failAfter, ev } = kit()
    const ps = [999, 1000, 1001].map((ms) => R(() => failAfter(ms, err), layers)())
    for (const p of ps) p.catch(() => {})
    await adv(5000)
    expect(await st(ps[0]!)).toEqual(['err', err])
    for (const p of ps.slice(1)) expect(await st(p)).toMatchObject(['err', { name: 'CallTimeoutError', timeoutMs: 1000 }])
    expect(ev('timeout.timedOut')).toHaveLength(2)
  })

  it.each([['TO-04 · a sync body that throws before it', 999, false], ['TO-04 · at it', 1000, true], ['TO-04 · and one that returns behind it', 1001, true]])('%s', (title, ms, isLate) => {
    let now = 0
    const { R, ev } = kit({ registry: { clock: { now: () => now } } })
    const f = R(() => {
      // time passes meanwhile, and no timer can fire
      now += ms
      if (!title.includes('returns')) throw err
      return 'v'
    }, { mode: 'sync', timeout: '1s', signal: undefined })
    let thrown: unknown
    try { f() } catch (error) { thrown = error }
    if (isLate) expect(thrown).toMatchObject({ name: 'CallTimeoutError' })
    else expect(thrown).toBe(err)
    expect(ev('timeout.timedOut')).toHaveLength(isLate ? 1 : 0)
  })
})

cases('clocks: timers that lie', (kit) => {
  it.each<[string, Layers, string]>([
    ['TO-12 · a wait for a slot', { bulkhead: { maxConcurrent: 1, maxWait: '100ms' } }, 'BulkheadFullError'],
    ['TO-12 · a wait for a limit', { adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '100ms' } }, 'LimitExceededError'],
    ['TO-12 · a deadline around a wait', { timeout: '100ms', bulkhead: { maxConcurrent: 1, maxWait: '1h' } }, 'CallTimeoutError'],
  ])('%s is over once, though timers are early and the clock stands still', async (_, layers, name) => {
    for (const passes of [0, 0.9]) {
      const { registry, armed, fire, turn, drain } = machine()
      const { R, hang } = kit({ registry })
      const f = R(hang, layers)
      f().catch(() => {})
      const ends: string[] = []
      f().catch((error: Error) => ends.push(error.name))
      await drain()
      for (let i = 0; i < 20 && ends.length === 0; i++) {
        turn(passes)
        await fire(1)
      }
      expect(ends).toEqual([name])
      for (const { ms } of armed) expect(ms).toBeGreaterThanOrEqual(1)
    }
  })

  it.each<[string, Layers]>([
    ['EN-03 · a wait for a permit', { rateLimiter: { permits: 1, period: '10s', maxWait: '1m' } }],
    ['EN-03 · a retry’s, with a limiter inside', { retry: { delay: '10s' }, rateLimiter: { permits: 9, period: '1s' } }],
  ])('%s goes on once when the machine has slept, and no permits have been saved up', async (_, layers) => {
    const { registry, turn, fire, drain } = machine()
    const { R } = kit({ registry })
    const m = layers.retry ? fails(1) : spy(async () => 'ok')
    const f = R(m, layers)
    const two = layers.retry ? [f()] : [f(), f()]
    await drain()
    turn(8 * 3_600_000)
    await fire()
    expect(await Promise.all(two)).toEqual(two.map(() => 'ok'))
    expect(m.calls).toBe(2)
    const more = failures(times(20, () => f()))
    await drain()
    await fire(3)
    turn(100)
    await fire(60)
    turn(100_000)
    await fire(60)
    await more
    expect(m.calls).toBeLessThanOrEqual(22)
  })

  it.each<[string, Layers, (row: any) => unknown]>([
    ['EN-03 · a window of time', { circuitBreaker: { windowDuration: '10s', minimumCalls: 9 } }, ({ circuitBreaker: { calls } }) => calls],
    ['EN-03 · an open breaker', { circuitBreaker: { ...BRK, waitInOpen: '60s' } }, ({ circuitBreaker: { remainingWaitMs } }) => remainingWaitMs],
    ['EN-03 · a limiter', { rateLimiter: { permits: 2, period: '10s' } }, ({ rateLimiter: { nextPermitMs } }) => nextPermitMs],
    ['EN-03 · a rolling limiter', { rateLimiter: { permits: 2, period: '10s', window: 'rolling' } }, ({ rateLimiter: { nextPermitMs } }) => nextPermitMs],
  ])('%s: a clock that goes back an hour keeps nobody out for longer than before', async (_, layers, look) => {
    const { registry, turn, drain } = machine()
    const { R, snap } = kit({ registry })
    const m = fails(Infinity)
    const f = R(m, layers)
    await failures(times(3, () => f()))
    const before = Number(look(snap(f)))
    turn(-3_600_000)
    await failures([f()])
    const row = Number(look(snap(f)))
    expect(Number.isFinite(row)).toBe(true)
    expect(row).toBeGreaterThanOrEqual(0)
    if (!('windowDuration' in (layers.circuitBreaker as object ?? {}))) expect(row).toBeLessThanOrEqual(before + 1)
    const { calls } = m
    turn(60_000)
    await drain()
    await failures([f()])
    expect(m.calls).toBe(calls + 1)
  })

  it('CB-11 · whatever opens it, half-open comes with the first call behind the wait, and no timer is armed', async () => {
    const { registry, turn, armed } = machine()
    const { R, reg, id } = kit({ registry })
    const m = fails(2)
    const f = R(m, { circuitBreaker: { ...BRK, waitInOpen: '60s', waitInOpenMultiplier: 3, waitInOpenJitter: 'full', maxHalfOpenWait: '1s' }, retry: { maxAttempts: 1 } })
    await failures([f(), f()])
    expect([reg.circuitBreaker(id(f)).state, armed]).toEqual(['OPEN', []])
    turn(60_000)
    expect(reg.circuitBreaker(id(f)).state).toBe('OPEN')
    expect(await f()).toBe('ok')
    expect([reg.circuitBreaker(id(f)).state, armed]).toEqual(['CLOSED', []])
  })

  it('CB-11 · breakers by key need none either', async () => {
    const { registry, turn, armed } = machine()
    const { R } = kit({ registry })
    let isDown = true
    const f = R(async () => { if (isDown) throw err; return 'ok' }, { circuitBreaker: { ...BRK, key: (key: string) => key }, signal: undefined })
    for (const key of ['a', 'b', 'c']) await failures([f(key), f(key)])
    turn(1000)
    isDown = false
    expect([await Promise.all(['a', 'b', 'c'].map((key) => f(key))), armed]).toEqual([['ok', 'ok', 'ok'], []])
  })

  it.each<[string, Layers, number]>([
    ['TO-08 · a hedge whose first attempt answers', { hedge: { delay: '10m' } }, 0],
    ['TO-08 · a wait for a slot that is over early', { bulkhead: { maxConcurrent: 1, maxWait: '10m' } }, 0],
    ['TO-08 · a wait for a permit that is aborted', { rateLimiter: { permits: 1, period: '1h', maxWait: '10h' } }, 0],
    ['TO-08 · a retry that is aborted', { retry: { delay: '1h', maxDelay: '1h' } }, 0],
  ])('%s leaves no timer of its length', async (title, layers) => {
    const { registry, armed, drain } = machine()
    const { R, ac } = kit({ registry })
    const c = ac()
    const m = layers.retry ? fails(9) : spy(async () => { await undefined; return 'ok' })
    const f = R(m, layers)
    const ends = failures([f({ signal: c.signal }), f({ signal: c.signal })])
    await drain()
    if (title.includes('aborted')) c.abort('why')
    await ends
    // a slice of a pooled deadline may be left
    expect(armed.filter(({ ms }) => ms > 50)).toEqual([])
  })
})

describe('clocks: fake timers', () => {
  afterEach(() => { vi.useRealTimers() })

  it.each([
    ['EN-10 · waits for a permit', { rateLimiter: { permits: 1, period: '1s', maxWait: '1m' } }, 3000, ['ok', 'ok', 'ok', 'ok']],
    ['EN-10 · waits for a slot that end', { bulkhead: { maxConcurrent: 1, maxWait: '1s' } }, 1000, ['BulkheadFullError', 'BulkheadFullError', 'BulkheadFullError']],
    ['EN-10 · deadlines of retries', { retry: { maxAttempts: 3, delay: '500ms', backoff: 'fixed' }, timeout: '1s' }, 4000, Array(4).fill('CallTimeoutError')],
  ] as const)('one advance is enough for %s', async (_, layers, ms, right) => {
    vi.useFakeTimers()
    const registry = createRegistry()
    registry.configure({ defaults: { retry: { jitter: 'none' } } })
    const f = resilient({ registry, mode: 'async', ...layers } as never, 'rateLimiter' in layers ? async () => 'ok' : () => new Promise(() => {})) as unknown as () => Promise<string>
    const seen: unknown[] = []
    for (let i = 0; i < 4; i++) f().then((value) => seen.push(value), (error: Error) => seen.push(error.name))
    await vi.advanceTimersByTimeAsync(ms)
    expect(seen).toEqual(right)
  })

  it('EN-10 · a hedge that begins under real timers and ends under fake ones', async () => {
    const registry = createRegistry()
    let n = 0
    const f = resilient({ registry, mode: 'async', hedge: { delay: '20ms', budgetPercent: 0 } }, (): Promise<unknown> => (n++ ? Promise.resolve('second') : new Promise(() => {})))
    const real = f()
    expect(await real).toBe('second')
    vi.useFakeTimers()
    n = 0
    const faked = f()
    await vi.advanceTimersByTimeAsync(20)
    expect(await faked).toBe('second')
  })
})
