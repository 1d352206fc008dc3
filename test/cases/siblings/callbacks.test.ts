// What the user gives and throws: callbacks that fail, errors that are none, handlers of every form; and calls from within calls.
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { BRK, cases, type AnyFunction, type Layers } from '../kit.ts'
import { codesOf, failures, fails, open, times } from '../outcomes.ts'

const err = new Error('err')
const own = new Error('of the callback')
const throws = () => { throw own }

cases('callbacks: what fails beside a call', (kit) => {
  const HAPPENS: [string, Layers, (k: ReturnType<typeof kit>, f: AnyFunction) => unknown][] = [
    ['RT-19 · circuitBreaker.stateTransition', { circuitBreaker: { ...BRK, windowSize: 1, minimumCalls: 1 } }, async (_, f) => failures([f(), f()])],
    ['RT-19 · bulkhead.rejected', { bulkhead: { maxConcurrent: 1 } }, async (_, f) => failures(times(2, () => f()))],
    ['RT-19 · rateLimiter.rejected', { rateLimiter: { permits: 1 } }, async (_, f) => failures(times(2, () => f()))],
    ['RT-19 · hedge.hedged', { hedge: { delay: '1ms', budgetPercent: 0 } }, async (k, f) => failures([k.run(f)])],
    ['RT-19 · timeout.timedOut', { timeout: '5ms' }, async (k, f) => failures([k.run(f)])],
    ['RT-19 · fallback.applied', { fallback: () => 'fb' }, async (_, f) => failures([f()])],
    ['RT-19 · adaptiveLimit.limitChanged', { adaptiveLimit: { dropOn: 'throwable' } }, async (_, f) => failures([f()])],
  ]
  it.each(HAPPENS)('a listener that throws, and one that rejects, change nothing: %s', async (title, layers, act) => {
    const type = title.split(' · ')[1]!
    const outcomes = []
    for (const listening of [false, true]) {
      const k = kit()
      const seen: unknown[] = []
      k.reg.onError = (error, { source }) => { seen.push([(error as Error).message, source]) }
      if (listening) {
        k.reg.on(type as never, throws)
        k.reg.on('*', async () => { throw own })
      }
      const f = k.R(async () => {
        await k.after(10)
        throw err
      }, layers)
      const end = act(k, f)
      await k.adv(100)
      outcomes.push([await end, k.ev().map((event) => event.type), k.snap(f)])
      expect(k.ev(type).length).toBeGreaterThan(0)
      await k.adv(0)
      expect(seen).toHaveLength(listening ? k.ev(type).length + k.ev().length : 0)
      for (const each of seen) expect(each).toEqual([own.message, 'listener'])
    }
    expect(JSON.stringify(outcomes[1])).toBe(JSON.stringify(outcomes[0]))
  })

  const PROMISES: [string, Layers, (k: ReturnType<typeof kit>) => AnyFunction][] = [
    ['RT-17 · a fallback whose promise rejects later', { retry: { delay: '0' }, fallback: () => new Promise((_, fail) => setImmediate(() => fail(own))) }, () => async () => { throw err }],
    ['RT-17 · losers that fail after the answer', { hedge: { delay: '1ms', budgetPercent: 0 }, timeout: '1h', bulkhead: {} }, (k) => { let n = 0; return () => (n++ ? k.after(5, 'ok') : k.failAfter(50, err)) }],
    ['RT-17 · who waits in lines and is refused', { rateLimiter: { permits: 1, period: '1h', maxWait: '2h' }, adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '10ms' }, bulkhead: { maxConcurrent: 1, maxWait: '1ms' } }, (k) => () => k.failAfter(100, err)],
    ['RT-17 · a breaker and limits around what rejects already', { circuitBreaker: BRK, rateLimiter: {}, adaptiveLimit: {}, bulkhead: {} }, () => () => Promise.reject(err)],
    ['RT-17 · a sync site whose fallback rejects', { mode: 'sync', fallback: () => Promise.reject(own) }, () => () => { throw err }],
    ['RT-17 · a sync site whose result rejects', { mode: 'sync', bulkhead: {}, timeout: '1s' }, () => () => Promise.reject(err)],
  ]
  // what isn't handled would be found by the kit
  it.each(PROMISES)('no promise is left unhandled: %s', async (_, layers, body) => {
    const k = kit()
    const f = k.R(body(k), layers)
    const ends = times(3, () => { try { return Promise.resolve(f()) } catch (error) { return Promise.reject(error as Error) } })
    const all = failures(ends)
    await k.adv(10_000_000)
    await all
    await new Promise(setImmediate)
  })
})

