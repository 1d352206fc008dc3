// What lists and classifiers say, layer by layer: each form of a matcher, what beats what, and whose classifier is whose.
import { expect, it } from 'vitest'
import { BRK, cases, type Layers } from './kit.ts'
import { failures, fails, res, spy } from './outcomes.ts'

class Own extends Error { constructor(message = 'own', readonly code?: string) { super(message) } }
class Plain { constructor(readonly what = 'plain') {} }
function Legacy(this: object) { Object.assign(this, { message: 'legacy' }) }
Legacy.prototype = Object.create(Error.prototype)
const bound = ((error: unknown) => error instanceof Own).bind(undefined)


cases('judging: lists', (kit) => {
  const LISTS: [string, (list: unknown) => Layers, (k: ReturnType<typeof kit>, calls: number, f: any, end: unknown) => boolean][] = [
    ['retryOn', (retryOn) => ({ retry: { delay: '0', retryOn } }), (_, calls) => calls > 1],
    ['abortOn', (abortOn) => ({ retry: { delay: '0', retryOn: 'throwable', abortOn } }), (_, calls) => calls === 1],
    ['hedgeOn', (hedgeOn) => ({ hedge: { delay: '1h', hedgeOn, budgetPercent: 0 } }), (_, calls) => calls > 1],
    ['a hedge’s abortOn', (abortOn) => ({ hedge: { delay: '1h', hedgeOn: 'throwable', abortOn, budgetPercent: 0 } }), (_, calls) => calls === 1],
    ['recordOn', (recordOn) => ({ circuitBreaker: { ...BRK, windowSize: 9, minimumCalls: 9, recordOn } }), (k, _, f) => k.snap(f)['circuitBreaker'].failures > 0],
    ['ignoreOn', (ignoreOn) => ({ circuitBreaker: { ...BRK, windowSize: 9, minimumCalls: 9, ignoreOn } }), (k, _, f) => k.snap(f)['circuitBreaker'].calls === 0],
    ['dropOn', (dropOn) => ({ adaptiveLimit: { initialLimit: 10, dropOn } }), (k, _, f) => k.snap(f)['adaptiveLimit'].limit < 10],
    ['applyOn', (applyOn) => ({ fallback: { handler: () => 'fb', applyOn } }), (_k, _c, _f, end) => end === 'fb'],
    ['skipOn', (skipOn) => ({ fallback: { handler: () => 'fb', skipOn } }), (_k, _c, _f, end) => end !== 'fb'],
  ]
  const FORMS: [string, unknown, unknown, boolean][] = [
    ['a class', Own, new Own(), true], ['a class in a list', [TypeError, Own], new Own(), true], ['another class', [TypeError], new Own(), false], ['a class that is no error', Plain, new Plain(), true],
    ['a constructor of the old kind', Legacy, Object.create(Legacy.prototype), true], ['a name', 'Error', new Own(), true], ['a code', 'E_OWN', new Own('x', 'E_OWN'), true], ['neither', 'E_OTHER', new Own('x', 'E_OWN'), false],
    ['an empty list', [], new Own(), false], ['a predicate', (error: Own) => error.message === 'own', new Own(), true], ['a bound predicate', bound, new Own(), true], ['a function’s prototype', function (error: Own) { return error.message === 'own' }, new Own(), true],
    ['all that is thrown', 'throwable', undefined, true], ['exceptions, of what is fatal', 'exception', new RangeError('x'), false], ['exceptions', 'exception', 'a text', true], ['a predicate that gives something', () => 1, new Own(), true],
  ]
  for (const [list, layers, matched] of LISTS) {
    it.each(FORMS)(`${list}: %s`, async (_, matcher, failure, right) => {
      const k = kit()
      const m = fails(9, failure)
      const f = k.R(m, layers(matcher))
      const end = await k.run(f).catch((thrown: unknown) => { expect(thrown).toBe(failure) })
      expect(matched(k, m.calls, f, end)).toBe(right)
    })
  }

  it.each<[string, Layers]>([
    ['abortOn beats retryOn', { retry: { delay: '0', retryOn: 'throwable', abortOn: Own } }],
    ['and hedgeOn', { hedge: { delay: '1h', hedgeOn: 'throwable', abortOn: Own, budgetPercent: 0 } }],
  ])('%s', async (_, layers) => {
    const { R, run } = kit()
    const m = fails(9, new Own())
    await failures([run(R(m, layers))])
    expect(m.calls).toBe(1)
  })
})

