// What surrounds a call: who gives its signal and its key, what its arguments are to them, what listeners hear and when, and what is refused before anything acts.
import { expect, it } from 'vitest'
import { BRK, cases, type Layers } from './kit.ts'
import { failures, fails, open, spy, times } from './outcomes.ts'

const err = new Error('err')

cases('around: signals and keys', (kit) => {
  it('each is asked once a call, with the receiver and all arguments, also beyond the parameters', async () => {
    const { R, run } = kit()
    const asked: unknown[][] = []
    const signal = function (this: unknown, ...args: unknown[]) { asked.push(['signal', this, ...args]); return undefined }
    const key = (...args: unknown[]) => { asked.push(['key', ...args]); return 'k' }
    const self = { f: R(async () => { throw err }, { signal, retry: { delay: '0' }, bulkhead: { key }, timeout: '1m' }) }
    await failures([run(() => self.f(1, 2, 3))])
    expect(asked).toEqual([['signal', self, 1, 2, 3], ['key', 1, 2, 3]])
  })

  it.each([['null', null], ['undefined', undefined]])('a signal of %s is none', async (_, signal) => {
    const { R, st } = kit()
    expect(await st(R(async () => 'ok', { signal: () => signal, timeout: '1s', retry: {} })())).toEqual(['ok', 'ok'])
  })

  it('a signal of another kind, that looks like one, is one', async () => {
    const { R, st, adv } = kit()
    const listeners = new Set<() => void>()
    const polyfill = { aborted: false, reason: undefined as unknown, addEventListener: (_: string, listener: () => void) => listeners.add(listener), removeEventListener: (_: string, listener: () => void) => listeners.delete(listener) }
    const p = R(fails(9), { signal: () => polyfill, retry: { delay: '1h', maxDelay: '1h' } })()
    await adv(10)
    Object.assign(polyfill, { aborted: true, reason: 'why' })
    for (const listener of [...listeners]) listener()
    expect([await st(p), listeners.size]).toEqual([['err', 'why'], 0])
  })

  it.each<[string, string, unknown]>([
    ['share', 'share', ['pending', 'pending', 'pending']],
    ['reject', 'reject', ['pending', 'pending', 'BulkheadFullError']],
    ['bypass', 'bypass', ['pending', 'pending', 'pending']],
  ])('where there is no room for another key: %s', async (_, onKeyOverflow, right) => {
    const { R, st, hang, reg } = kit()
    const m = spy(hang)
    const f = R(m, { bulkhead: { maxConcurrent: 1, key: (k: string) => k, maxKeys: 2, onKeyOverflow }, signal: undefined })
    const calls = ['a', 'b', 'c'].map((k) => f(k))
    const ends = await Promise.all(calls.map(async (call) => { call.catch(() => {}); const end = await st(call); return end === 'pending' ? end : (end[1] as Error).name }))
    expect(ends).toEqual(right)
    // a fourth one finds the shared one taken
    const fourth = f('d')
    fourth.catch(() => {})
    const end = await st(fourth)
    expect(end === 'pending' ? end : (end[1] as Error).name).toBe(onKeyOverflow === 'bypass' ? 'pending' : 'BulkheadFullError')
    expect(reg.snapshot().bulkhead!.length).toBeLessThanOrEqual(4)
  })

  it('a body that changes its arguments changes nobody else’s', async () => {
    const { R, run } = kit()
    const seen: unknown[] = []
    const f = R(async function (this: unknown, ...args: unknown[]) {
      seen.push([...args])
      args.length = 0
      throw err
    }, { retry: { delay: '0', maxAttempts: 2 }, fallback: (_e: unknown, { args }: { args: unknown[] }, ...given: unknown[]) => [args, given] })
    expect(await run(() => f(1, 2))).toEqual([[1, 2], [1, 2]])
    expect(seen).toEqual([[1, 2], [1, 2]])
  })
})

