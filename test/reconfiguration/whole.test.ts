import { expect, it } from 'vitest'
import { cases } from '../cases/kit.ts'

cases('while it runs', (kit) => {
  it('all changes hold together, and the registry tells once', async () => {
    const k = kit()
    const f = k.R(async () => 'ok', { rateLimiter: { permits: 5 }, bulkhead: { maxConcurrent: 5 } })
    await f()
    const seen: unknown[] = []
    k.reg.on('registry.reconfigured', () => { seen.push([k.snap(f)['rateLimiter'].config.permits, k.snap(f)['bulkhead'].max]) })
    k.configure(f, { rateLimiter: { permits: 3 }, bulkhead: { maxConcurrent: 3 } })
    expect(seen).toEqual([[3, 3]])
  })

  it('a mistake anywhere changes nothing anywhere', async () => {
    const k = kit()
    const f = k.R(async () => 'ok', { rateLimiter: { permits: 5 }, bulkhead: { maxConcurrent: 5 } })
    await f()
    expect(() => k.configure(f, { rateLimiter: { permits: 3 }, bulkhead: { maxConcurrent: -1 } })).toThrow(/R4C-ATR-010/)
    expect([k.snap(f)['rateLimiter'].config.permits, k.snap(f)['bulkhead'].max]).toEqual([5, 5])
    expect(k.ev('registry.reconfigured')).toHaveLength(0)
  })

  it("a fallback's lists may change, its handler is the site's own", async () => {
    const k = kit()
    const f = k.R(async () => { throw new RangeError('far') }, { fallback: { handler: () => 'answered' } })
    expect(await f()).toBe('answered')
    for (const own of [{ handler: () => 'other' }, { method: 'other' }]) expect(() => k.configure(f, { fallback: own })).toThrow(/R4C-CFG-001/)
    k.configure(f, { fallback: { skipOn: ['RangeError'] } })
    await expect(f()).rejects.toThrow('far')
  })
})