cases('judging: classifiers', (kit) => {
  const failing = { error: () => 'failure', result: () => 'failure' }
  it('none makes an open breaker’s rejection retryable, the site’s nor the retry’s own', async () => {
    for (const layers of [{ classifier: failing, retry: { delay: '0' } }, { retry: { delay: '0', classifier: failing } }] as Layers[]) {
      const { R, reg, id, st, ev } = kit()
      const f = R(async () => 'ok', { ...layers, circuitBreaker: BRK })
      reg.circuitBreaker(id(f)).forceOpen()
      expect(await st(f())).toMatchObject(['err', { name: 'CallNotPermittedError' }])
      expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'NOT_RETRYABLE', attempts: 1 }])
    }
  })

  it('a site’s without a part for errors leaves them to the lists, one with it decides', async () => {
    for (const [classifier, calls] of [[{ result: () => 'success' }, 1], [() => 'success', 1], [{ error: () => 'failure' }, 3]] as const) {
      const { R, run } = kit()
      const m = fails(9, new Own())
      await failures([run(R(m, { classifier, retry: { delay: '0', retryOn: TypeError } }))])
      expect(m.calls).toBe(calls)
    }
  })

  it('each attempt is asked about once, and each layer with one of its own asks that in its place', async () => {
    const { R, run, snap } = kit()
    const [site, own] = [spy((_v: unknown) => 'failure'), spy((_v: unknown) => 'success')]
    const f = R(async () => 'v', { classifier: site, retry: { delay: '0' }, circuitBreaker: { ...BRK, windowSize: 9, minimumCalls: 9, classifier: own }, adaptiveLimit: {}, bulkhead: {} })
    expect(await run(f)).toBe('v')
    expect([site.calls, own.calls, snap(f)['circuitBreaker']]).toMatchObject([3, 3, { calls: 3, failures: 0 }])
  })

  it.each<[string, unknown, object]>([
    ['ignore', 'ignore', { calls: 0, limit: 10 }], ['overload', 'overload', { calls: 1, failures: 1, limit: 9 }], ['failure', 'failure', { calls: 1, failures: 1, limit: 10 }], ['success', 'success', { calls: 1, failures: 0, limit: 10 }],
    ['an object’s word', { verdict: 'overload' }, { calls: 1, failures: 1, limit: 9 }],
  ])('a verdict of %s, of values and of failures', async (_, verdict, right) => {
    for (const body of [async () => 'v', fails(9)]) {
      const { R, st, snap } = kit()
      const f = R(body, { classifier: { result: () => verdict, error: () => verdict }, circuitBreaker: { ...BRK, windowSize: 9, minimumCalls: 9 }, adaptiveLimit: { initialLimit: 10 } })
      await st(f().catch(() => {}))
      const { circuitBreaker: { calls, failures: failed }, adaptiveLimit: { limit } } = snap(f)
      expect({ calls, failures: failed, limit }).toMatchObject(right)
    }
  })

  it.each<[string, Layers, number]>([
    ['a retry', { retry: { delay: '0' } }, 3], ['a hedge', { hedge: { delay: '1h', budgetPercent: 0 } }, 2],
  ])('what is discarded is released once, unless it is being read: %s', async (_, layers, calls) => {
    const { R, run } = kit()
    const made: ReturnType<typeof res>[] = []
    const readers: unknown[] = []
    const f = R(async () => {
      const response = res(503)
      if (made.push(response) === 1) readers.push(response.body!.getReader())
      return response
    }, { ...layers, classifier: () => 'failure' })
    expect(await run(f)).toBe(made.at(-1))
    expect(made.map(({ cancelled }) => cancelled)).toEqual(made.map((_response, i) => (i === 0 || i === made.length - 1 ? 0 : 1)))
    expect(made).toHaveLength(calls)
  })

  it('a value whose release fails is forgotten all the same', async () => {
    const { R, reg, run } = kit()
    const seen: unknown[] = []
    reg.onError = (error) => { seen.push(error) }
    const bodies = [{ cancel() { throw new Error('at once') } }, { cancel: () => Promise.reject(new Error('later')) }, { locked: true, cancel() { throw new Error('locked') } }]
    let n = 0
    const last = { body: undefined }
    expect(await run(R(async () => (n < 3 ? { body: bodies[n++] } : last), { retry: { delay: '0', maxAttempts: 4, classifier: (v: unknown) => (v === last ? 'success' : 'failure') } }))).toBe(last)
    expect(seen.filter((error) => (error as Error).message === 'locked')).toEqual([])
  })
})

