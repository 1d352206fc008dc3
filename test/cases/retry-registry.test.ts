// Retry with what surrounds it: budgets by configuration, listeners, promises that nobody handles, the platform's own timers.
import { expect, it } from 'vitest'
import { bundle, resilient } from '@resilience4cata/policies/index'
import { BRK, cases, type Layers } from './kit.ts'
import { fails } from './outcomes.ts'

const LAYERS: Layers = { retry: { delay: '1ms' }, timeout: '1s', hedge: { delay: '5ms' }, bulkhead: {}, fallback: async () => { throw new Error('fallback') } }
const names = Object.keys(LAYERS) as (keyof Layers)[]
const subsets = Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((__, i) => bits & (1 << i))).filter((some) => !(some.includes('retry') && some.includes('hedge')))
const cfg = (some: readonly (keyof Layers)[]): Layers => Object.fromEntries(some.map((name) => [name, LAYERS[name]]))

cases('retry in its registry', (kit) => {
  // what isn't handled would be found by the kit
  it.each(subsets.map((some) => [some.join(', ') || 'no layer', some] as const))('RT-17 · no promise is left unhandled: %s', async (_, some) => {
    const { R, run, failAfter, hang, adv } = kit()
    await expect(run(R(fails(9), cfg(some)))).rejects.toThrow()
    await expect(run(R(() => Promise.reject(new Error('already')), cfg(some)))).rejects.toThrow()
    await expect(run(R(() => { throw new Error('sync') }, cfg(some)))).rejects.toThrow()
    let n = 0
    const late = R(() => (n++ ? failAfter(3000, new Error('late')) : hang()), cfg(some.filter((name) => name !== 'fallback')))()
    late.catch(() => {})
    await adv(10_000)
  })

  it('RT-18 · retries without a wait let timers have their turn', async () => {
    const { R } = kit({ registry: {} })
    const m = fails(Infinity)
    let tick = 0
    setImmediate(() => { tick = m.calls })
    await R(m, { retry: { maxAttempts: 10_000, delay: '0' } })().catch(() => {})
    expect(m.calls).toBe(10_000)
    expect(tick).toBeGreaterThan(0)
    expect(tick).toBeLessThanOrEqual(32)
  })

  it('RT-19 · a listener that throws or rejects changes nothing, and is reported', async () => {
    const { R, reg, run } = kit()
    const seen: string[] = []
    reg.onError = (error) => { seen.push((error as Error).message) }
    reg.on('retry.retrying', () => { throw new Error('hook') })
    reg.on('retry.retrying', async () => { throw new Error('hook2') })
    expect(await run(R(fails(2), { retry: { delay: '0' } }))).toBe('ok')
    expect(seen.sort()).toEqual(['hook', 'hook', 'hook2', 'hook2'])
  })

  it('RT-19 · without onError it goes to reportError', async () => {
    const { R, reg, run } = kit()
    const seen: string[] = []
    const globals = globalThis as { reportError?: unknown }
    globals.reportError = (error: Error) => seen.push(error.message)
    try {
      reg.on('*', () => { throw new Error('hook') })
      expect(await run(R(fails(2), { retry: { delay: '0' } }))).toBe('ok')
    } finally {
      delete globals.reportError
    }
    expect(seen).toEqual(['hook', 'hook'])
  })

  it('RT-21 · the budget’s minimum allowance is used', async () => {
    const { R, run, ev } = kit()
    const m = fails(Infinity)
    await run(R(m, { retry: { maxAttempts: 50, delay: '0', budgetPercent: 20, budgetMinRetriesPerSecond: 1, budgetWindow: '10s' } })).catch(() => {})
    expect(m.calls).toBe(11)
    expect(ev('retry.gaveUp')).toMatchObject([{ reason: 'BUDGET_EXHAUSTED', attempts: 11 }])
  })

  const budget = { budgetPercent: 20, budgetMinRetriesPerSecond: 0.1 }
  it.each<[string, (k: ReturnType<typeof kit>, m: ReturnType<typeof fails>) => (...args: any[]) => any]>([
    ['written', ({ R }, m) => R(m, { retry: { delay: '0', ...budget } })],
    ['defaults', ({ R, reg }, m) => {
      reg.configure({ defaults: { retry: budget } })
      return R(m, { retry: { delay: '0' } })
    }],
    ['a named configuration', ({ R, reg }, m) => {
      reg.configure({ configs: { thrifty: { retry: budget } } })
      return R(m, { retry: { delay: '0', config: 'thrifty' } })
    }],
    ['instances, before', ({ R, reg }, m) => {
      reg.configure({ instances: { pay: { retry: budget } } })
      return R(m, { name: 'pay', retry: { delay: '0' } })
    }],
    ['instances, later', ({ R, reg }, m) => {
      const pay = R(m, { name: 'pay', retry: { delay: '0' } })
      reg.configure({ instances: { pay: { retry: budget } } })
      return pay
    }],
    ['instances, after the first call', ({ R, reg }, m) => {
      const pay = R(m, { name: 'pay', retry: { delay: '0' } })
      void pay().catch(() => {})
      reg.configure({ instances: { pay: { retry: budget } } })
      return pay
    }],
    ['flat keys', ({ R, reg }, m) => {
      reg.configure({ 'defaults.retry.budgetPercent': '20', 'defaults.retry.budgetMinRetriesPerSecond': '0.1' })
      return R(m, { retry: { delay: '0' } })
    }],
  ])('RT-22 · a budget holds wherever it is set: %s', async (_, make) => {
    const k = kit()
    const f = make(k, fails(Infinity))
    for (let i = 0; i < 3; i++) await k.run(f).catch(() => {})
    expect(k.snap(f)['retry'].budget).toMatchObject({ retries: 1 })
    expect(k.ev('retry.gaveUp').at(-1)).toMatchObject({ reason: 'BUDGET_EXHAUSTED', attempts: 1 })
  })

  it('RT-22 · a budget holds wherever it is set: a bundle', async () => {
    const { reg, run, ev } = kit()
    const f = resilient([bundle({ registry: reg, mode: 'async', retry: { delay: '0', ...budget } }), { name: 'pay' }], fails(Infinity))
    for (let i = 0; i < 3; i++) await run(f as () => Promise<unknown>).catch(() => {})
    expect(reg.snapshot().retry).toMatchObject([{ instance: 'pay', budget: { retries: 1 } }])
    expect(ev('retry.gaveUp').at(-1)).toMatchObject({ reason: 'BUDGET_EXHAUSTED', attempts: 1 })
  })

  it('RT-22 · a budget is one of each instance', async () => {
    const { R, run, snap } = kit()
    const [a, b] = [R(fails(Infinity), { retry: { delay: '0', ...budget } }), R(fails(Infinity), { retry: { delay: '0', ...budget }, circuitBreaker: BRK })]
    await run(a).catch(() => {})
    expect([snap(a)['retry'].budget.retries, snap(b)['retry'].budget.retries]).toEqual([1, 0])
  })
})
