import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BRK, cases } from '../cases/kit.ts'
import { KEY, ids, rows } from './rows.ts'

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