cases('callbacks: what is thrown', (kit) => {
  it.each<[string, () => unknown, number, number]>([
    ['RT-04 · a TypeError of another realm', () => runInNewContext(`new TypeError('fetch failed')`), 2, 1],
    ['RT-04 · a TypeError with a code', () => Object.assign(new TypeError('x'), { code: 'ERR_INVALID_URL' }), 2, 1],
    ['RT-04 · a subclass of a fatal error, by its own name', () => Object.assign(new RangeError('x'), { name: 'MyRange' }), 2, 1],
    ['RT-04 · a plain object that is called like a fatal one', () => ({ name: 'RangeError' }), 1, 0],
    ['RT-04 · an InternalError', () => Object.assign(new Error('too much recursion'), { name: 'InternalError' }), 1, 0],
    ['RT-04 · an EvalError', () => new EvalError('x'), 2, 1],
  ])('%s is retried, hedged over and recorded, or none of these', async (_, make, calls, recorded) => {
    const error = make()
    for (const layers of [{ retry: { delay: '0' } }, { hedge: { delay: '1h', budgetPercent: 0 } }] as Layers[]) {
      const { R, run, snap } = kit()
      const m = fails(1, error)
      const f = R(m, { ...layers, circuitBreaker: {} })
      await run(f).catch((thrown: unknown) => expect(thrown).toBe(error))
      expect([m.calls, snap(f)['circuitBreaker'].failures]).toEqual([calls, recorded])
    }
  })

  it('CB-18 · rejections of every policy are new objects without stack or cause, which nobody keeps', async () => {
    const { R, hang, adv } = kit()
    const sites = [
      R(hang, { bulkhead: { maxConcurrent: 1 } }), R(hang, { adaptiveLimit: { initialLimit: 1 } }), R(hang, { rateLimiter: { permits: 1, period: '24h' } }),
      R(hang, { timeout: '10ms' }), R(hang, { circuitBreaker: BRK, bulkhead: { maxConcurrent: 1 } }),
    ]
    for (const f of sites) {
      f().catch(() => {})
      const ends = failures(times(50, () => f()))
      await adv(10)
      const errors = await ends
      expect(new Set(errors).size).toBe(50)
      for (const error of errors) {
        expect(error.cause).toBeUndefined()
        expect(error.stack).not.toMatch(/\n\s+at /)
        expect(Object.isExtensible(error)).toBe(true)
        error.seenBy = 'the caller'
      }
    }
  })

  it('CB-18 · with stackTraces they have a stack, and the limit is left as it was', async () => {
    const { R } = kit({ registry: { stackTraces: true } })
    const limit = Error.stackTraceLimit
    const f = R(async () => 'ok', { rateLimiter: { permits: 1, period: '24h' } })
    await f()
    const [error] = await failures([f()])
    expect(error.stack).toMatch(/\n\s+at /)
    expect(Error.stackTraceLimit).toBe(limit)
  })

  it.each<[string, (options: any) => Layers, (options: any) => void]>([
    ['CB-21 · of a limiter and a retry', (o) => ({ rateLimiter: o.limiter, retry: o.retry }), (o) => { o.limiter.permits = o.retry.maxAttempts = 1 }],
    ['CB-21 · of a fallback', (o) => ({ fallback: o.fallback, retry: { delay: '0' } }), (o) => { o.fallback.handler = () => 'changed' }],
  ])('options that are changed after they were read stay as they were: %s', async (_, layers, change) => {
    const { R, run } = kit()
    const options = { limiter: { permits: 9, period: '1h' }, retry: { delay: '0' }, fallback: { handler: () => 'fb' } }
    const [heals, fails9] = [fails(2), fails(9)]
    const [f, g] = [R(heals, layers(options)), R(fails9, layers(options))]
    change(options)
    expect([await run(f), heals.calls]).toEqual(['ok', 3])
    if (layers(options).fallback) expect(await run(g)).toBe('fb')
  })
})