cases('judging: verdicts that can’t be read', (kit) => {
  const own = new Error('of the verdict')
  const throws = () => { throw own }
  const LAYERS: [string, Layers][] = [['retry', { retry: { delay: '0' } }], ['hedge', { hedge: { delay: '1h', budgetPercent: 0 } }], ['circuitBreaker', { circuitBreaker: { ...BRK, windowSize: 9, minimumCalls: 9 } }], ['adaptiveLimit', { adaptiveLimit: {} }]]
  const VERDICTS: [string, () => unknown][] = [
    ['its word throws', () => ({ get verdict() { return throws() } })],
    ['its hint throws', () => ({ verdict: 'failure', get retryAfterMs() { return throws() } })],
    ['its hint is no number and can’t become one', () => ({ verdict: 'failure', retryAfterMs: Symbol('soon') })],
    ['its `then` throws', () => ({ verdict: 'none', get then() { return throws() } })],
    ['it can’t be looked at', () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy }],
  ]
  for (const [what, verdict] of VERDICTS) {
    it.each(LAYERS)(`${what}, as if the classifier had thrown: %s`, async (layer, layers) => {
      for (const policies of [{ ...layers, classifier: verdict }, { [layer]: { ...(layers as any)[layer], classifier: verdict } }] as Layers[]) {
        const { R, reg, run, snap } = kit()
        const seen: unknown[] = []
        reg.onError = (_error, { source }) => { seen.push(source) }
        const m = spy(async () => 'v')
        const f = R(m, policies)
        expect([await run(f), m.calls, seen]).toEqual(['v', 1, ['classifier']])
        if (layer === 'circuitBreaker') expect(snap(f)[layer].calls).toBe(0)
      }
    })
  }

  it('it is read once', async () => {
    const { R, run } = kit()
    const words = ['failure', 'success', 'success']
    const m = spy(async () => 'v')
    expect(await run(R(m, { retry: { delay: '0', maxAttempts: 2, classifier: () => ({ get verdict() { return words.shift() } }) } }))).toBe('v')
    expect([m.calls, words]).toEqual([2, ['success']])
  })

  it.each<[unknown, number]>([['soon', 10], [NaN, 10], [{}, 10], [-1, 10], [null, 10], ['40', 40], [40n, 40]])('a hint of %s is a wait of %i ms', async (retryAfterMs, delayMs) => {
    const { R, run, ev } = kit()
    await run(R(async () => 'v', { retry: { delay: '10ms', maxAttempts: 2, classifier: () => ({ verdict: 'failure', retryAfterMs }) } }))
    expect(ev('retry.retrying')).toMatchObject([{ delayMs }])
  })
})

