import { checkOptions } from '@resilience4cata/core/check'
import { brand, ResilienceError } from '@resilience4cata/core/rejection'
import { Instance } from '@resilience4cata/core/run/instance'
import { rejection } from '@resilience4cata/core/run/stackless'
import { Invocation } from '@resilience4cata/runtime/scope/invocation'
import { describe, expect, it } from 'vitest'
import { BRK, Case, failure, opened, refused } from './case.fixture.ts'
import { check, DEFAULTS, TABLE } from './options.ts'
import { wrap } from './wrap.ts'

describe('what is not recorded', () => {
  it('CB-16 calls that their caller aborted', async () => {
    const layer = new Case()
    const controllers = Array.from({ length: 10 }, () => new AbortController())
    const calls = controllers.map(({ signal }) => layer.call(() => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))), signal))
    for (const controller of controllers) controller.abort()
    await Promise.allSettled(calls)
    expect(layer.snapshot).toMatchObject({ state: 'CLOSED', calls: 0, failures: 0 })
  })

  it('CB-16 a probe of an aborted call gives its permit back; a value that comes after the abort counts', async () => {
    const layer = await opened()
    const controller = new AbortController()
    const call = layer.call(() => layer.failAfter(100, failure), controller.signal)
    expect(layer.snapshot).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 0 })
    controller.abort()
    await layer.advance(100)
    expect(await layer.stateOf(call)).toEqual(['err', failure])
    expect(layer.snapshot).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 1, halfOpenRecorded: 0 })
    const late = new AbortController()
    const value = layer.call(() => layer.after(100, 'v'), late.signal)
    late.abort()
    await layer.advance(100)
    expect(await layer.stateOf(value)).toEqual(['ok', 'v'])
    expect(layer.handle.state).toBe('CLOSED')
  })

  it('CB-21 breakers of the same options share nothing, with each other or with whoever wrote them', async () => {
    const written = { ...BRK }
    const a = new Case(written)
    const b = new Case(written)
    written.windowSize = 1
    await a.F()
    expect([a.handle.state, a.snapshot['calls'], b.snapshot['calls']]).toEqual(['CLOSED', 1, 0])
    a.snapshot['failures'] = 99
    expect(a.snapshot['failures']).toBe(1)
  })

  it('what ignoreOn lists, whatever recordOn says; the rest of what recordOn lacks counts as success', async () => {
    class Lookup extends Error { code = 'ENOTFOUND' }
    const layer = new Case({ windowSize: 4, minimumCalls: 4, recordOn: [Lookup, 'TypeError'], ignoreOn: ['ENOTFOUND', 'RangeError'] })
    for (const error of [new Lookup(), new RangeError(), new TypeError(), new Error(), undefined, 'text']) await layer.F(error)
    expect(layer.snapshot).toMatchObject({ calls: 4, failures: 1 })
  })

  it('a matcher that throws is reported and does not match', async () => {
    const reported: unknown[] = []
    const layer = new Case({ ...BRK, recordOn: () => { throw failure } })
    layer.instance.realm.onError = (error) => { reported.push(error) }
    expect(await layer.F('x')).toEqual(['err', 'x'])
    expect([reported, layer.snapshot['calls'], layer.snapshot['failures']]).toEqual([[failure], 1, 0])
  })
})

describe('own rejections', () => {
  const Full = brand(class extends ResilienceError {}, 'BulkheadFullError', 'R4C_BULKHEAD_FULL', 'bulkhead')
  class Pool extends Instance {
    readonly policy = 'bulkhead'
    readonly defaults = {}
  }
  const own = new Pool('s', { name: 'pool' })
  const through = (layer: Case, error: unknown) =>
    wrap.async(layer.instance, () => Promise.reject(error), { site: 's', arity: 0, innerOffers: false, mode: 'async', inner: [own] })(new Invocation(() => {}, undefined, [], undefined))

  it.each([
    ['CB-20 count by default', {}, 'OPEN', 2],
    ["CB-20 don't with ownRejections: 'ignore'", { ownRejections: 'ignore' }, 'CLOSED', 0],
    ["CB-20 don't when ignoreOn lists them", { ignoreOn: [Full] }, 'CLOSED', 0],
  ])('%s', async (_title, written, state, calls) => {
    const layer = new Case({ ...BRK, ...written })
    for (let i = 0; i < 2; i++) await expect(through(layer, rejection(Full, own, 'full', ''))).rejects.toBeInstanceOf(Full)
    expect(layer.snapshot).toMatchObject({ state, calls })
  })

  it("those of somebody else's bulkhead, and timeouts, count all the same", async () => {
    const TimedOut = brand(class extends ResilienceError {}, 'CallTimeoutError', 'R4C_CALL_TIMEOUT', 'timeout')
    const layer = new Case({ ownRejections: 'ignore' })
    await through(layer, rejection(Full, new Pool('elsewhere'), 'full', '')).catch(() => {})
    await through(layer, rejection(TimedOut, own, 'late', '')).catch(() => {})
    expect(layer.snapshot).toMatchObject({ calls: 2, failures: 2 })
  })
})

