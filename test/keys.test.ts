// `key`: one instance of a policy for each key, within a bound (SEMANTICS §8.1).
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { ConfigurationError, pipeline } from '@resilience4cata/policies/index'
import { BRK, cases, type Kit, type Layers } from './cases/kit.ts'

const failing = async () => { throw new Error('x') }
const KEY = { key: (key: string) => key }

const rows = ({ reg }: Kit, policy: string): any[] => (reg.snapshot() as any)[policy]
const ids = (k: Kit, policy: string): string[] => rows(k, policy).map(({ instance }) => instance)
const codes = (act: () => unknown): string[] => {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    return (error as ConfigurationError).diagnostics.map(({ code }) => code)
  }
  return []
}

cases('keys: apart from each other', (kit) => {
  it('EN-06 · the keyed ones are bounded; what is not idle stays, without any timer', async () => {
    const k = kit()
    let outcome: 'ok' | Error = new Error('down')
    const f = k.R(async (_host: string) => { if (outcome === 'ok') return outcome; throw outcome }, { circuitBreaker: { ...BRK, ...KEY, maxKeys: 50 } })
    for (let i = 0; i < 2; i++) await k.st(f('bad'))
    outcome = 'ok'
    for (let i = 0; i < 10_000; i++) await f(`host-${i}`)
    expect(ids(k, 'circuitBreaker')).toHaveLength(50)
    expect(k.reg.circuitBreaker(`${k.id(f)}[bad]`).state).toBe('OPEN')
    expect(await k.st(f('bad'))).toMatchObject(['err', { name: 'CallNotPermittedError', instanceId: `${k.id(f)}[bad]` }])
    expect(k.clock.pending()).toBe(0)
    expect(k.ev('registry.keyOverflow')).toEqual([])
  })

  it('one key’s trouble is nobody else’s; events and snapshots say whose it was', async () => {
    const k = kit()
    const f = k.R(async (key: string) => { if (key === 'a') throw new Error('a') }, { circuitBreaker: { ...BRK, ...KEY } })
    for (const key of ['a', 'a', 'b', 'b']) await k.st(f(key))
    const id = k.id(f)
    expect(k.ev('circuitBreaker.stateTransition')).toMatchObject([{ instance: `${id}[a]`, to: 'OPEN' }])
    expect(rows(k, 'circuitBreaker')).toMatchObject([{ instance: `${id}[a]`, state: 'OPEN', config: { key: '[function]' } }, { instance: `${id}[b]`, state: 'CLOSED', calls: 2 }])
    expect([await k.st(f('a')), await k.st(f('b'))]).toMatchObject([['err', { state: 'OPEN' }], ['ok', undefined]])
  })

  it('a handle takes the key as well; the id alone is R4C-REG-012', async () => {
    const k = kit()
    const f = k.R(async () => 1, { rateLimiter: { ...KEY, permits: 2 } })
    expect(codes(() => k.reg.rateLimiter(k.id(f)))).toEqual(['R4C-REG-012'])
    await f('a')
    expect(k.reg.rateLimiter(`${k.id(f)}[a]`).available).toBe(1)
    expect(codes(() => k.reg.rateLimiter(k.id(f)))).toEqual(['R4C-REG-012'])
    expect(codes(() => k.reg.rateLimiter(`${k.id(f)}[b]`))).toEqual(['R4C-REG-005'])
  })

  it('a budget is each key’s own', async () => {
    const k = kit()
    const f = k.R(failing, { retry: { ...KEY, maxAttempts: 2, delay: '0', budgetPercent: 1, budgetMinRetriesPerSecond: 0.2 } })
    for (const key of ['a', 'a', 'a', 'b']) await k.st(f(key))
    expect(k.ev('retry.gaveUp').map(({ instance, reason }) => `${instance.slice(-3)} ${reason}`)).toEqual(['[a] MAX_ATTEMPTS', '[a] MAX_ATTEMPTS', '[a] BUDGET_EXHAUSTED', '[b] MAX_ATTEMPTS'])
    expect(rows(k, 'retry')).toMatchObject([{ budget: { retries: 2 } }, { budget: { retries: 1 } }])
  })

  it('layers of one site go by keys of their own', async () => {
    const k = kit()
    const f = k.R(() => k.after(10), { rateLimiter: { key: (a: string) => a, permits: 1 }, bulkhead: { key: (_a: string, b: string) => b, maxConcurrent: 1 } })
    const calls = [f('a', 'x'), f('b', 'y'), f('a', 'z'), f('c', 'x')]
    const id = k.id(f)
    expect(await Promise.all(calls.map(k.st))).toMatchObject([
      'pending', 'pending', ['err', { name: 'RateLimitExceededError', instanceId: `${id}[a]` }], ['err', { name: 'BulkheadFullError', instanceId: `${id}[x]` }],
    ])
    expect(ids(k, 'rateLimiter')).toEqual([`${id}[a]`, `${id}[b]`, `${id}[c]`])
    await k.adv(10)
    expect(rows(k, 'bulkhead').map(({ inUse }) => inUse)).toEqual([0, 0, 0])
  })

  it('own rejections of keyed layers inside a keyed breaker are told from others', async () => {
    const k = kit()
    const f = k.R(() => k.hang(), { circuitBreaker: { ...BRK, ...KEY, ownRejections: 'ignore' }, bulkhead: { ...KEY, maxConcurrent: 1 } })
    for (let i = 0; i < 5; i++) await k.st(f('a'))
    expect(rows(k, 'circuitBreaker')).toMatchObject([{ state: 'CLOSED', failures: 0 }])
  })

  it('sites of one name share them', async () => {
    const k = kit()
    const layers: Layers = { name: 'hosts', bulkhead: { ...KEY, maxConcurrent: 1 } }
    const [f, g] = [k.R(() => k.hang(), layers), k.R(async () => 'ok', layers)]
    void f('a')
    expect([await k.st(g('a')), await k.st(g('b'))]).toMatchObject([['err', { reason: 'FULL' }], ['ok', 'ok']])
  })
})

