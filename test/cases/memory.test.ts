// What must not grow: heaps after many calls, and what is kept of functions and controllers that nobody has any more.
import { expect, it } from 'vitest'
import { createRegistry, resilient } from '@resilience4cata/policies/index'
import { collect, gained, MB } from './heap.ts'
import { attemptSignal, BRK, cases } from './kit.ts'

cases('memory', (kit) => {
  it.each([['with a signal of its own', true, 100_000], ['without', false, 10_000]])('TO-07, EN-05 · a long-lived signal keeps nothing of each call: %s', async (_, asks, calls) => {
    const { R, ac } = kit()
    const c = ac()
    const [made, died] = [{ n: 0 }, { n: 0 }]
    const registry = new FinalizationRegistry(() => { died.n++ })
    const f = R(asks
      ? async () => {
          const signal = attemptSignal()
          if (made.n++ % 1000 === 0) registry.register(signal, undefined)
          return 1
        }
      : async () => 1, { hedge: {}, timeout: '1s' })
    const grown = await gained(async () => { for (let i = 0; i < calls; i++) await f({ signal: c.signal }) })
    expect(Math.abs(grown)).toBeLessThan(MB)
    // the last ones may still be on the stack
    if (asks) expect(died.n).toBeGreaterThan(190)
  }, 240_000)

  it('CB-18 · ten thousand rejections leave nothing', async () => {
    const { R, reg, id, forget } = kit()
    const f = R(async () => 'ok', { circuitBreaker: BRK })
    reg.circuitBreaker(id(f)).forceOpen()
    const grown = await gained(async () => {
      for (let i = 0; i < 10_000; i++) await f().catch(() => {})
      forget()
    })
    expect(Math.abs(grown)).toBeLessThan(MB)
  })
})

it('EN-09 · functions that nobody has any more are collected, named or not', async () => {
  const registry = createRegistry()
  let died = 0
  const deaths = new FinalizationRegistry(() => { died++ })
  const make = (i: number) => deaths.register(resilient({ registry, ...(i % 2 && { name: `n${i % 10}` }), circuitBreaker: {}, rateLimiter: {}, timeout: '1s' }, async () => i), undefined)
  for (let i = 0; i < 10_000; i++) make(i)
  for (let i = 0; i < 20 && died < 9_990; i++) {
    await new Promise(setImmediate)
    collect()
  }
  expect(died).toBeGreaterThanOrEqual(9_990)
  expect(registry.snapshot().circuitBreaker!.length).toBeLessThanOrEqual(20)
})
