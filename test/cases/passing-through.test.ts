// With everything switched off a function is what it was without policies: what it gives and throws, its receiver and arguments, when it begins, and its caller's signal.
import { expect, it } from 'vitest'
import { attemptSignal, BRK, cases, type Layers } from './kit.ts'
import { failures, open, spy } from './outcomes.ts'

const ALL: Layers = {
  fallback: () => 'fb', retry: { delay: '0', budgetPercent: 10 }, circuitBreaker: { ...BRK, slowCallDuration: '1ms' }, rateLimiter: { permits: 1, maxWait: '1m' }, adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '1m' },
  timeout: '1s', bulkhead: { maxConcurrent: 1, maxWait: '1m' }, classifier: { result: () => 'failure', error: () => 'failure' },
}
const { retry: _, ...REST } = ALL
const STACKS: [string, Layers][] = [
  ['seven', ALL],
  ['a hedge and the rest', { ...REST, hedge: { delay: '1ms', budgetPercent: 0 } }],
  ['turned round', { ...ALL, order: ['bulkhead', 'timeout', 'adaptiveLimit', 'retry', 'circuitBreaker'] }],
  ['by key', { ...ALL, circuitBreaker: { ...BRK, key: () => 'k' }, bulkhead: { maxConcurrent: 1, key: () => 'k' } }],
]
const err = new Error('err')

cases('passing through', (kit) => {
  it.each(STACKS)('values, failures, receivers and arguments: %s', async (_title, layers) => {
    const { R, reg, ev, st, clock } = kit()
    reg.configure({ enabled: false })
    const before = ev().length
    const value = {}
    const seen: unknown[] = []
    const f = R(function (this: unknown, ...args: unknown[]) {
      seen.push([this, ...args])
      if (args[1] === 'throws') throw err
      return args[1] === 'rejects' ? Promise.reject(err) : args[1] === 'later' ? Promise.resolve(value) : value
    }, layers)
    const self = { f }
    const argument = {}
    for (const [word, right] of [['value', ['ok', value]], ['later', ['ok', value]], ['throws', ['err', err]], ['rejects', ['err', err]]] as const) {
      const p = self.f(argument, word)
      // it has begun in the caller's turn
      expect(seen.at(-1)).toEqual([self, argument, word])
      expect((seen.at(-1) as unknown[])[1]).toBe(argument)
      const end = await st(p)
      expect(end).toEqual(right)
      expect(end[1]).toBe(right[1])
    }
    expect([seen.length, ev().slice(before), clock.now()]).toEqual([4, [], 0])
  })

  it.each(STACKS)('many at once, which no one holds up or counts: %s', async (_title, layers) => {
    const { R, reg, st, adv } = kit()
    reg.configure({ enabled: false })
    const m = open()
    const f = R(m, layers)
    const all = failures(Array.from({ length: 9 }, () => f()))
    await adv(10_000)
    expect(m.calls).toBe(9)
    for (const call of m.pending) call.reject(err)
    expect(await all).toEqual(Array(9).fill(err))
    for (const rows of Object.values(reg.snapshot())) {
      if (!Array.isArray(rows)) continue
      for (const row of rows as Record<string, unknown>[]) for (const held of ['calls', 'inUse', 'inFlight', 'waiting', 'pending', 'timedOut', 'rejected']) if (held in row) expect([held, row[held]]).toEqual([held, 0])
    }
    expect(await st(all)).toMatchObject(['ok', {}])
  })

  it.each(STACKS)('the caller’s signal is the attempt’s, and whoever leaves is waited for: %s', async (_title, layers) => {
    const { R, reg, ac, st } = kit()
    reg.configure({ enabled: false })
    const c = ac()
    const gate = open()
    const seen: AbortSignal[] = []
    const f = R(() => {
      seen.push(attemptSignal())
      return gate()
    }, layers)
    const p = f({ signal: c.signal })
    await st(p)
    c.abort('why')
    expect(await st(p)).toBe('pending')
    gate.pending[0]!.resolve('v')
    expect([await st(p), seen[0]]).toEqual([['ok', 'v'], c.signal])
    expect(seen[0]).toBe(c.signal)
  })

  it('those who wait when all is switched off go on at once, and what they held is given back', async () => {
    const { R, reg, adv, hang, snap } = kit()
    const m = spy(hang)
    const sites = [R(m, { bulkhead: { maxConcurrent: 1, maxWait: '1m' } }), R(m, { adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '1m' } }), R(m, { rateLimiter: { permits: 1, period: '1h', maxWait: '2h' } })]
    for (const f of sites) for (let i = 0; i < 2; i++) f().catch(() => {})
    expect(m.calls).toBe(3)
    reg.configure({ enabled: false })
    await adv(0)
    expect(m.calls).toBe(6)
    reg.configure({ enabled: null as never })
    expect([snap(sites[0]!)['bulkhead'].waiting, snap(sites[1]!)['adaptiveLimit'].waiting, snap(sites[2]!)['rateLimiter'].waiting]).toEqual([0, 0, 0])
  })

  it('a sync site too', () => {
    const { R, reg, ev } = kit()
    reg.configure({ enabled: false })
    const before = ev().length
    const value = {}
    const { hedge: _none, ...layers } = { ...ALL, hedge: undefined }
    const f = R((throws: boolean) => {
      if (throws) throw err
      return value
    }, { ...layers, mode: 'sync', signal: undefined, rateLimiter: {}, adaptiveLimit: {}, bulkhead: {} })
    expect(f(false)).toBe(value)
    expect(() => f(true)).toThrow(err)
    expect(ev().slice(before)).toEqual([])
  })
})