cases('keys: the function', (kit) => {
  it('is called once per call, with its arguments and receiver, however many attempts there are', async () => {
    const k = kit()
    const key = vi.fn(function (this: any, a: string, b: string) { return this.region + a + b })
    const f = k.R(failing, { retry: { delay: '0' }, circuitBreaker: { key } })
    await k.st(f.call({ region: 'eu' }, 'a', 'b'))
    expect(key).toHaveBeenCalledTimes(1)
    expect(ids(k, 'circuitBreaker')).toEqual([`${k.id(f)}[euab]`])
    expect(rows(k, 'circuitBreaker')).toMatchObject([{ calls: 3 }])
  })

  it('is not called for a caller that has left, or by a layer that is switched off', async () => {
    const k = kit()
    const key = vi.fn(() => 'a')
    const f = k.R(async () => 'ok', { bulkhead: { key } })
    await k.st(f({ signal: AbortSignal.abort() }))
    k.configure(f, { bulkhead: { enabled: false } })
    expect(await f()).toBe('ok')
    expect(key).not.toHaveBeenCalled()
  })

  it('what it throws is the call’s error: no layer acts, no fallback answers', async () => {
    const k = kit()
    const error = new TypeError('no host')
    const m = vi.fn(async () => 'ok')
    const f = k.R(m, { fallback: () => 'fb', retry: {}, rateLimiter: {}, bulkhead: { key: () => { throw error } } })
    expect(await k.st(f())).toEqual(['err', error])
    expect(m).not.toHaveBeenCalled()
    expect(k.snap(f)['rateLimiter'].available).toBe(50)
    expect(k.ev()).toEqual([])
  })

  it.each([[undefined, 'undefined'], [7, '7'], [null, 'null'], [Symbol('s'), 'Symbol(s)'], [{}, '[object]'], [Promise.resolve('a'), '[object]']])('that gives %o is R4C-REG-011', async (given, shown) => {
    const k = kit()
    k.reg.onError = () => {}
    const f = k.R(async () => 'ok', { fallback: () => 'fb', circuitBreaker: { key: () => given } })
    const [state, error] = (await k.st(f())) as ['err', ConfigurationError]
    expect([state, error.code, error.diagnostics[0]!.says]).toEqual(['err', 'R4C-REG-011', `key must give a string, got ${shown}`])
  })

  it('text of any kind is a key', async () => {
    const k = kit()
    const f = k.R(async () => 'ok', { bulkhead: KEY })
    for (const key of ['', '__proto__', 'constructor', 'a#b', 'a[b]']) await f(key)
    expect(ids(k, 'bulkhead')).toEqual(['', '__proto__', 'constructor', 'a#b', 'a[b]'].map((key) => `${k.id(f)}[${key}]`))
    expect(k.reg.bulkhead(`${k.id(f)}[a#b]`).inUse).toBe(0)
  })

  it('throws at once on a sync site, and the key stays its own there', () => {
    const k = kit()
    const f = k.R((key: string, again?: () => void) => { again?.(); return key }, { mode: 'sync', bulkhead: { key: (key?: string) => key, maxConcurrent: 1 } })
    expect(f('a', () => f('b'))).toBe('a')
    expect(() => f('a', () => f('a'))).toThrow(/full: 1 of 1/)
    expect(codes(() => f())).toEqual(['R4C-REG-011'])
    expect(rows(k, 'bulkhead').map(({ inUse }) => inUse)).toEqual([0, 0])
  })

  it('AL-04 · may call the function that it is the key of', async () => {
    const k = kit()
    let started = 0
    const m = async () => { started++; await k.after(10) }
    const deep: Promise<unknown>[] = []
    const f: any = k.R(m, { adaptiveLimit: { initialLimit: 20, key: (n?: number) => { if (n) deep.push(f(n - 1)); return 'all' } } })
    const ends = Promise.allSettled([f(99)])
    await k.adv(10)
    await ends
    const failures = (await Promise.allSettled([...deep])).filter(({ status }) => status === 'rejected').map((end: any) => end.reason)
    expect([started, failures.length + (await ends).filter(({ status }) => status === 'rejected').length]).toEqual([20, 80])
    for (const failure of failures) expect(failure).toMatchObject({ name: 'LimitExceededError', limit: 20 })
  })

  it('a hit is one look into one map', async () => {
    const k = kit()
    const f = k.R(async () => 'ok', { bulkhead: { ...KEY } })
    for (const key of ['a', 'b']) await f(key)
    const get = vi.spyOn(Map.prototype, 'get')
    const set = vi.spyOn(Map.prototype, 'set')
    const call = f('a')
    const looks = [get.mock.calls.length, set.mock.calls.length]
    get.mockRestore()
    set.mockRestore()
    await call
    expect(looks).toEqual([1, 0])
  })
})

