// Falsy and foreign values, as results and as failures, through every layer.
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { CallNotPermittedError, ConfigurationError, ResilienceError } from '@resilience4cata/policies/index'
import { BRK, cases, type Layers } from './kit.ts'
import { fails, spy } from './outcomes.ts'

const STACKS: [string, Layers][] = [
  ['retry', { retry: { delay: '0' } }],
  ['hedge', { hedge: { delay: '1s' } }],
  ['breaker', { circuitBreaker: {} }],
  ['limiter', { rateLimiter: {} }],
  ['adaptive limit', { adaptiveLimit: {} }],
  ['timeout', { timeout: '1s' }],
  ['bulkhead', { bulkhead: {} }],
  ['all that wait', { retry: { delay: '1ms' }, circuitBreaker: {}, rateLimiter: { maxWait: '1s' }, adaptiveLimit: { maxWait: '1s' }, timeout: '1s', bulkhead: { maxWait: '1s' } }],
  ['turned round', { order: ['bulkhead', 'timeout', 'retry', 'circuitBreaker'], retry: { delay: '1ms' }, circuitBreaker: {}, timeout: '1m', bulkhead: {} }],
]
const FALSY = [undefined, null, false, 0, NaN, '', 0n]

cases('values', (kit) => {
  it.each(STACKS)('falsy results are results: %s', async (_, layers) => {
    const { R, run } = kit()
    for (const value of FALSY) {
      const m = spy(async () => value)
      expect(await run(R(m, { ...layers, fallback: () => 'fb' }))).toBe(value)
      expect(m.calls).toBe(1)
    }
  })

  it.each(STACKS)('falsy failures are failures: %s', async (_, layers) => {
    const { R, run } = kit()
    for (const value of FALSY) {
      const end = await run(R(fails(Infinity, value), layers)).then(() => 'ok', (error: unknown) => ['err', error])
      expect(end).toEqual(['err', value])
      expect(await run(R(fails(Infinity, value), { ...layers, fallback: (failure: unknown) => ['fb', failure] }))).toEqual(['fb', value])
    }
  })

  it('falsy failures are counted and retried', async () => {
    const { R, run, snap } = kit()
    for (const value of FALSY) {
      const m = fails(2, value)
      const f = R(m, { retry: { delay: '0' }, circuitBreaker: { windowSize: 10 } })
      expect(await run(f)).toBe('ok')
      expect([m.calls, snap(f)['circuitBreaker'].failures]).toEqual([3, 2])
    }
  })

  it.each(['ReferenceError', 'RangeError', 'AssertionError', 'InternalError'])('a fatal error of another realm is fatal: %s', async (name) => {
    const { R, run, snap } = kit()
    const error: Error = runInNewContext(name.match(/^R/) ? `new ${name}('x')` : `Object.assign(new Error('x'), { name: '${name}' })`)
    expect(error instanceof Error).toBe(false)
    const m = fails(Infinity, error)
    const f = R(m, { retry: { delay: '0' }, circuitBreaker: BRK })
    await expect(run(f)).rejects.toBe(error)
    expect([m.calls, snap(f)['circuitBreaker'].failures]).toEqual([1, 0])
  })

  it('an error of another realm is an exception, and its class isn’t ours', async () => {
    const { R, run } = kit()
    const error: Error = runInNewContext(`new TypeError('x')`)
    const m = fails(1, error)
    expect(await run(R(m, { retry: { delay: '0' } }))).toBe('ok')
    const byName = fails(1, error)
    expect(await run(R(byName, { retry: { delay: '0', retryOn: ['TypeError'] } }))).toBe('ok')
    await expect(run(R(fails(1, error), { retry: { delay: '0', retryOn: [TypeError] } }))).rejects.toBe(error)
  })

  it('a rejection of another copy of this package is known as one', async () => {
    const { R, run } = kit()
    const brand = Symbol.for('resilience4cata.error')
    class Copy extends Error { readonly code = 'R4C_CALL_NOT_PERMITTED' }
    Object.defineProperty(Copy.prototype, brand, { value: 'R4C_CALL_NOT_PERMITTED' })
    const error = new Copy('of a copy')
    expect([error instanceof CallNotPermittedError, error instanceof ResilienceError, error instanceof ConfigurationError]).toEqual([true, true, false])
    const seen = spy(() => 'fb')
    expect(await run(R(fails(9, error), { fallback: { handler: seen, applyOn: [CallNotPermittedError] } }))).toBe('fb')
    class OfUser extends CallNotPermittedError {}
    expect(error instanceof OfUser).toBe(false)
  })

  it.each(STACKS)('what is thrown is what is caught, an object again and again: %s', async (_, layers) => {
    const { R, run } = kit()
    const frozen = Object.freeze(Object.assign(new Error('x'), { code: 'ECONNRESET' }))
    await expect(run(R(fails(Infinity, frozen), layers))).rejects.toBe(frozen)
    await expect(run(R(() => { throw frozen }, layers))).rejects.toBe(frozen)
    const thenable = { then(_ok: unknown, fail: (error: unknown) => void) { fail(frozen) } }
    await expect(run(R(() => thenable, layers))).rejects.toBe(frozen)
    const value = {}
    expect(await run(R(() => ({ then(ok: (v: unknown) => void) { ok(value) } }), layers))).toBe(value)
    expect(await run(R(() => value, layers))).toBe(value)
  })
})
