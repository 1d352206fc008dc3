import { expect, it } from 'vitest'
import { BRK, cases, type Layers } from '../cases/kit.ts'
import { KEY, codes, failing, ids, rows } from './rows.ts'

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