cases('callbacks: calls within calls', (kit) => {
  it.each<[string, Layers, string, object]>([
    ['BH-08 · a limit', { adaptiveLimit: { initialLimit: 2, maxLimit: 2, maxWait: '1s' } }, 'LimitExceededError', {}],
    ['BH-08 · a permit', { rateLimiter: { permits: 2, period: '1h', maxWait: '2h' }, timeout: '1s', order: ['timeout', 'rateLimiter'] }, 'CallTimeoutError', {}],
    ['BH-08 · slots of two functions that call each other', { bulkhead: { name: 'both', maxConcurrent: 2, maxWait: '1s' } }, 'BulkheadFullError', { reason: 'WAIT_EXPIRED' }],
  ])('a function that calls itself can’t lock itself up: %s', async (_, layers, name, more) => {
    const { R, adv, st, snap } = kit()
    const sites: AnyFunction[] = []
    const body = async (n: number): Promise<unknown> => (n ? sites[n % 2]!(n - 1) : 'x')
    sites.push(R(body, { ...layers, signal: undefined }), R(body, { ...layers, signal: undefined, ...(layers.bulkhead ? {} : { name: 'case-1' }) }))
    const p = sites[0]!(3)
    p.catch(() => {})
    await adv(1000)
    expect(await st(p)).toMatchObject(['err', { name, ...more }])
    for (const row of Object.values(snap(sites[0]!))) for (const held of ['inUse', 'inFlight', 'waiting']) if (row && held in row) expect(row[held]).toBe(0)
  })

  it.each<[string, Layers, string, number]>([
    ['AL-04 · of a bulkhead', { bulkhead: { maxConcurrent: 20 } }, 'bulkhead.rejected', 20],
    ['AL-04 · of a limiter', { rateLimiter: { permits: 20, period: '1h' } }, 'rateLimiter.rejected', 20],
    ['AL-04 · of half-open permits', { circuitBreaker: { ...BRK, halfOpenCalls: 20 } }, 'circuitBreaker.rejected', 20],
    ['AL-04 · of a limit with a key that calls', { adaptiveLimit: { initialLimit: 20 } }, 'adaptiveLimit.rejected', 20],
  ])('no more than are allowed, though listeners, keys and bodies call again: %s', async (title, layers, type, most) => {
    const { R, reg, id, adv } = kit()
    const m = open()
    const more: Promise<unknown>[] = []
    let left = 9
    const again = () => { if (left-- > 0) more.push(Promise.resolve().then(() => f()), f()) }
    const [layer] = Object.keys(layers)
    const key = () => { again(); return 'k' }
    const f: AnyFunction = R(m, title.includes('key') ? { [layer!]: { ...(layers as any)[layer!], key } } : layers)
    if (layers.circuitBreaker) reg.circuitBreaker(id(f)).halfOpen()
    reg.on(type as never, again)
    const ends = failures(times(60, () => f()))
    await adv(0)
    const others = failures(more)
    expect(m.calls).toBe(most)
    for (const call of m.pending) call.resolve()
    const refused = [...(await ends), ...(await others)].filter(Boolean)
    expect(refused).toHaveLength(60 + more.length - most)
  })

  it('RT-19 · a `dispose`, a matcher and a key that reject are reported, and awaited by nobody', async () => {
    const { R, reg, st } = kit()
    const seen: unknown[] = []
    reg.onError = (error) => { seen.push(error) }
    const m = fails(1)
    const f = R(m, { retry: { delay: '0', retryOn: [async () => { throw own }] } })
    // a promise is true: it matches, and what becomes of it is reported
    expect((await st(f()))[0]).toMatch(/ok|err/)
    await st(Promise.resolve())
    expect(seen).toEqual([own])
    expect(codesOf(() => reg.configure({ defaults: { retry: { retryOn: 7 } } as never }))).toEqual(['R4C-ATR-012'])
  })
})
