import { describe, expect, it, vi } from 'vitest'
import { attemptSignal, CallTimeoutError, type Registry } from '@resilience4cata/policies/index'
import { hang, LoneLayer } from '@resilience4cata/testing/lone-layer'
import { quiesce } from '@resilience4cata/testing/quiesce'
import { room } from './index.ts'
import { sites } from '../parts/sites.fixture.ts'

const layer = (options: object = {}) => new LoneLayer(room, { duration: 1000, ...options })
const err = new Error('down')
const timedOut = ['err', expect.objectContaining({ name: 'CallTimeoutError', code: 'R4C_CALL_TIMEOUT', policy: 'timeout', timeoutMs: 1000 })]

const rowOf = (registry: Registry, policy: string) => (registry.snapshot() as any)[policy][0]

describe('the answer', () => {
  it('is what the function gives before the deadline', async () => {
    const at = layer()
    const [value, failure] = [at.call(() => at.after(999, 'ok')), at.call(() => at.failAfter(999, err))]
    await at.advance(999)
    expect([await at.stateOf(value), await at.stateOf(failure)]).toEqual([['ok', 'ok'], ['err', err]])
    expect(at.snapshot).toEqual({ pending: 0, timedOut: 0, lateSettled: 0 })
    expect(at.events).toEqual([])
  })

  it('TO-04 a failure that comes in time is itself; at the deadline it is late', async () => {
    const { R, failAfter, clock, st, ev } = sites()
    const calls = [999, 1000, 1001].map((ms) => R(() => failAfter(ms, err), { timeout: '1s' })())
    calls.forEach((call) => call.catch(() => {}))
    await clock.advance(1001)
    expect(await Promise.all(calls.map(st))).toEqual([['err', err], timedOut, timedOut])
    expect(ev('timeout.lateSettled')).toMatchObject([{ outcome: 'FAILURE', elapsedMs: 1000 }, { outcome: 'FAILURE', elapsedMs: 1001 }])
  })

  it('does not wait for a function that never ends', async () => {
    const at = layer()
    const call = at.call(hang)
    await at.advance(999)
    expect([await at.stateOf(call), at.snapshot]).toEqual(['pending', { pending: 1, timedOut: 0, lateSettled: 0 }])
    await at.advance(1)
    expect([await at.stateOf(call), at.snapshot]).toEqual([timedOut, { pending: 0, timedOut: 1, lateSettled: 0 }])
    expect(at.events).toEqual([['timedOut', { elapsedMs: 1000, late: false }]])
  })

  it.each([['a value', undefined], ['nothing', 0], ['what was thrown', null]])('a thrown falsy value is %s of the function', async (_title, thrown) => {
    const at = layer()
    expect(await at.stateOf(at.call(() => Promise.reject(thrown)))).toEqual(['err', thrown])
  })

  it('reads the clock once', async () => {
    const at = layer()
    await at.call(() => 'ok')
    expect(at.reads).toBe(1)
  })
})

describe('what comes late', () => {
  it('is released, and changes nothing', async () => {
    const at = layer()
    const cancel = vi.fn()
    const call = at.call(() => at.after(1500, { body: { cancel, locked: false } }))
    await at.advance(1500)
    expect([await at.stateOf(call), cancel.mock.calls.length]).toEqual([timedOut, 1])
    expect(at.events.at(-1)).toEqual(['lateSettled', { outcome: 'SUCCESS', elapsedMs: 1500 }])
  })

  it('is released by `dispose`, whose error is reported', async () => {
    const dispose = vi.fn(() => { throw err })
    const at = layer({ dispose })
    const reported: unknown[] = []
    at.instance.realm.onError = (error, about) => void reported.push([error, about])
    at.call(() => at.after(1500, 'late'))
    await at.advance(1500)
    expect(dispose.mock.calls).toEqual([['late']])
    expect(reported).toEqual([[err, { instance: 'lone', source: 'dispose' }]])
  })

  it('never reaches a later call', async () => {
    const at = layer()
    const first = at.call(() => at.after(1500, 'late'))
    await at.advance(1400)
    const second = at.call(() => at.after(300, 'mine'))
    await at.advance(300)
    expect([await at.stateOf(first), await at.stateOf(second)]).toEqual([timedOut, ['ok', 'mine']])
  })
})

