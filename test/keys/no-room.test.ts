import { expect, it, vi } from 'vitest'
import { createRegistry, resilient } from '@resilience4cata/policies/index'
import { BRK, cases, type Kit } from '../cases/kit.ts'
import { KEY, failing, ids } from './rows.ts'

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

cases('keys: no room, hedge', (kit) => {
  const full = async (onKeyOverflow: string) => {
    const k = kit()
    const f = k.R(() => k.after(50, 'ok'), { hedge: { ...KEY, maxKeys: 1, onKeyOverflow, delay: '10ms', budgetPercent: 1, budgetMinHedgesPerSecond: 0.1 } })
    const call = async (key: string) => {
      const answer = f(key)
      await k.adv(100)
      return answer
    }
    await call('a')
    return { k, f, call }
  }
  const told = (k: Kit) => k.ev().filter(({ type }) => type.startsWith('hedge')).map(({ type, instance }) => type.slice(6) + instance.slice(instance.indexOf('[')))

  it('shares one budget', async () => {
    const { k, call } = await full('share')
    for (const key of ['b', 'c']) expect(await call(key)).toBe('ok')
    expect(told(k)).toEqual(['hedged[a]', 'hedged[*]', 'skipped[*]'])
  })

  it('a budget that rejects refuses the further attempt', async () => {
    const { k, call } = await full('reject')
    expect(await call('b')).toBe('ok')
    expect(told(k)).toEqual(['hedged[a]', 'skipped[*]'])
  })

  it('without its layer the call is one attempt', async () => {
    const { k, call } = await full('bypass')
    expect(await call('b')).toBe('ok')
    expect(told(k)).toEqual(['hedged[a]'])
  })

  it('is idle when its window has passed', async () => {
    const { k, f, call } = await full('share')
    await k.adv(10_000)
    await call('b')
    expect(k.ev('registry.keyOverflow')).toEqual([])
    expect(ids(k, 'hedge')).toEqual([`${k.id(f)}[b]`])
  })
})

it('says so of a function without a name too', async () => {
  const limit = { permits: 1, key: String, maxKeys: 1, onKeyOverflow: 'reject' } as const
  const f = resilient({ registry: createRegistry(), rateLimiter: limit }, async (key: string) => key)
  await f('a')
  await expect(f('b')).rejects.toThrow('rateLimiter without a name has no room for another key')
})