describe('a classifier', () => {
  const judged = (verdict: unknown) => new Case({ ...BRK, windowSize: 9, minimumCalls: 9, classifier: { result: () => verdict, error: () => verdict } })

  it.each([
    ['success', 1, 0], ['failure', 1, 1], ['overload', 1, 1], ['ignore', 0, 0], [{ verdict: 'failure', retryAfterMs: 5 }, 1, 1],
  ])('%j of a value and of an error', async (verdict, calls, failures) => {
    for (const outcome of ['S', 'F'] as const) {
      const layer = judged(verdict)
      await layer[outcome]()
      expect(layer.snapshot).toMatchObject({ calls, failures })
    }
  })

  it("that throws counts as 'ignore', and the value is delivered", async () => {
    const layer = new Case({ ...BRK, classifier: () => { throw failure } })
    layer.instance.realm.onError = () => {}
    expect(await layer.S()).toEqual(['ok', 'ok'])
    expect(layer.snapshot).toMatchObject({ calls: 0 })
  })

  it('that answers with a promise is a mistake, and the permit goes back', async () => {
    const layer = await opened({ ...BRK, classifier: () => Promise.resolve('success') })
    expect(await layer.S()).toEqual(['err', expect.objectContaining({ code: 'R4C-CLS-013' })])
    expect(layer.snapshot).toMatchObject({ state: 'HALF_OPEN', halfOpenPermits: 1, halfOpenRecorded: 0 })
  })

  it("the site's is heard where the breaker has none of its own", async () => {
    const layer = new Case()
    await layer.call(() => 'ok', undefined, (call) => { call.verdict = 'failure' })
    expect(layer.snapshot).toMatchObject({ calls: 1, failures: 1 })
  })
})

describe('a sync function', () => {
  it('is admitted, recorded and rejected alike', () => {
    const layer = new Case()
    expect(layer.callSync(() => 'ok')).toBe('ok')
    expect(() => layer.callSync(() => { throw failure })).toThrow(failure)
    expect(() => layer.callSync(() => 'ok')).toThrow(expect.objectContaining({ name: 'CallNotPermittedError', state: 'OPEN', retryAfterMs: 1000, policy: 'circuitBreaker', instanceId: 'lone', retryable: false }))
  })
})

describe('options', () => {
  it.each([
    [{ windowSize: 0 }, 'R4C-ATR-010'], [{ windowSize: 65_537 }, 'R4C-ATR-010'], [{ windowSize: 1.5 }, 'R4C-ATR-010'],
    [{ windowDuration: '99ms' }, 'R4C-ATR-010'], [{ windowDuration: '25h' }, 'R4C-ATR-010'], [{ windowDuration: 'soon' }, 'R4C-ATR-001'],
    [{ minimumCalls: 0 }, 'R4C-ATR-010'], [{ failureRate: 0 }, 'R4C-ATR-010'], [{ failureRate: 100.1 }, 'R4C-ATR-010'], [{ failureRate: NaN }, 'R4C-ATR-010'],
    [{ slowCallRate: 0 }, 'R4C-ATR-010'], [{ waitInOpen: '0' }, 'R4C-ATR-010'], [{ waitInOpenMultiplier: 0.9 }, 'R4C-ATR-010'], [{ waitInOpenMultiplier: Infinity }, 'R4C-ATR-010'],
    [{ waitInOpenJitter: 'some' }, 'R4C-ATR-011'], [{ halfOpenCalls: 0 }, 'R4C-ATR-010'], [{ ownRejections: 'drop' }, 'R4C-ATR-011'], [{ recordOn: 7 }, 'R4C-ATR-012'],
    [{ enabled: 'maybe' }, 'R4C-ATR-006'], [{ windowsize: 5 }, 'R4C-CFG-001'],
  ])('%j is %s', (written, code) => expect(checkOptions(TABLE, written).faults.map((found) => found.code)).toEqual([code]))

  it.each([
    [{ windowSize: 10, windowDuration: 1000 }, 'windowSize and windowDuration exclude each other, got 10 and 1s'],
    [{ windowSize: 10, minimumCalls: 11 }, 'minimumCalls must not be above windowSize, got 11 and 10'],
    [{ minimumCalls: 101 }, 'minimumCalls must not be above windowSize, got 101 and 100'],
    [{ waitInOpen: 2000, maxWaitInOpen: 1000 }, 'maxWaitInOpen must not be below waitInOpen, got 1s and 2s'],
  ])('%j contradict each other: R4C-REG-003', (written, says) => expect(check({ ...DEFAULTS, ...written })).toMatchObject([{ code: 'R4C-REG-003', says }]))

  it.each([[{}], [{ windowDuration: 1000, minimumCalls: 1000 }], [{ waitInOpen: 3_600_000 }], [{ windowSize: 5 }]])('%j do not', (written) => expect(check({ ...DEFAULTS, ...written })).toEqual([]))

  it('minimumCalls is the window where that is smaller than 100', () => {
    expect([{}, { windowSize: 5 }, { windowSize: 500 }, { windowDuration: 1000 }].map((written) => new Case(written).instance.minimumCalls)).toEqual([100, 5, 100, 100])
  })
})

describe('the error', () => {
  it('says which breaker refuses and how', async () => {
    const layer = new Case({ ...BRK, name: 'prices' })
    layer.handle.open('5s')
    expect(await layer.S()).toEqual(refused('OPEN', 5000))
    const error = await layer.call(() => 1).catch((e: unknown) => e)
    expect(error).toMatchObject({ message: 'circuit breaker prices is OPEN', code: 'R4C_CALL_NOT_PERMITTED', instanceId: 'prices' })
  })
})