it('a pipeline has no arguments to go by, but may have a key', async () => {
  const stock = pipeline('keyed-stock', { bulkhead: { maxConcurrent: 1, key: () => 'now' } })
  const results = await Promise.allSettled([stock.execute(async () => 1), stock.execute(async () => 2)])
  expect(results).toMatchObject([{ value: 1 }, { reason: { instanceId: 'keyed-stock[now]' } }])
  expect(stock.executeSync(() => 3)).toBe(3)
})

cases('keys: configuration', (kit) => {
  it('by the id is every key’s, now and later', async () => {
    const k = kit()
    const f = k.R(() => k.hang(), { bulkhead: { ...KEY, maxConcurrent: 5 } })
    void f('a')
    k.configure(f, { bulkhead: { maxConcurrent: 1 } })
    void f('b')
    expect([await k.st(f('a')), await k.st(f('b'))]).toMatchObject([['err', { reason: 'FULL' }], ['err', { reason: 'FULL' }]])
    k.configure(f, { bulkhead: { maxConcurrent: 2 } })
    expect(rows(k, 'bulkhead').map(({ max, config }) => [max, config.maxConcurrent])).toEqual([[2, 2], [2, 2]])
    expect(await k.st(f('a'))).toBe('pending')
  })

  it('that is refused changes none of them', async () => {
    const k = kit()
    const f = k.R(async () => 1, { adaptiveLimit: { ...KEY } })
    await f('a')
    expect(codes(() => k.configure(f, { adaptiveLimit: { maxLimit: 10 } }))).toEqual(['R4C-REG-003'])
    expect(rows(k, 'adaptiveLimit')).toMatchObject([{ limit: 20, config: { maxLimit: 200 } }])
  })

  it.each([{ maxKeys: 0 }, { maxKeys: 1_000_001 }, { maxKeys: 1.5 }])('%o is R4C-ATR-010', async (options) => {
    const k = kit()
    expect(codes(() => k.reg.configure({ defaults: { bulkhead: options } }))).toEqual(['R4C-ATR-010'])
  })

  it('of fewer keys lets idle ones go when the next key comes', async () => {
    const k = kit()
    const f = k.R((key: string) => (key === 'c' ? k.hang() : Promise.resolve()), { bulkhead: { ...KEY } })
    for (const key of ['a', 'b', 'c', 'd', 'e']) void f(key)
    await k.adv(0)
    k.configure(f, { bulkhead: { maxKeys: 2 } })
    void f('f')
    expect(ids(k, 'bulkhead')).toEqual([`${k.id(f)}[c]`, `${k.id(f)}[f]`])
  })

  it('a reset is every key’s', async () => {
    const k = kit()
    const f = k.R(failing, { circuitBreaker: { ...BRK, ...KEY } })
    for (const key of ['a', 'a']) await k.st(f(key))
    k.reg.reset()
    expect(rows(k, 'circuitBreaker')).toMatchObject([{ state: 'CLOSED', calls: 0 }])
  })

  it('listeners that come and go are heard by keyed ones too', async () => {
    const k = kit()
    const f = k.R(() => k.hang(), { bulkhead: { ...KEY, maxConcurrent: 1 } })
    void f('a')
    const seen: string[] = []
    const end = k.reg.on('bulkhead.rejected', ({ instance }) => { seen.push(instance) })
    await k.st(f('a'))
    end()
    await k.st(f('a'))
    expect(seen).toEqual([`${k.id(f)}[a]`])
  })
})

