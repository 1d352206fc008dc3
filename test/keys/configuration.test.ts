import { expect, it } from 'vitest'
import { BRK, cases } from '../cases/kit.ts'
import { KEY, codes, failing, ids, rows } from './rows.ts'

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

  it('that needs code of its own hands it to the keys that there are, and to those that come', async () => {
    const k = kit()
    const f = k.R(failing, { circuitBreaker: { ...BRK, ...KEY } })
    await k.st(f('a'))
    k.configure(f, { circuitBreaker: { ignoreOn: 'Error' } })
    for (const key of ['a', 'a', 'b', 'b', 'b']) await k.st(f(key))
    expect(rows(k, 'circuitBreaker').map(({ state, calls }) => [state, calls])).toEqual([['CLOSED', 1], ['CLOSED', 0]])
  })

  it('is told of by each key’s instance, and by nobody else', async () => {
    const k = kit()
    const f = k.R(async () => 1, { adaptiveLimit: { ...KEY, initialLimit: 10 } })
    await f('a')
    await f('b')
    k.configure(f, { adaptiveLimit: { initialLimit: 5, maxLimit: 5 } })
    expect(k.ev('adaptiveLimit.limitChanged').map(({ instance }) => instance)).toEqual([`${k.id(f)}[a]`, `${k.id(f)}[b]`])
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

  it('of fewer keys lets nobody go who is busy, until that is over', async () => {
    const k = kit()
    const f = k.R(() => k.after(10), { bulkhead: { ...KEY } })
    const kept = () => ids(k, 'bulkhead').map((id) => id.slice(-2, -1)).join('')
    void f('a')
    void f('b')
    k.configure(f, { bulkhead: { maxKeys: 1 } })
    void f('c')
    expect(kept()).toBe('ab*')
    await k.adv(10)
    void f('d')
    expect(kept()).toBe('d*')
  })

  it('of fewer keys lets the last one go as well', async () => {
    const k = kit()
    const f = k.R((key: string) => (key === 'a' ? k.hang() : Promise.resolve()), { bulkhead: { ...KEY } })
    for (const key of ['a', 'b']) void f(key)
    await k.adv(0)
    k.configure(f, { bulkhead: { maxKeys: 1 } })
    void f('c')
    expect(ids(k, 'bulkhead')).toEqual(['a', '*'].map((key) => `${k.id(f)}[${key}]`))
  })

  it('is also that of the one whom keys without room share', async () => {
    const k = kit()
    const f = k.R(() => k.hang(), { bulkhead: { ...KEY, maxKeys: 1, maxConcurrent: 3 } })
    for (const key of ['a', 'b']) void f(key)
    k.configure(f, { bulkhead: { maxConcurrent: 1 } })
    expect(await k.st(f('c'))).toMatchObject(['err', { reason: 'FULL', instanceId: `${k.id(f)}[*]` }])
  })

  it('may say what becomes of keys without room, again and again', async () => {
    const k = kit()
    const f = k.R(() => k.hang(), { bulkhead: { ...KEY, maxKeys: 1, maxConcurrent: 1 } })
    void f('a')
    const ends: unknown[] = []
    for (const onKeyOverflow of ['reject', 'bypass', 'share', 'share', 'bypass', 'reject']) {
      k.configure(f, { bulkhead: { onKeyOverflow } })
      k.configure(f, { bulkhead: { enabled: false } })
      k.configure(f, { bulkhead: { enabled: true } })
      ends.push(await k.st(f('b')))
    }
    const full = ['err', expect.objectContaining({ reason: 'FULL' })]
    expect(ends).toEqual([full, 'pending', 'pending', full, 'pending', full])
  })

  it('may give the key, and take it back: who was kept is forgotten', async () => {
    const k = kit()
    const f = k.R(failing, { circuitBreaker: { ...BRK, maxKeys: 1 } })
    const go = async (...keys: string[]) => { for (const key of keys) await k.st(f(key, 'z')) }
    const shown = () => rows(k, 'circuitBreaker').map(({ instance, state, calls }) => `${instance.slice(k.id(f).length)} ${state} ${calls}`)
    await go('a')
    k.configure(f, { circuitBreaker: { key: (...args: string[]) => args.join('') } })
    await go('a', 'a', 'b')
    expect(shown()).toEqual(['[az] OPEN 2', '[*] CLOSED 1'])
    k.configure(f, { circuitBreaker: { key: null } })
    expect(shown()).toEqual([' CLOSED 1'])
    k.configure(f, { circuitBreaker: { ...KEY } })
    expect(shown()).toEqual([])
    await go('c', 'c', 'd')
    expect(shown()).toEqual(['[c] OPEN 2', '[*] CLOSED 1'])
  })

  it('that gives the key or takes it back: only who counts calls tells', async () => {
    const k = kit()
    const f = k.R(async () => 1, { adaptiveLimit: { initialLimit: 10, maxKeys: 10 } })
    const told = async (configured: object) => {
      k.configure(f, { adaptiveLimit: configured })
      await f('a')
      k.forget()
      const limit = rows(k, 'adaptiveLimit')[0].limit - 1
      k.configure(f, { adaptiveLimit: { initialLimit: limit, maxLimit: limit } })
      return k.ev('adaptiveLimit.limitChanged').map(({ instance }) => instance)
    }
    expect(await told({})).toEqual([k.id(f)])
    expect(await told({ ...KEY })).toEqual([`${k.id(f)}[a]`])
    // who listens from now on is told as well
    const seen: string[] = []
    k.reg.on('adaptiveLimit.*', ({ instance }) => { seen.push(instance) })
    expect(await told({ key: null })).toEqual([k.id(f)])
    expect(await told({ ...KEY })).toEqual([`${k.id(f)}[a]`])
    expect(seen).toEqual([k.id(f), `${k.id(f)}[a]`])
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
