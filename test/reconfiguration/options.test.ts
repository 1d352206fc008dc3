// Every option of every policy, configured for a site that doesn't write it: a compiled one does what an interpreted one does. What needs text at the site is refused, by its
// table and never in silence.
import { describe, expect, it } from 'vitest'
import type { Attribute } from '@resilience4cata/core/attributes'
import type { LayerName } from '@resilience4cata/core/layers'
import { rooms } from '@resilience4cata/policies/rooms'
import { runScenario, type Run } from '@resilience4cata/testing/run-scenario'
import type { Outcome, Scenario, Step } from '@resilience4cata/testing/scenario'
import { engines } from '../engines/engines.ts'

/** `base`: what the site writes. Of each option's values one at least shows in the trace, but for those in `beside`, which act beside another option only. */
interface Row { readonly base: string; readonly values: Readonly<Record<string, readonly unknown[]>>; readonly beside?: readonly string[] }

const fn = () => 'k'
const COMMON = { config: ['c'], enabled: [false, 'false'], locked: [true] }
const KEYS = { key: [fn], maxKeys: [5], onKeyOverflow: ['reject'] }
const WAITING = { maxWait: ['20ms'], maxQueue: [1] }

const ROWS: Readonly<Record<LayerName, Row>> = {
  fallback: { base: "fallback: (failure) => 'rescued ' + failure.message", values: { applyOn: ['Boom'], skipOn: [Error], onCancel: [true] }, beside: ['onCancel'] },
  retry: {
    base: "retry: { delay: '10ms' }",
    values: {
      maxAttempts: [1, 5], delay: ['0', '50ms'], maxDelay: ['15ms', '30d'], backoff: ['fixed'], multiplier: [1, 5], jitter: ['none', 'equal'], maxDuration: ['25ms'],
      retryOn: ['Boom', []], abortOn: [Error], classifier: [fn], onExhaustedResult: ['throw'], maxRetryAfter: ['1s'], dispose: [fn],
      budgetPercent: [1], budgetMinRetriesPerSecond: [0], budgetWindow: ['1s'], ...KEYS, ...COMMON,
    },
    beside: ['budgetPercent', 'budgetMinRetriesPerSecond', 'budgetWindow'],
  },
  hedge: {
    base: "hedge: { delay: '5ms' }",
    values: {
      maxAttempts: [3, 10], delay: ['0', '50ms'], hedgeOn: ['Boom'], abortOn: [Error], classifier: [fn], onExhaustedResult: ['throw'], dispose: [fn],
      budgetPercent: [0, 1000], budgetMinHedgesPerSecond: [0], budgetWindow: ['1s'], ...KEYS, ...COMMON,
    },
    beside: ['dispose'],
  },
  circuitBreaker: {
    base: "circuitBreaker: { windowSize: 4, minimumCalls: 2, waitInOpen: '20ms', halfOpenCalls: 2 }",
    values: {
      windowSize: [2, 3], windowDuration: ['1s'], minimumCalls: [1, 4], failureRate: [100, 1], slowCallDuration: ['1ms'], slowCallRate: [1], waitInOpen: ['1ms', '1m'],
      waitInOpenMultiplier: [3], maxWaitInOpen: ['25ms'], waitInOpenJitter: ['full', 'equal'], halfOpenCalls: [1], maxHalfOpenWait: ['0', '1ms'], recordOn: ['Boom'], ignoreOn: [Error],
      ownRejections: ['ignore'], classifier: [fn], ...KEYS, ...COMMON,
    },
    // a site that writes windowSize can't be given a windowDuration
    beside: ['windowSize', 'windowDuration', 'slowCallRate', 'maxWaitInOpen'],
  },
  rateLimiter: { base: "rateLimiter: { permits: 3, period: '50ms' }", values: { permits: [1, 10], period: ['5ms', '1s'], window: ['rolling'], ...WAITING, ...KEYS, ...COMMON } },
  adaptiveLimit: {
    base: 'adaptiveLimit: { initialLimit: 2 }',
    values: {
      algorithm: ['aimd'], initialLimit: [5], minLimit: [2], maxLimit: [2, 3], backoffRatio: [0.5], latencyThreshold: ['1ms'], dropOn: [Error], classifier: [fn], ...WAITING, ...KEYS, ...COMMON,
    },
    beside: ['algorithm', 'minLimit', 'backoffRatio'],
  },
  timeout: { base: "timeout: '15ms'", values: { duration: ['5ms', '1s'], cancel: [false], dispose: [fn], ...COMMON }, beside: ['dispose', 'cancel'] },
  bulkhead: { base: 'bulkhead: { maxConcurrent: 1 }', values: { maxConcurrent: [0, 5], ...WAITING, ...KEYS, ...COMMON } },
}

const outcomeOf = (i: number): Outcome => (i % 3 === 1 ? { throws: 'down', after: i % 5 } : { returns: i, after: [0, 3, 8, 20][i % 4]! })
const OUTCOMES = Array.from({ length: 200 }, (_, i) => outcomeOf(i))
const load = (from: number): Step[] => [...Array.from({ length: 12 }, (_, i): Step[] => [{ call: [from + i] }, { advance: i % 2 ? 7 : 0 }]).flat(), { advance: 500 }]

/** Calls, the change, calls; and the change alone in front of the first call. */
const scripts = (change: readonly Step[]): readonly (readonly Step[])[] => [[...load(0), ...change, ...load(20)], [...change, ...load(0)]]

async function play(engine: string, layer: LayerName, script: readonly Step[]): Promise<Run> {
  const { base } = ROWS[layer]
  const source = `import { resilient } from 'resilience4cata'\nimport { backend } from 'scenario'\nexport const f = resilient({ name: 's', ${base} }, async function f(i: number): Promise<any> { return backend(i) })\n`
  const scenario: Scenario = { title: '', source, outcomes: OUTCOMES, script, expected: {} }
  return (await runScenario(scenario, engines[engine]!, rooms)).get('f')!
}

const without = ({ trace }: Run) => trace.filter((line) => !/ registry\./.test(line))

for (const [layer, { values, beside = [] }] of Object.entries(ROWS) as [LayerName, Row][]) {
  describe(layer, () => {
    const table: Readonly<Record<string, Attribute>> = rooms[layer]!.table
    const configurable = Object.entries(table).filter(([, { fixed }]) => !fixed)

    it('has a row for each option', () => {
      expect(Object.keys(values).sort()).toEqual(configurable.map(([option]) => option).sort())
    })

    it.each(configurable)('%s', async (option, { text }) => {
      let shows = false
      for (const value of values[option]!) {
        // `config` is known before anybody asks for it
        const change = [{ configure: { configs: { c: {} }, instances: { s: { [layer]: { [option]: value } } } } }]
        for (const [i, script] of scripts(change).entries()) {
          if (text) {
            await expect(play('compiled', layer, script), String(value)).rejects.toThrow(`R4C-CFG-015 ${layer} s: ${option} of s needs code`)
            continue
          }
          const interpreted = await play('interpreted', layer, script).catch((error: Error) => error.message)
          expect(await play('compiled', layer, script).catch((error: Error) => error.message), String(value)).toEqual(interpreted)
          shows ||= typeof interpreted === 'object' && `${without(interpreted)}` !== `${without(await play('interpreted', layer, scripts([])[i]!))}`
        }
      }
      if (!text) expect(shows).toBe(!beside.includes(option) && !['config', 'locked'].includes(option))
    })
  })
}