// how each policy comes to hold something under a key, and how it lets go of it
const LIMITS = {
  circuitBreaker: { options: BRK, hold: (f: any) => Promise.allSettled([f('a', 'fail'), f('a', 'fail')]), letGo: (k: Kit, id: string) => k.reg.circuitBreaker(`${id}[a]`).close(), refused: { name: 'CallNotPermittedError', state: 'FORCED_OPEN' } },
  rateLimiter: { options: { permits: 1 }, hold: (f: any) => f('a'), letGo: (k: Kit) => k.adv(1000), refused: { name: 'RateLimitExceededError', retryAfterMs: 1000 } },
  adaptiveLimit: { options: { initialLimit: 1 }, hold: (f: any) => void f('a', 'wait'), letGo: (k: Kit) => k.adv(500), refused: { name: 'LimitExceededError' } },
  bulkhead: { options: { maxConcurrent: 1 }, hold: (f: any) => void f('a', 'wait'), letGo: (k: Kit) => k.adv(500), refused: { name: 'BulkheadFullError', reason: 'FULL' } },
} as const

for (const [policy, { options, hold, letGo, refused }] of Object.entries(LIMITS)) {
  cases(`keys: no room, ${policy}`, (kit) => {
    const full = async (more: object = {}) => {
      const k = kit()
      const body = async (_key: string, what?: string) => {
        if (what === 'fail') throw new Error('x')
        return what === 'wait' ? k.after(500, 'ok') : 'ok'
      }
      const f = k.R(body, { [policy]: { ...options, ...KEY, maxKeys: 1, ...more } })
      await hold(f)
      return { k, f, id: k.id(f) }
    }

    it('shares one instance', async () => {
      const { k, f, id } = await full()
      expect(await k.st(f('b'))).toEqual(['ok', 'ok'])
      expect(await k.st(f('c'))).toMatchObject(policy === 'rateLimiter' ? ['err', { instanceId: `${id}[*]` }] : ['ok', 'ok'])
      expect(k.ev('registry.keyOverflow')).toMatchObject([{ instance: id, policy, key: 'b' }, { instance: id, policy, key: 'c' }])
      expect(ids(k, policy)).toEqual([`${id}[a]`, `${id}[*]`])
    })

    it('rejects in its own way', async () => {
      const { k, f, id } = await full({ onKeyOverflow: 'reject' })
      const error = expect.objectContaining({ ...refused, message: `${policy} ${id} has no room for another key, and none of those that it has is idle` })
      expect([await k.st(f('b')), await k.st(f('b'))]).toEqual([['err', error], ['err', error]])
      expect(k.ev('registry.keyOverflow')).toHaveLength(2)
      expect(k.ev(`${policy}.rejected`)).toHaveLength(2)
      expect(ids(k, policy)).toEqual([`${id}[a]`])
    })

    it('passes by', async () => {
      const { k, f, id } = await full({ onKeyOverflow: 'bypass' })
      for (let i = 0; i < 3; i++) expect(await k.st(f('b'))).toEqual(['ok', 'ok'])
      expect(k.ev('registry.keyOverflow')).toHaveLength(3)
      expect(ids(k, policy)).toEqual([`${id}[a]`])
    })

    it('has room again once the other key is idle', async () => {
      const { k, f, id } = await full()
      await letGo(k, id)
      expect(await k.st(f('b'))).toEqual(['ok', 'ok'])
      expect(ids(k, policy)).toEqual([`${id}[b]`])
      expect(k.ev('registry.keyOverflow')).toEqual([])
    })

    it('keeps what somebody uses under its key', async () => {
      const { k, f, id } = await full({ maxKeys: 2 })
      for (let i = 0; i < 100; i++) await k.st(f(`key-${i}`))
      expect(ids(k, policy)).toContain(`${id}[a]`)
      expect(ids(k, policy).length).toBeLessThanOrEqual(3)
    })
  })
}

