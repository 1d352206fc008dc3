// A callback of the user's throws, or gives what it shouldn't: the call settles all the same, and nothing is kept.
import { expect, it } from 'vitest'
import { BRK, cases, type Layers } from './kit.ts'
import { failures, fails, spy } from './outcomes.ts'

const own = new Error('of the callback')
const throws = () => { throw own }
const err = new Error('err')
const hostile = Object.defineProperties({}, { name: { get: throws }, code: { get: throws }, message: { get: throws } })
const sealed = new Proxy({}, { get: throws, has: throws, getPrototypeOf: throws, getOwnPropertyDescriptor: throws })

const MATCHERS: [string, Layers][] = [
  ['retryOn', { retry: { delay: '0', retryOn: [throws] } }],
  ['abortOn', { retry: { delay: '0', maxAttempts: 2, abortOn: [throws] } }],
  ['hedgeOn', { hedge: { delay: '1s', hedgeOn: throws } }],
  ['hedge’s abortOn', { hedge: { delay: '1s', abortOn: throws } }],
  ['recordOn', { circuitBreaker: { ...BRK, recordOn: [throws] } }],
  ['ignoreOn', { circuitBreaker: { ...BRK, ignoreOn: [throws] } }],
  ['dropOn', { adaptiveLimit: { dropOn: [throws] } }],
  ['applyOn', { fallback: { handler: () => 'fb', applyOn: [throws] } }],
]

