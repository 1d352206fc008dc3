// A layer whose written value is `false`, `null` or `undefined` isn't there, however the program comes to the value, and configuration doesn't bring it back.
import { describe, expect, it } from 'vitest'
import { createRegistry } from '@resilience4cata/policies/index'
import { useManualClock } from '@resilience4cata/testing/use-manual-clock'
import { engines } from './engines/engines.ts'

const VALUES = ['false', 'null', 'undefined', '{ enabled: false }', 'given.no', 'given.nothing', 'given.missing', '{ enabled: given.no }', 'given.off', '{ ...given.off }']
const HEAD = `import { Mode, Named, bundle, resilient } from 'resilience4cata'
import { registry } from 'scenario'
const given: any = { no: false, nothing: null, off: { enabled: false }, missing: undefined };
let n = 0; export const calls = () => n; const fails = async () => { n++; throw new Error('x') };
`

describe.each(Object.entries(engines))('written off, %s', (_, engine) => {
  useManualClock({ autoAdvance: true })

  it.each(VALUES)('%s', async (value) => {
    const registry = createRegistry()
    const { calls, ...sites } = await engine(`${HEAD}
      export const retry = resilient({ registry, name: 'retry', retry: ${value} }, fails);
      export const several = resilient({ registry, name: 'several', retry: ${value}, circuitBreaker: ${value}, bulkhead: {} }, fails);
      export const spread = resilient({ registry, name: 'spread', ...{ retry: ${value}, timeout: '1h' } }, fails);
      export const bundled = resilient([bundle({ registry, retry: { maxAttempts: 5, delay: '0' } }), { name: 'bundled', retry: ${value} }], fails);`, { registry })
    registry.configure({ defaults: { retry: { delay: '0', maxAttempts: 4 }, circuitBreaker: { windowSize: 1, minimumCalls: 1 } } })
    registry.configure({ instances: { retry: { retry: { enabled: true } }, several: { retry: { enabled: true }, circuitBreaker: { enabled: true } } } })
    let before = 0
    for (const [name, site] of Object.entries(sites)) {
      await expect(site()).rejects.toThrow('x')
      await expect(site()).rejects.toThrow('x')
      expect([name, calls() - before]).toEqual([name, 2])
      before = calls()
    }
  })

  it('a timeout that is written off needs no duration, a fallback no handler', async () => {
    const registry = createRegistry()
    const { timed, unanswered } = await engine(`${HEAD}
      export const timed = resilient({ registry, name: 'timed', timeout: given.no }, async () => 'ok');
      export const unanswered = resilient({ registry, name: 'unanswered', fallback: given.missing, timeout: given.nothing }, fails);`, { registry })
    expect(await timed()).toBe('ok')
    await expect(unanswered()).rejects.toThrow('x')
    registry.check()
  })
})