cases('keys: no room, retry', (kit) => {
  const full = async (onKeyOverflow: string) => {
    const k = kit()
    const f = k.R(failing, { retry: { ...KEY, maxKeys: 1, onKeyOverflow, maxAttempts: 2, delay: '0', budgetPercent: 1, budgetMinRetriesPerSecond: 0.1 } })
    await k.st(f('a'))
    return { k, f }
  }
  const reasons = (k: Kit) => k.ev('retry.gaveUp').map(({ reason }) => reason)

  it('shares one budget', async () => {
    const { k, f } = await full('share')
    for (const key of ['b', 'c']) await k.st(f(key))
    expect(reasons(k)).toEqual(['MAX_ATTEMPTS', 'MAX_ATTEMPTS', 'BUDGET_EXHAUSTED'])
  })

  it('a budget that rejects refuses the retry', async () => {
    const { k, f } = await full('reject')
    await k.st(f('b'))
    expect(reasons(k)).toEqual(['MAX_ATTEMPTS', 'BUDGET_EXHAUSTED'])
  })

  it('without its layer the call is one attempt, for a fallback too', async () => {
    const k = kit()
    const fallback = vi.fn((_failure: unknown, { attempts }: { attempts: number }) => attempts)
    const f = k.R(failing, { fallback, retry: { ...KEY, maxKeys: 1, onKeyOverflow: 'bypass', maxAttempts: 2, delay: '0', budgetPercent: 1, budgetMinRetriesPerSecond: 0.1 } })
    expect([await f('a'), await f('b')]).toEqual([2, 1])
  })

  it('is idle when its window has passed', async () => {
    const { k, f } = await full('share')
    await k.adv(10_000)
    await k.st(f('b'))
    expect(k.ev('registry.keyOverflow')).toEqual([])
    expect(ids(k, 'retry')).toEqual([`${k.id(f)}[b]`])
  })
})