describe('what is inside', () => {
  it('TO-05 is told by its signal, with the very error that the caller gets', async () => {
    const { R, clock, st } = sites()
    let signal!: AbortSignal
    const call = R(() => { signal = attemptSignal(); return hang() }, { timeout: '1s' })()
    call.catch(() => {})
    await clock.advance(1000)
    const [, error] = await st(call)
    expect([signal.aborted, signal.reason === error]).toEqual([true, true])
  })

  it('goes on with cancel: false', async () => {
    const { R, clock } = sites()
    let signal!: AbortSignal
    const call = R(() => { signal = attemptSignal(); return hang() }, { timeout: { duration: '1s', cancel: false } })()
    call.catch(() => {})
    await clock.advance(1000)
    await expect(call).rejects.toBeInstanceOf(CallTimeoutError)
    expect(signal.aborted).toBe(false)
  })

  it('a deadline around a retry ends its wait', async () => {
    const { R, clock, ev, at, st, registry } = sites()
    let attempts = 0
    const call = R(async () => { attempts++; throw err }, { retry: { maxAttempts: 9, delay: '600ms', backoff: 'fixed', jitter: 'none' }, timeout: '1s', order: ['timeout', 'retry'] })()
    call.catch(() => {})
    await at(1000)
    expect([await st(call), attempts]).toEqual([timedOut, 2])
    await at(5000)
    expect([attempts, ev('retry.gaveUp').map(({ reason }) => reason)]).toEqual([2, ['INTERRUPTED']])
    await quiesce(registry)
    expect(clock.pending()).toBe(0)
  })

  it('does not count for a breaker inside', async () => {
    const { R, clock, registry } = sites()
    const f = R(() => new Promise((_, fail) => attemptSignal().addEventListener('abort', () => fail(err))), { circuitBreaker: { windowSize: 1, minimumCalls: 1 }, timeout: '1s', order: ['timeout', 'circuitBreaker'] })
    f().catch(() => {})
    await clock.advance(1000)
    expect(rowOf(registry, 'circuitBreaker')).toMatchObject({ state: 'CLOSED', calls: 0 })
  })

  it('counts for a breaker outside', async () => {
    const { R, clock, registry } = sites()
    R(hang, { circuitBreaker: { windowSize: 1, minimumCalls: 1 }, timeout: '1s' })().catch(() => {})
    await clock.advance(1000)
    expect(rowOf(registry, 'circuitBreaker')).toMatchObject({ state: 'OPEN', failures: 1 })
  })

  it('TO-14 a running and a queued call get a fallback that saw the timeout', async () => {
    const { R, clock, registry, st } = sites()
    const seen: unknown[] = []
    const body = () => new Promise((_, fail) => {
      const signal = attemptSignal()
      signal.addEventListener('abort', () => { clock.set(() => fail(new DOMException('aborted', 'AbortError')), 100) })
    })
    const f = R(body, { fallback: (e: unknown) => { seen.push(e); return 'fallback' }, timeout: '1s', bulkhead: { maxConcurrent: 1, maxWait: '5s' } })
    const calls = [f(), f()]
    await clock.advance(1000)
    expect(await Promise.all(calls.map(st))).toEqual([['ok', 'fallback'], ['ok', 'fallback']])
    expect(seen).toEqual([timedOut[1], timedOut[1]])
    expect(rowOf(registry, 'bulkhead')).toMatchObject({ inUse: 1, waiting: 0 })
    await clock.advance(100)
    expect(rowOf(registry, 'bulkhead')).toMatchObject({ inUse: 0, waiting: 0 })
    await quiesce(registry)
  })

  it('each attempt of a retry has a deadline of its own', async () => {
    const { R, clock, at, st } = sites()
    const signals: AbortSignal[] = []
    const call = R(() => { signals.push(attemptSignal()); return signals.length === 1 ? hang() : new Promise((over) => { clock.set(() => over('ok'), 2000) }) }, { retry: { delay: '200ms', jitter: 'none' }, timeout: '3s' })()
    await at(5200)
    expect(await st(call)).toEqual(['ok', 'ok'])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  })
})

