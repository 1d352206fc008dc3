// What must not go on living: keyed instances, functions nobody has, listeners and reactions on what lives long; and what must not be moved, element by element.
import { expect, it } from 'vitest'
import { createRegistry, resilient } from '@resilience4cata/policies/index'
import { collect, gained, MB } from '../heap.ts'
import { attemptSignal, BRK, cases, type Layers } from '../kit.ts'
import { compileText, d, failures, open, times } from '../outcomes.ts'

cases('living: keys', (kit) => {
  it.each<[string, Layers, string, (row: any) => boolean]>([
    ['EN-06 · a limiter that is used up', { rateLimiter: { permits: 1, period: '24h' } }, 'RateLimitExceededError', ({ available }) => available === 0],
    ['EN-06 · a slot that is taken', { bulkhead: { maxConcurrent: 1 } }, 'BulkheadFullError', ({ inUse }) => inUse > 0],
    ['EN-06 · a limit that is reached', { adaptiveLimit: { initialLimit: 1, maxLimit: 1 } }, 'LimitExceededError', ({ inFlight }) => inFlight > 0],
  ])('ten thousand hosts leave what isn’t neutral where it is: %s', async (_, layers, name, held) => {
    const { R, reg, hang, adv } = kit()
    const [layer] = Object.keys(layers)
    const options = { ...(layers as any)[layer!], key: (h: string) => h, maxKeys: 50 }
    const f = R((host: string) => (host === 'bad' && layer !== 'rateLimiter' ? hang() : Promise.resolve('ok')), { [layer!]: options, signal: undefined })
    void f('bad')
    await adv(0)
    const before = layer === 'rateLimiter' ? 40 : 10_000
    for (let i = 0; i < before; i++) await f(`host-${i}`)
    const rows = (reg.snapshot() as any)[layer!] as any[]
    expect(rows.length).toBeLessThanOrEqual(51)
    expect(rows.find(({ instance }) => instance.includes('[bad]'))).toSatisfy(held)
    expect((await failures([f('bad')]))[0]).toMatchObject({ name })
  })

  it('EN-06 · where none is neutral, a new key shares one, and is told of it once in a while, not refused', async () => {
    const { R, ev, reg, hang } = kit()
    const f = R(hang, { bulkhead: { maxConcurrent: 5, key: (h: string) => h, maxKeys: 3 }, signal: undefined })
    for (let i = 0; i < 6; i++) void f(`host-${i}`)
    expect(ev('registry.keyOverflow').length).toBeGreaterThan(0)
    const rows = reg.snapshot().bulkhead!
    expect(rows.reduce((sum, { inUse }) => sum + (inUse as number), 0)).toBe(6)
    expect(rows.length).toBeLessThanOrEqual(5)
  })
})