cases('around: events', (kit) => {
  it('a listener of one type, of one policy and of all, in order; once; until its signal is aborted; until it is taken away', async () => {
    const { R, reg, run, ac } = kit()
    const heard: string[] = []
    const c = ac()
    reg.on('retry.retrying', () => heard.push('type'))
    reg.on('retry.*', () => heard.push('policy'))
    reg.on('retry.retrying', () => heard.push('once'), { once: true })
    reg.on('*', () => heard.push('until abort'), { signal: c.signal })
    const off = reg.on('retry.retrying', () => heard.push('until off'))
    const f = R(fails(Infinity), { retry: { delay: '0', maxAttempts: 2 } })
    await failures([run(f)])
    expect(heard.splice(0)).toEqual(expect.arrayContaining(['type', 'policy', 'once', 'until abort', 'until off']))
    off()
    off()
    c.abort()
    await failures([run(f)])
    expect(heard).toEqual(['type', 'policy', 'policy'])
  })

  it.each<[string, Layers]>([
    ['circuitBreaker', { circuitBreaker: { halfOpenCalls: 1 } }],
    ['rateLimiter', { rateLimiter: { permits: 1 } }],
    ['adaptiveLimit', { adaptiveLimit: { initialLimit: 1 } }],
    ['bulkhead', { bulkhead: { maxConcurrent: 1 } }],
  ])('who is refused at once hears of it in the turn of the call, and of what holds then: %s', async (layer, layers) => {
    for (const around of [{}, { retry: { maxAttempts: 1 } }, { fallback: { handler: () => 'fb', applyOn: [] }, timeout: '1m' }]) {
      const { R, reg, id, hang, ev, configure } = kit()
      const f = R(hang, { ...around, ...layers })
      void f()
      if (layer === 'circuitBreaker') reg.circuitBreaker(id(f)).halfOpen()
      if (layer === 'circuitBreaker') void f()
      const refused = failures([f()])
      expect(ev(`${layer}.rejected`)).toHaveLength(1)
      configure(f, { [layer]: { enabled: false } })
      expect((await refused)[0]).toMatchObject({ policy: layer })
      expect((await refused)[0].message).not.toContain(' of 0')
    }
  })

  it('what a listener sets off is told behind what it is told of', async () => {
    const { R, reg, id, run } = kit()
    const told: string[] = []
    const f = R(fails(Infinity), { retry: { delay: '0', maxAttempts: 2 }, circuitBreaker: BRK })
    reg.on('retry.retrying', () => {
      reg.circuitBreaker(id(f)).forceOpen()
      told.push('retrying')
    })
    reg.on('*', ({ type }) => { told.push(`* ${type}`) })
    await failures([run(f)])
    expect(told.indexOf('retrying')).toBeLessThan(told.indexOf('* circuitBreaker.stateTransition'))
    expect(told.filter((each) => each === '* circuitBreaker.stateTransition')).toHaveLength(1)
  })

  it('successes publish nothing, and events are plain as text', async () => {
    const { R, run, ev, hang, adv } = kit()
    await run(R(async () => 'ok', { retry: {}, circuitBreaker: {}, rateLimiter: {}, adaptiveLimit: {}, timeout: '1s', bulkhead: {}, fallback: () => 'fb' }))
    await run(R(async () => 'ok', { hedge: {} }))
    expect(ev()).toEqual([])
    await failures([run(R(fails(9, Object.assign(new TypeError('told'), { code: 'E_TOLD', secret: {} })), { retry: { delay: '0', maxAttempts: 2 }, fallback: () => { throw err } }))])
    R(hang, { timeout: '5ms' })().catch(() => {})
    await adv(5)
    const texts = ev().map((event) => JSON.parse(JSON.stringify(event)) as Record<string, unknown>)
    for (const { failure } of texts) if (failure) expect(Object.keys(failure as object).sort()).toEqual(['code', 'message', 'name'])
    expect(texts.map(({ type }) => type)).toEqual(['retry.retrying', 'retry.gaveUp', 'fallback.failed', 'timeout.timedOut'])
    for (const { at } of texts) expect(typeof at).toBe('number')
  })
})