describe('the caller', () => {
  it('TO-01 leaves no listener on a long-lived signal', async () => {
    const { R, registry } = sites()
    const { signal } = new AbortController()
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    const f = R(async () => 'ok', { retry: {}, timeout: '1s', bulkhead: {} })
    for (let i = 0; i < 100; i++) await f({ signal })
    expect(add.mock.calls.length).toBe(remove.mock.calls.length)
    await quiesce(registry)
  })

  it('TO-02 a signal that is aborted already ends the call before anything begins', async () => {
    const { R, st, registry } = sites()
    const why = new Error('why')
    let ran = 0
    const call = R(async () => { ran++; throw err }, { timeout: '1s', retry: {}, fallback: () => 'fb' })({ signal: AbortSignal.abort(why) })
    expect([await st(call), ran]).toEqual([['err', why], 0])
    await quiesce(registry)
  })

  it('who leaves is answered at once, with the reason, and the attempt hears it', async () => {
    const { R, clock, at, st, ev } = sites()
    const controller = new AbortController()
    const why = new Error('why')
    let signal!: AbortSignal
    const call = R(() => { signal = attemptSignal(); return new Promise((over) => { clock.set(() => over('late'), 500) }) }, { timeout: '1s' })({ signal: controller.signal })
    call.catch(() => {})
    await at(100)
    controller.abort(why)
    expect(await st(call)).toEqual(['err', why])
    expect(signal.reason).toBe(why)
    await at(2000)
    expect([ev('timeout.timedOut'), ev('timeout.lateSettled')]).toMatchObject([[], [{ outcome: 'SUCCESS', elapsedMs: 500 }]])
  })
})

describe('a function that does not wait', () => {
  const slow = (at: LoneLayer<any>, ms: number, end: () => unknown) => () => { void at.clock.advance(0); at.instance.realm.clock = { now: () => ms }; return end() }

  it('is checked when it ends', () => {
    const at = layer()
    expect(at.callSync(() => 'ok')).toBe('ok')
    expect(at.reads).toBe(2)
    expect(() => at.callSync(slow(at, 1000, () => 'late'))).toThrow(timedOut[1] as any)
    expect(at.events).toEqual([['timedOut', { elapsedMs: 1000, late: false }]])
  })

  it('whatever it does', () => {
    const at = layer()
    expect(() => at.callSync(slow(at, 999, () => { throw err }))).toThrow(err)
    const late = layer()
    expect(() => late.callSync(slow(late, 1000, () => { throw err }))).toThrow(timedOut[1] as any)
  })

  it('its value is released', () => {
    const dispose = vi.fn()
    const at = layer({ dispose })
    expect(() => at.callSync(slow(at, 1000, () => 'late'))).toThrow(CallTimeoutError)
    expect(dispose.mock.calls).toEqual([['late']])
  })
})

describe('options', () => {
  it('R4C-ATR-009: a duration comes from somewhere', async () => {
    const { R, registry } = sites()
    const f = R(async () => 'ok', { timeout: {} })
    await expect(f()).rejects.toMatchObject({ code: 'R4C-ATR-009' })
    registry.configure({ defaults: { timeout: { duration: '1s' } } })
    await expect(f()).resolves.toBe('ok')
  })

  it.each([['0', 'R4C-ATR-010'], ['25h', 'R4C-ATR-010'], ['2 secs', 'R4C-ATR-001'], [-1, 'R4C-ATR-001']])('%s is %s', async (duration, code) => {
    const { R } = sites()
    await expect(R(async () => 'ok', { timeout: duration as '1s' })()).rejects.toMatchObject({ code })
  })
})