cases('callbacks', (kit) => {
  it.each(MATCHERS)('a matcher that throws doesn’t match, and is reported: %s', async (_, layers) => {
    const { R, reg, run } = kit()
    const seen: unknown[] = []
    reg.onError = (error) => { seen.push(error) }
    await expect(run(R(async () => { throw err }, { bulkhead: {}, ...layers }))).rejects.toBe(err)
    expect(new Set(seen)).toEqual(new Set([own]))
  })

  it('a throwing `skipOn` doesn’t skip', async () => {
    const { R, reg, st } = kit()
    reg.onError = () => {}
    expect(await st(R(fails(9), { fallback: { handler: () => 'fb', skipOn: [throws] } })())).toEqual(['ok', 'fb'])
  })

  it.each<[string, Layers, number, string?]>([
    ['retry', { retry: { delay: '0', classifier: throws } }, 1, 'CLASSIFIER_FAILED'],
    ['the site, around a retry', { retry: { delay: '0' }, classifier: throws }, 1, 'CLASSIFIER_FAILED'],
    ['a breaker', { circuitBreaker: { ...BRK, classifier: throws } }, 1],
    ['an adaptive limit', { adaptiveLimit: { classifier: throws } }, 1],
    ['a hedge', { hedge: { delay: '1s', classifier: throws } }, 1],
  ])('a classifier that throws delivers the value: %s', async (_, layers, calls, reason) => {
    const { R, reg, run, ev, snap } = kit()
    const seen: unknown[] = []
    reg.onError = (error) => { seen.push(error) }
    const m = spy(async () => 'v')
    const f = R(m, layers)
    expect(await run(f)).toBe('v')
    expect([m.calls, seen.length > 0]).toEqual([calls, true])
    if (reason) expect(ev('retry.gaveUp')).toMatchObject([{ reason, result: 'v' }])
    if (layers.circuitBreaker) expect(snap(f)['circuitBreaker'].failures).toBe(0)
  })

  it.each<[string, object, boolean]>([
    ['value, the site’s', { result: throws }, true], ['value, the layers’ own', { result: throws }, false],
    ['failure, the site’s', { error: throws }, true], ['failure, the layers’ own', { error: throws }, false],
  ])('a classifier that throws: the outcome is delivered unchanged, and nobody has seen it: %s', async (what, classifier, ofSite) => {
    const { R, reg, st, snap, ev } = kit()
    reg.onError = () => {}
    const layers = ofSite ? {} : { classifier }
    const m = spy(async () => { if (what.startsWith('failure')) throw err; return 'v' })
    const f = R(m, {
      ...(ofSite && { classifier }), fallback: { handler: () => 'fb', skipOn: 'throwable' },
      retry: { delay: '0', onExhaustedResult: 'throw', ...layers }, circuitBreaker: { ...BRK, ...layers }, adaptiveLimit: { initialLimit: 1, ...layers },
    })
    expect(await st(f())).toEqual(what.startsWith('failure') ? ['err', err] : ['ok', 'v'])
    expect([m.calls, snap(f)['circuitBreaker'].calls, snap(f)['adaptiveLimit'].limit]).toEqual([1, 0, 1])
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'CLASSIFIER_FAILED' }])
  })

  it.each(['retry', 'hedge', 'circuitBreaker', 'adaptiveLimit'])('a verdict that is a promise is R4C-CLS-013: %s', async (layer) => {
    const { R, run } = kit()
    const options = layer === 'retry' ? { delay: '0' } : layer === 'circuitBreaker' ? BRK : {}
    const end = await run(R(async () => 'v', { [layer]: { ...options, classifier: async () => 'success' } })).catch((error: unknown) => error)
    expect(end).toMatchObject({ name: 'ConfigurationError', code: 'R4C-CLS-013' })
  })

  it.each<[string, unknown, object]>([
    ['throws', throws, own],
    ['gives no signal', () => 'now', { code: 'R4C-SIG-001' }],
    ['gives a number', () => 0, { code: 'R4C-SIG-001' }],
    ['gives a promise', async () => new AbortController().signal, { code: 'R4C-SIG-001' }],
  ])('what gives the signal %s: the call’s error, before any layer', async (_, signal, right) => {
    const { R, ev, st } = kit()
    const m = spy(async () => 'v')
    const fallback = spy(() => 'fb')
    const p = R(m, { signal, retry: {}, circuitBreaker: BRK, fallback })()
    expect((await st(p))[0]).toBe('err')
    expect((await failures([p]))[0]).toMatchObject(right)
    expect([m.calls, fallback.calls, ev()]).toEqual([0, 0, []])
  })

  it.each<[string, Layers]>([
    ['retry', { retry: { delay: '0', retryOn: 'exception' } }],
    ['hedge', { hedge: { delay: '1s' } }],
    ['a breaker', { circuitBreaker: { ...BRK, recordOn: ['x'] } }],
    ['an adaptive limit', { adaptiveLimit: {} }],
    ['a fallback', { fallback: { handler: (e: unknown) => { throw e }, applyOn: ['x', Error, 'exception'] } }],
    ['a timeout', { timeout: '1s' }],
    ['a bulkhead', { bulkhead: {} }],
    ['what asks whose it is', { circuitBreaker: { ownRejections: 'ignore' }, adaptiveLimit: {}, bulkhead: {} }],
    ['the same around a deadline', { circuitBreaker: { ownRejections: 'ignore' }, adaptiveLimit: {}, timeout: '1s', bulkhead: {} }],
  ])('an error that can’t be looked at is handed on: %s', async (_, layers) => {
    for (const error of [hostile, sealed]) {
      const { R, reg, run, snap } = kit()
      const seen: unknown[] = []
      // an `instanceof` of the user's own list asks a proxy
      reg.onError = (reported) => { if (error !== sealed || !layers.fallback) seen.push(reported) }
      const f = R(async () => { throw error }, layers)
      const [end] = await run(f).then((value) => [value], (failure: unknown) => [failure])
      expect(end === error).toBe(true)
      expect(seen).toEqual([])
      if (layers.adaptiveLimit) expect(snap(f)['adaptiveLimit'].inFlight).toBe(0)
      if (layers.adaptiveLimit && layers.circuitBreaker) expect(snap(f)['circuitBreaker']).toMatchObject({ calls: 1, failures: 1 })
    }
  })

  it.each([['throws', throws], ['rejects', async () => { throw own }]])('a `dispose` that %s', async (_, dispose) => {
    const { R, reg, run, adv, after } = kit()
    const seen: unknown[] = []
    reg.onError = (error) => { seen.push(error) }
    const classifier = () => 'failure'
    expect(await run(R(async () => 'v', { retry: { delay: '0', classifier, dispose } }))).toBe('v')
    let n = 0
    expect(await run(R(() => after(n++ ? 10 : 100, n), { hedge: { delay: '50ms', dispose } }))).toBe(2)
    await expect(run(R(() => after(100), { timeout: { duration: '50ms', dispose } }))).rejects.toMatchObject({ name: 'CallTimeoutError' })
    await adv(100)
    expect(new Set(seen)).toEqual(new Set([own]))
  })

  it('a listener may call, configure and reset from within', async () => {
    const { R, reg, run, configure, ev } = kit()
    const f = R(fails(4), { retry: { delay: '10ms' }, bulkhead: { maxConcurrent: 1 } })
    let n = 0
    reg.on('retry.retrying', () => {
      if (n++ > 0) return
      configure(f, { retry: { maxAttempts: 5 } })
      void f().catch(() => {})
    })
    await run(f).catch(() => {})
    expect(ev('retry.retrying').length).toBeGreaterThan(2)
  })
})