cases('keys: who goes', (kit) => {
  it('spares once whoever was used since the last round', async () => {
    const k = kit()
    const f = k.R(async () => 'ok', { bulkhead: { ...KEY, maxKeys: 3 } })
    const kept = () => ids(k, 'bulkhead').map((id) => id.slice(-2, -1)).join('')
    for (const key of 'abca') await f(key)
    await f('d')
    expect(kept()).toBe('acd')
    await f('e')
    expect(kept()).toBe('ade')
    await f('f')
    expect(kept()).toBe('def')
    await f('d')
    await f('g')
    expect(kept()).toBe('dfg')
  })

  it.each(['FORCED_OPEN', 'DISABLED', 'METRICS_ONLY', 'HALF_OPEN'])('no breaker that is %s', async (state) => {
    const k = kit()
    const f = k.R(async () => 'ok', { circuitBreaker: { ...KEY, maxKeys: 1 } })
    await f('a')
    const handle = k.reg.circuitBreaker(`${k.id(f)}[a]`)
    ;({ FORCED_OPEN: () => handle.forceOpen(), DISABLED: () => handle.disable(), METRICS_ONLY: () => handle.metricsOnly(), HALF_OPEN: () => handle.halfOpen() })[state]!()
    await f('b')
    expect(handle.state).toBe(state)
    expect(k.ev('registry.keyOverflow')).toHaveLength(1)
  })

  it('no closed breaker that somebody is under way with', async () => {
    const k = kit()
    const f = k.R(async (key: string) => { if (key === 'a') await k.failAfter(100, new Error('x')) }, { circuitBreaker: { ...BRK, ...KEY, maxKeys: 1 } })
    const calls = [f('a'), f('a')]
    await f('b')
    await k.adv(100)
    await Promise.allSettled(calls)
    expect(k.reg.circuitBreaker(`${k.id(f)}[a]`).state).toBe('OPEN')
  })

  it('no bulkhead whose method still runs after its timeout, nor one with a line', async () => {
    const k = kit()
    const f = k.R(() => k.after(1000), { timeout: '100ms', bulkhead: { ...KEY, maxKeys: 1, maxConcurrent: 1, maxWait: '5s' } })
    const calls = [f('a'), f('a')]
    await k.adv(100)
    await Promise.allSettled(calls)
    void f('b').catch(() => {})
    expect(ids(k, 'bulkhead')).toEqual([`${k.id(f)}[a]`, `${k.id(f)}[*]`])
    await k.adv(5000)
    expect(rows(k, 'bulkhead').map(({ inUse, waiting }) => [inUse, waiting])).toEqual([[0, 0], [0, 0]])
  })

  it('reads no clock for a policy that needs none', async () => {
    let reads = 0
    const k = kit()
    const { clock } = k.reg.realm
    k.reg.realm.clock = { now: () => (reads++, clock!.now()) }
    const f = k.R(async () => 'ok', { bulkhead: { ...KEY, maxKeys: 1 }, circuitBreaker: { ...KEY, maxKeys: 1 } })
    for (const key of 'abcd') await f(key)
    expect(reads).toBe(0)
  })

  it('what is given back goes where it was taken, and there are never more than there may be', async () => {
    await fc.assert(fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }), fc.constantFrom('share', 'reject', 'bypass'),
      fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), ms: fc.integer({ min: 0, max: 30 }), fails: fc.boolean(), gap: fc.integer({ min: 0, max: 10 }) }), { maxLength: 30 }),
      async (maxKeys, onKeyOverflow, steps) => {
        const k = kit()
        const running = new Map<string, number>()
        const f = k.R(async ({ key, ms, fails }: (typeof steps)[number]) => {
          running.set(key, (running.get(key) ?? 0) + 1)
          await (fails ? k.failAfter(ms, new Error('x')) : k.after(ms)).finally(() => { running.set(key, running.get(key)! - 1) })
        }, { circuitBreaker: { ...BRK, key: ({ key }: any) => key, maxKeys, onKeyOverflow }, bulkhead: { key: ({ key }: any) => key, maxConcurrent: 2, maxKeys, onKeyOverflow } })
        const calls: Promise<unknown>[] = []
        for (const step of steps) {
          calls.push(f(step))
          await k.adv(step.gap)
          const shown = rows(k, 'bulkhead')
          expect(shown.filter(({ instance }) => !instance.endsWith('[*]')).length).toBeLessThanOrEqual(maxKeys)
          for (const { instance, inUse } of shown) if (!instance.endsWith('[*]')) expect(inUse).toBeLessThanOrEqual(running.get(instance.slice(-2, -1)) ?? 0)
          if (onKeyOverflow === 'share') expect(shown.reduce((sum, { inUse }) => sum + inUse, 0)).toBe([...running.values()].reduce((sum, n) => sum + n, 0))
        }
        await k.adv(100)
        await Promise.allSettled(calls)
        expect(rows(k, 'bulkhead').every(({ inUse }) => inUse === 0)).toBe(true)
      },
    ), { numRuns: 100, seed: 8 })
  })
})
