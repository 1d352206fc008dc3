// Sites that don't wait: what a thenable result is to each layer, what a deadline makes of what ends late, and what is refused, alike in every engine.
import { describe, expect, it } from 'vitest'
import { createRegistry } from '@resilience4cata/policies/index'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { testingRegistry } from '@resilience4cata/testing/testing-registry'
import { useManualClock } from '@resilience4cata/testing/use-manual-clock'
import { engines } from './engines/engines.ts'

const LAYERS = ['retry: { delay: "0" }', 'circuitBreaker: { windowSize: 9, minimumCalls: 9 }', 'rateLimiter: {}', 'adaptiveLimit: {}', 'timeout: "1h"', 'bulkhead: { maxConcurrent: 1 }', 'fallback: () => "fb"']

describe('sync sites', () => {
  useManualClock({ autoAdvance: true })
  const traces = async (text: string, act: (module: any, note: (what: unknown) => void) => void) => Promise.all(Object.entries(engines).map(async ([way, engine]) => {
    let at = 0
    const registry = createRegistry({ clock: { now: () => at } })
    const trace: unknown[] = []
    registry.on('*', ({ type }) => { trace.push(type) })
    const module = await engine(`import { Mode, resilient } from 'resilience4cata'\nimport { pass, registry } from 'scenario'\n${text}`, { registry, pass: (ms: number) => { at += ms } })
    act(module, (what) => trace.push(what))
    const rows = Object.entries(registry.snapshot()).flatMap(([policy, all]) => (Array.isArray(all) ? all.map(({ config: _config, ...row }: Record<string, unknown>) => [policy, row]) : []))
    return [way, JSON.stringify([trace, rows])] as const
  }))
  const attempt = (f: () => unknown): unknown => {
    try {
      return f()
    } catch (error) {
      const { name, code, message } = error as { name: string; code?: string; message: string }
      return [name, code ?? message]
    }
  }

  it.each([...LAYERS, LAYERS.join(', ')])('a result that is thenable: %s', async (layers) => {
    const all = await traces(`
      const bodies = { promise: () => Promise.resolve(1), rejected: () => { const p = Promise.reject(new Error('x')); p.catch(() => {}); return p }, thenable: () => ({ then() {} }), value: () => 1, throws: () => { throw new Error('x') } };
      export const f = resilient({ registry, name: 'f', mode: 'sync', ${layers} }, (which: string): any => bodies[which]());`,
    ({ f }, note) => { for (const which of ['promise', 'rejected', 'thenable', 'value', 'throws', 'value']) note(attempt(() => f(which))) })
    for (const [way, trace] of all) expect([way, trace]).toEqual([way, all[0]![1]])
    expect(all[0]![1]).toContain('R4C-SYN-010')
  })

  it.each(['', 'retry: { delay: "0", maxAttempts: 2 }', 'circuitBreaker: { windowSize: 2, minimumCalls: 2 }', 'fallback: (e) => e.name', 'adaptiveLimit: {}, bulkhead: {}', 'retry: { delay: "0", maxAttempts: 2 }, order: ["timeout", "retry"]'])('a deadline that a sync body has missed: %s', async (layers) => {
    const all = await traces(`
      export const f = resilient({ registry, name: 'f', mode: 'sync', timeout: { duration: '1s', dispose: (value) => released.push(value) }, ${layers} }, (ms: number, fails = false): string => { pass(ms); if (fails) throw new Error('x'); return 'v' });
      export const released = [];`,
    ({ f, released }, note) => {
      for (const [ms, fails] of [[999, false], [1000, false], [2000, true], [999, true], [0, false]] as const) note(attempt(() => f(ms, fails)))
      note(released)
    })
    for (const [way, trace] of all) expect([way, trace]).toEqual([way, all[0]![1]])
    expect(all[0]![1]).toContain('timeout.timedOut')
  })

  it('shares its retry with an async site, which waits as long as the other side asks to', async () => {
    for (const [way, engine] of Object.entries(engines)) {
      const { sync, async } = await engine(`
        import { resilient } from 'resilience4cata'
        import { registry } from 'scenario'
        const busy = (left: number) => (left > 0 ? { verdict: 'overload', retryAfterMs: 100 } : 'success')
        const retry = { name: 'shared', delay: '0', classifier: busy } as const
        const left = { sync: 2, async: 2 }
        export const sync = resilient({ registry, mode: 'sync', retry }, (): number => left.sync--)
        export const async = resilient({ registry, retry }, async () => left.async--)`, { registry: testingRegistry(new ManualClock(0, { autoAdvance: true })) })
      expect([way, sync(), await async()]).toEqual([way, 2, 0])
    }
  })

  it.each([
    ["bulkhead: { name: 's', maxWait: '1s' }", "bulkhead: { name: 's' }", 'maxWait'],
    ["retry: { name: 's', delay: '1s' }", "retry: { name: 's', delay: '0' }", 'delay'],
    ["rateLimiter: { name: 's', maxWait: '1s', permits: 5 }", "rateLimiter: { name: 's', permits: 5 }", 'maxWait'],
    ["adaptiveLimit: { name: 's', maxWait: '1s' }", "adaptiveLimit: { name: 's' }", 'maxWait'],
  ])('one that is refused for the name it shares is not remembered: %s', async (first, second, option) => {
    for (const [way, engine] of Object.entries(engines)) {
      for (const used of [true, false]) {
        const { make, async, sync } = await engine(`
          import { resilient } from 'resilience4cata'
          import { registry } from 'scenario'
          let made
          export const async = resilient({ registry, ${first} }, async () => 'async')
          export const make = () => { made = resilient({ registry, mode: 'sync', ${second} }, (): string => 'sync') }
          export const sync = () => made()`, { registry: testingRegistry(new ManualClock()) })
        if (used) await async()
        make()
        for (let i = 0; i < 2; i++) {
          expect(sync, way).toThrow(new RegExp(`R4C-REG-008 .*: ${option} is `))
          expect([way, await async()]).toEqual([way, 'async'])
        }
      }
    }
  })

  // a rejection that nobody handles fails the run
  it.each(['timeout: "1s"', 'retry: { delay: "0", classifier: () => "failure" }'])('a promise that nobody gets is nobody’s failure: %s', async (layers) => {
    const all = await traces(`
      export const f = resilient({ registry, name: 'f', mode: 'sync', ${layers} }, (): any => { pass(2000); return Promise.reject(new Error('nobody’s')) });`,
    ({ f }, note) => note(attempt(f)))
    for (const [way, trace] of all) expect([way, trace]).toEqual([way, all[0]![1]])
    expect(all[0]![1]).toContain(layers.startsWith('timeout') ? 'CallTimeoutError' : 'R4C-SYN-010')
    await new Promise(setImmediate)
  })

  it('options by reference that would make it wait are refused at each call, whole', async () => {
    const all = await traces(`
      const wait = [{ maxWait: '1s' }][0], delay = ['1s'][0];
      export const sites = [
        resilient({ registry, name: 'a', mode: 'sync', bulkhead: wait }, (): number => 1), resilient({ registry, name: 'b', mode: 'sync', rateLimiter: wait }, (): number => 1),
        resilient({ registry, name: 'c', mode: 'sync', adaptiveLimit: wait }, (): number => 1), resilient({ registry, name: 'd', mode: 'sync', retry: { delay } }, (): number => 1) ];`,
    ({ sites }, note) => { for (const site of [...sites, ...sites]) note(attempt(() => site())) })
    for (const [way, trace] of all) expect([way, trace]).toEqual([way, all[0]![1]])
    for (const code of ['R4C-SYN-009', 'R4C-SYN-006', 'R4C-SYN-007', 'R4C-SYN-004']) expect(all[0]![1]).toContain(code)
  })
})