cases('judging: what follows', (kit) => {
  const asked = { error: () => ({ verdict: 'failure', retryAfterMs: 3_600_000 }) }
  it.each<[string, object, object]>([
    ['what isn’t retryable is that at the last attempt too', { abortOn: Own, maxAttempts: 1 }, { reason: 'NOT_RETRYABLE' }],
    ['attempts are counted before what the other side asks for', { classifier: asked, maxAttempts: 1 }, { reason: 'MAX_ATTEMPTS' }],
    ['what the other side asks for stands before the time', { classifier: asked, maxDuration: '1ms' }, { reason: 'NOT_RETRYABLE', detail: 'PUSHBACK' }],
    ['only what is retried is asked for how long', { classifier: { error: () => ({ verdict: 'ignore', retryAfterMs: 3_600_000 }) } }, { reason: 'NOT_RETRYABLE', detail: undefined }],
    ['the time stands before the budget', { delay: '1s', maxDuration: '1ms', budgetPercent: 1, budgetMinRetriesPerSecond: 0 }, { reason: 'MAX_DURATION' }],
  ])('why a retry gives up: %s', async (_, retry, right) => {
    const { R, run, ev } = kit()
    await failures([run(R(fails(9, new Own()), { retry }))])
    expect(ev('retry.gaveUp').map(({ reason, detail }: any) => ({ reason, detail }))).toEqual([{ detail: undefined, ...right }])
  })

  it.each<[string, Layers]>([['a retry', { retry: { delay: '0' } }], ['a hedge', { hedge: { delay: '1h', budgetPercent: 0 } }], ['a timeout', { timeout: '1s' }]])('what is thrown is nobody’s to release: %s', async (_, layers) => {
    const { R, run, adv, failAfter } = kit()
    const released = spy(() => {})
    const thrown: ReturnType<typeof res>[] = []
    const [[policy, options]] = Object.entries(layers) as [[string, any]]
    const f = R(() => {
      thrown.push(res(503))
      return failAfter(2000, thrown.at(-1))
    }, { [policy]: { ...(typeof options === 'string' ? { duration: options } : { ...options, classifier: { error: () => 'failure' } }), dispose: released } })
    await failures([run(f)])
    await adv(5000)
    expect([thrown.length > 0, released.calls, thrown.filter(({ cancelled }) => cancelled)]).toEqual([true, 0, []])
  })

  it('a failure is no sample, whatever a classifier makes of it', async () => {
    for (const word of ['success', 'failure', 'ignore']) {
      const { R, st, snap } = kit()
      let isDown = true
      const f = R(async () => { if (isDown) throw new Own() }, { classifier: { error: () => word }, adaptiveLimit: { initialLimit: 1 } })
      for (let i = 0; i < 3; i++) await st(f().catch(() => {}))
      expect(snap(f)['adaptiveLimit'].limit).toBe(1)
      isDown = false
      await st(f())
      expect(snap(f)['adaptiveLimit'].limit).toBe(2)
    }
  })

  it('a drop takes back what successes have brought towards the next slot', async () => {
    const { R, st, snap } = kit()
    let word = 'success'
    const f = R(async () => 'v', { classifier: () => word, adaptiveLimit: { initialLimit: 2, minLimit: 2 } })
    const limits: number[] = []
    for (word of ['success', 'overload', 'success', 'success', 'success', 'success', 'success']) {
      await st(f())
      limits.push(snap(f)['adaptiveLimit'].limit)
    }
    // one of three in use isn't saturated
    expect(limits).toEqual([2, 2, 2, 3, 3, 3, 3])
  })

  it('a rejection is a site’s own by policy and name: another site’s, of the same name, is a failure like any other', async () => {
    const { R, reg, st, snap } = kit()
    const other = R(async () => 'v', { rateLimiter: { name: 'both', permits: 1, period: '1h' } })
    const f = R(() => other(), { circuitBreaker: { ...BRK, windowSize: 9, minimumCalls: 9, ownRejections: 'ignore' }, bulkhead: { name: 'both' } })
    await st(f())
    await st(f().catch(() => {}))
    expect(reg.rateLimiter('both').available).toBe(0)
    expect(snap(f)['circuitBreaker']).toMatchObject({ calls: 2, failures: 1 })
  })
})