cases('around: what comes first', (kit) => {
  it('a mistake in a layer’s options is said before another one acts, by each call anew', async () => {
    const { R, ev, reg } = kit()
    const m = spy(async () => 'ok')
    const f = R(m, { retry: { config: 'nowhere' }, bulkhead: { maxConcurrent: 1 }, fallback: () => 'fb' })
    const errors = await failures(times(2, () => f()))
    expect(errors.map(({ code }) => code)).toEqual(['R4C-REG-004', 'R4C-REG-004'])
    expect(errors[0]).not.toBe(errors[1])
    expect([m.calls, ev(), reg.snapshot().bulkhead?.[0]?.['inUse'] ?? 0]).toEqual([0, [], 0])
    reg.configure({ configs: { nowhere: { retry: { delay: '0' } } } })
    expect(await f()).toBe('ok')
  })

  it('a named configuration that says nothing is one, until it is taken back', async () => {
    const { R, reg, st } = kit()
    reg.configure({ configs: { quiet: {}, empty: { retry: {} } } })
    for (const config of ['quiet', 'empty']) expect(await st(R(async () => 'ok', { retry: { config } })())).toEqual(['ok', 'ok'])
    reg.configure({ configs: { gone: { retry: { maxAttempts: 2 } } } })
    reg.configure({ configs: { gone: null } } as never)
    expect(await st(R(async () => 'ok', { retry: { config: 'gone' } })())).toMatchObject(['err', { code: 'R4C-REG-004' }])
  })

  it.each<[string, Layers, unknown[]]>([
    ['a key', { bulkhead: { key: () => { throw err } } }, [err]],
    ['a signal', { signal: () => { throw err } }, [err]],
  ])('%s that throws is the call’s error, as it is, though there is a fallback', async (_, layers, right) => {
    const { R } = kit()
    const m = spy(async () => 'ok')
    expect(await failures([R(m, { retry: {}, circuitBreaker: BRK, fallback: () => 'fb', ...layers })()])).toEqual(right)
    expect(m.calls).toBe(0)
  })

  it('an async site never throws at its caller, whatever fails', () => {
    const { R } = kit()
    for (const layers of [{ signal: () => 7 }, { bulkhead: { key: () => 7 } }, { retry: { config: 'nowhere' } }, { timeout: '1s' }, { hedge: {} }, { circuitBreaker: BRK, rateLimiter: { maxWait: '1s' } }] as Layers[]) {
      const f = R(() => { throw err }, layers)
      const p = f()
      expect(p).toBeInstanceOf(Promise)
      p.catch(() => {})
    }
  })

  it.each<[string, string[] | undefined, string[]]>([
    ['none', undefined, ['retry', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'timeout', 'bulkhead']],
    ['the two innermost turned round', ['bulkhead', 'timeout'], ['retry', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'bulkhead', 'timeout']],
    ['two in the middle', ['rateLimiter', 'circuitBreaker'], ['retry', 'rateLimiter', 'circuitBreaker', 'adaptiveLimit', 'timeout', 'bulkhead']],
    ['what isn’t there', ['hedge'], ['retry', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'timeout', 'bulkhead']],
    ['one in front of all', ['timeout', 'retry'], ['timeout', 'retry', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'bulkhead']],
  ])('an order of %s', async (_, order, right) => {
    const { R, reg, snap, hang } = kit()
    const all: Layers = { retry: { maxAttempts: 1 }, circuitBreaker: { key: () => 'k' }, rateLimiter: { key: () => 'k' }, adaptiveLimit: { key: () => 'k' }, timeout: '1h', bulkhead: { key: () => 'k' } }
    // whose `key` is asked first stands outside
    const asked: string[] = []
    const keyed = Object.fromEntries(Object.entries(all).map(([layer, options]) => [layer, typeof options === 'object' && 'key' in (options as object) ? { key: () => { asked.push(layer); return 'k' } } : options]))
    const f = R(hang, { ...keyed, ...(order && { order: order.filter((layer) => layer !== 'hedge' || !order.includes('retry')) }) })
    f().catch(() => {})
    expect(asked).toEqual(right.filter((layer) => layer !== 'retry' && layer !== 'timeout'))
    expect([Object.keys(snap(f)).length > 0, reg.snapshot().version]).toEqual([true, 1])
  })

  it('a retry around a deadline has one for each attempt, one inside of it all share it: by what happens', async () => {
    for (const [order, calls, name] of [[undefined, 3, 'CallTimeoutError'], [['timeout', 'retry'], 1, 'CallTimeoutError']] as const) {
      const { R, adv, hang } = kit()
      const m = spy(hang)
      const ends = failures([R(m, { ...(order && { order }), retry: { delay: '0', maxAttempts: 3 }, timeout: '1s' })()])
      await adv(3000)
      expect([(await ends)[0].name, m.calls]).toEqual([name, calls])
    }
  })

  it('a second call while the first one is under way has its own attempts, deadlines and answers', async () => {
    const { R, adv, st } = kit()
    const m = open()
    const f = R(m, { retry: { delay: '10ms' }, timeout: '1s', circuitBreaker: {} })
    const [a, b] = [f('a'), f('b')]
    m.pending[1]!.reject(err)
    m.pending[0]!.resolve('a')
    await adv(10)
    m.pending[2]!.resolve('b')
    expect([await st(a), await st(b)]).toEqual([['ok', 'a'], ['ok', 'b']])
  })
})