cases('living: on what lives long', (kit) => {
  it.each<[string, Layers, number]>([
    ['EN-05, TO-07 · through waits in lines', { rateLimiter: { permits: 1_000_000 }, bulkhead: { maxConcurrent: 1, maxWait: '1h' }, timeout: '1h' }, 20_000],
    ['EN-05, TO-07 · through retries with deadlines', { retry: { maxAttempts: 2, delay: '0' }, timeout: '1h', circuitBreaker: { windowSize: 10, failureRate: 100 } }, 20_000],
  ])('one signal of many calls keeps nothing of them: %s', async (_, layers, calls) => {
    const { R, ac, forget } = kit()
    const c = ac()
    const f = R(async (o: { tries: number }) => {
      attemptSignal()
      if (layers.retry && o.tries++ === 0) throw new Error('x')
      return 1
    }, layers)
    const grown = await gained(async () => {
      for (let i = 0; i < calls; i += 2) await Promise.all([f({ signal: c.signal, tries: 0 }), f({ signal: c.signal, tries: 0 })])
      forget()
    })
    expect(Math.abs(grown)).toBeLessThan(MB)
  }, 240_000)

  it('TO-07 · a deadline around another function’s keeps nothing of the inner calls', async () => {
    const { R } = kit()
    const died = { n: 0 }
    const deaths = new FinalizationRegistry(() => { died.n++ })
    const inner = R(async () => {
      deaths.register(attemptSignal(), undefined)
      return 1
    }, { timeout: '1h', hedge: { delay: '1h' } })
    const outer = R(async () => {
      const signal = attemptSignal()
      for (let i = 0; i < 200; i++) await inner({ signal })
      return 1
    }, { timeout: '2h' })
    await outer()
    for (let i = 0; i < 20 && died.n < 190; i++) {
      await new Promise(setImmediate)
      collect()
    }
    expect(died.n).toBeGreaterThanOrEqual(190)
  }, 60_000)

  it.each<[string, Layers, (f: any) => Promise<unknown>]>([
    ['CB-18 · of a full slot', { bulkhead: { maxConcurrent: 1, maxWait: '1ms', maxQueue: 0 } }, (f) => f().catch(() => {})],
    ['CB-18 · of a limiter', { rateLimiter: { permits: 1, period: '24h' } }, (f) => f().catch(() => {})],
  ])('ten thousand rejections leave nothing: %s', async (_, layers, call) => {
    const { R, hang, forget } = kit()
    const f = R(hang, layers)
    void f()
    const grown = await gained(async () => {
      for (let i = 0; i < 10_000; i++) await call(f)
      forget()
    })
    expect(Math.abs(grown)).toBeLessThan(MB)
  })

  it('EN-05 · generated text of each order and mode uses nothing that leaks reactions', () => {
    const text = compileText(`
      export const a = resilient({ order: ['timeout', 'retry'], retry: {}, timeout: '1s', signal: (o) => o.signal }, async (o) => o)
      export const b = resilient({ order: ['bulkhead', 'hedge'], hedge: {}, bulkhead: { maxWait: '1s' }, classifier: (v) => 'success' }, async (o) => o)
      export const c = resilient({ mode: 'sync', retry: { delay: '0' }, timeout: '1s', adaptiveLimit: {} }, (o) => o)
      export class S { @Hedge() @Timeout('1s') @RateLimiter({ maxWait: '1s', key: (k) => k }) @Fallback('g') async f(k) { return k } g(k) { return k } }`)
    expect(text.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(text.code.match(/generated/g)!.length).toBeGreaterThan(0)
    expect(text.code).not.toMatch(/AbortSignal\.any|Promise\.race|Promise\.any|\.race\(\[|\.any\(\[/)
  })

  it.each<[string, Layers, string]>([
    ['BH-09 · of a limit', { adaptiveLimit: { initialLimit: 1, maxLimit: 1, maxWait: '24h', maxQueue: 65_536 } }, 'adaptiveLimit'],
    ['BH-09 · of slots of which those in the middle leave', { bulkhead: { maxConcurrent: 1, maxWait: '24h', maxQueue: 65_536 } }, 'bulkhead'],
  ])('a long line is drained, and left, without moving it: %s', async (_, layers, layer) => {
    const timers = { armed: 0, set() { return ++this.armed }, clear() { this.armed-- } }
    const { R, ac, snap } = kit({ registry: { clock: { now: () => 0 }, timers } })
    const gate = d()
    const started: number[] = []
    const c = ac()
    const f = R(async (_o: unknown, n: number) => {
      started.push(n)
      if (n === 0) await gate.promise
    }, layers)
    const { shift, splice, indexOf, filter } = Array.prototype
    let moved = 0
    Array.prototype.shift = function () { moved++; return shift.call(this) }
    Array.prototype.splice = function (...args: [number, number]) { moved++; return splice.apply(this, args) }
    Array.prototype.indexOf = function (...args) { moved++; return indexOf.apply(this, args as never) }
    Array.prototype.filter = function (...args: any[]) { moved++; return filter.apply(this, args as never) as any }
    let ends: Promise<unknown>
    try {
      const calls = times(10_000, (n) => f(n % 2 ? { signal: c.signal } : undefined, n))
      c.abort('why')
      ends = failures(calls)
      await undefined
      gate.resolve()
      await ends
    } finally {
      Object.assign(Array.prototype, { shift, splice, indexOf, filter })
    }
    expect([started, timers.armed]).toEqual([times(5000, (i) => 2 * i), 0])
    expect(snap(f)[layer]).toMatchObject({ waiting: 0 })
    expect(moved).toBeLessThan(200)
  })

  it('EN-06 · permits of keys that have been given up go back to where they were taken', async () => {
    const { R, reg, adv } = kit()
    const m = open()
    const f = R((key: string) => (key.startsWith('slow') ? m() : Promise.resolve(key)), { adaptiveLimit: { initialLimit: 3, key: (key: string) => key, maxKeys: 5 }, circuitBreaker: { ...BRK, key: (key: string) => key, maxKeys: 5 }, signal: undefined })
    const slow = times(3, (i) => f(`slow-${i}`))
    for (let i = 0; i < 200; i++) await f(`k${i}`)
    for (const call of m.pending) call.resolve()
    await Promise.all(slow)
    await adv(0)
    expect(reg.snapshot().adaptiveLimit!.filter(({ inFlight }) => inFlight !== 0)).toEqual([])
  })
})

it.each([['EN-09 · of many names, by key and by configuration', true], ['EN-09 · without names', false]])('functions that nobody has any more are collected: %s', async (_, named) => {
  const registry = createRegistry()
  registry.configure({ defaults: { retry: { delay: '1s' } }, instances: { n1: { bulkhead: { maxConcurrent: 3 } } } })
  // one function for all: two sites of one name must come to the same configuration
  const itself = (k: string) => k
  let died = 0
  const deaths = new FinalizationRegistry(() => { died++ })
  const make = (i: number) => {
    const f = resilient({ registry, ...(named && { name: `n${i % 5}` }), retry: { budgetPercent: 10 }, bulkhead: { key: itself }, adaptiveLimit: {}, fallback: () => i }, async (_k: string) => i)
    if (i % 100 === 0) void f('k')
    deaths.register(f, undefined)
  }
  for (let i = 0; i < 3000; i++) make(i)
  for (let i = 0; i < 30 && died < 2990; i++) {
    await new Promise(setImmediate)
    collect()
  }
  expect(died).toBeGreaterThanOrEqual(2990)
})
