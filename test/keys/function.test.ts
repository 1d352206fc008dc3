import { expect, it, vi } from 'vitest'
import { type ConfigurationError, pipeline } from '@resilience4cata/policies/index'
import { cases } from '../cases/kit.ts'
import { KEY, codes, failing, ids, rows } from './rows.ts'

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

  it('that gives a promise: nobody awaits it, and its failure is reported', async () => {
    const k = kit()
    const reported: unknown[] = []
    k.reg.onError = (error, about) => { reported.push(error, about) }
    const error = new Error('no host')
    const f = k.R(async () => 'ok', { bulkhead: { key: async () => { throw error } } })
    expect(await k.st(f())).toMatchObject(['err', { code: 'R4C-REG-011' }])
    expect(reported).toEqual([error, { instance: k.id(f), source: 'key' }])
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
