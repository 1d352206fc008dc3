// Programs that neither configure nor listen. Compiled, they have no table of options but where a site asks for it; interpreted, they have all of them. What is written means the same.
import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rooms } from '@resilience4cata/policies/rooms'
import { runScenario, type Run } from '@resilience4cata/testing/run-scenario'
import type { Scenario } from '@resilience4cata/testing/scenario'
import { engines } from './engines/engines.ts'

const ROOMS = new URL('../packages/policies/src/', import.meta.url)
const ID = '@acme/shop:src/scenario.ts#'

/** What every caller sees. */
const seen = ({ trace }: Run) => trace.filter((line) => /^\S+ (attempt|returned|threw)/.test(line))
const traces = (runs: ReadonlyMap<string, Run>) => Object.fromEntries([...runs].map(([name, run]) => [name, seen(run)]))

for (const room of readdirSync(ROOMS).filter((name) => existsSync(new URL(`${name}/scenarios.ts`, ROOMS)))) {
  const { scenarios } = (await import(new URL(`${room}/scenarios.ts`, ROOMS).href)) as { scenarios: readonly Scenario[] }
  const unconfigured = scenarios.filter(({ script }) => !script.some((step) => 'configure' in step))
  it.each(unconfigured.map((scenario) => [scenario.title, scenario] as const))(`${room}: %s`, async (_, scenario) => {
    const configurable = traces(await runScenario(scenario, engines['compiled']!, rooms))
    expect(traces(await runScenario(scenario, engines['compiled']!))).toEqual(configurable)
  })
}

/** Each line is a site, called once. `v` hides a value from the compiler. */
async function called(way: string, sites: readonly string[]): Promise<readonly string[]> {
  const functions = sites.map((policies, i) => `const f${i} = resilient(${policies}, async function f${i}() { return backend() })`)
  const source = `
import { registry, resilient } from 'resilience4cata'
import { backend } from 'scenario'
const v = <T>(value: T): any => value
const ODD = v([7]), EXCEPTION = v(['exception'])
${functions.join('\n')}
const outcome = (f: () => Promise<unknown>) => f().then(String, (error) => error.name + ' ' + error.message)
export const all = async () => {
  const outcomes = []
  for (const f of [${sites.map((_, i) => `f${i}`).join(', ')}]) outcomes.push(await outcome(f))
  outcomes.push(await outcome(async () => registry.check()))
  return outcomes
}`
  const scenario = { title: '', source, outcomes: [{ returns: 7 }], script: [{ call: [] }], expected: {} }
  const [line] = seen((await runScenario(scenario, engines[way]!)).get('all')!).filter((line) => line.includes('returned'))
  return (JSON.parse(line!.slice(line!.indexOf('['))) as string[]).map(withoutPaths)
}

/** Only the compiler knows the path of an id; a function that is called like its binding gets another name when it is lowered. */
const withoutPaths = (text: string) => text.replaceAll(ID, '').replaceAll(/\bf(\d)2\b/g, 'f$1')

async function inBoth(sites: readonly string[]): Promise<readonly string[]> {
  const interpreted = await called('interpreted', sites)
  expect(await called('compiled', sites)).toEqual(interpreted)
  return interpreted
}

describe('what nobody says, or only the running program', () => {
  it.each<[string, string]>([
    ['{ timeout: true }', 'R4C-ATR-009'],
    ['{ timeout: { cancel: false } }', 'R4C-ATR-009'],
    ['{ timeout: { duration: v(undefined) } }', 'R4C-ATR-009'],
    ["{ retry: { config: 'slow' } }", 'R4C-REG-004'],
    ["{ bulkhead: { config: v('slow') } }", 'R4C-REG-004'],
    ["{ retry: { delay: v('20s') } }", 'R4C-REG-003'],
    ['{ circuitBreaker: { minimumCalls: v(200) } }', 'R4C-REG-003'],
    ['{ adaptiveLimit: { initialLimit: v(500) } }', 'R4C-REG-003'],
    ["{ retry: { onExhaustedResult: v('throw') } }", 'R4C-CLS-012'],
    ['{ bulkhead: { maxConcurrent: v(0) } }', 'R4C-ATR-010'],
    ["{ rateLimiter: { period: v('soon') } }", 'R4C-ATR-001'],
    ["{ hedge: { name: v('') } }", 'R4C-ATR-012'],
    ['{ retry: { retryOn: ODD } }', 'R4C-ATR-012'],
    ['{ circuitBreaker: { recordOn: [TypeError, ODD] } }', 'R4C-ATR-012'],
    ["{ retry: { classifier: () => 'success', retryOn: EXCEPTION } }", 'R4C-CLS-011'],
  ])('%s is %s, at each call and by check()', async (site, code) => {
    const [first, checked] = await inBoth([site])
    expect(first).toMatch(new RegExp(`^ConfigurationError ${code} `))
    expect(checked).toBe(first)
  })

  it.each(["{ bulkhead: { enabled: v(false), config: 'slow' } }", "{ retry: { enabled: v(false), delay: v('20s') } }", '{ timeout: { enabled: v(false) } }', "{ circuitBreaker: { enabled: v('false'), minimumCalls: v(200) } }",
    '{ retry: { enabled: v(false), retryOn: v([null]), delay: v({}) } }', '{ circuitBreaker: { enabled: v(false), recordOn: v(null), windowSize: v(-1) } }', '{ bulkhead: { enabled: v(false), maxConcurrent: v(0) } }', '{ hedge: { enabled: v(false), hedgeOn: ODD } }', '{ rateLimiter: { enabled: v(false), [v("odd")]: 1 } }'])('%s is switched off, so nothing contradicts it', async (site) => {
    expect(await inBoth([site])).toEqual(['7', 'undefined'])
  })
})

describe('one name at two sites', () => {
  // what holds anyway, said and not said, the one first and the other
  const ALIKE: [said: string, unsaid: string][] = [
    ['circuitBreaker: { windowSize: 100 }', 'circuitBreaker: {}'],
    ["circuitBreaker: { slowCallRate: 100, minimumCalls: 100, waitInOpenJitter: 'none', recordOn: ['exception'], ownRejections: 'record', slowCallDuration: '0' }", 'circuitBreaker: {}'],
    ["circuitBreaker: { waitInOpen: '5s', maxHalfOpenWait: '5s', maxWaitInOpen: '10m', windowSize: 20, minimumCalls: 20 }", "circuitBreaker: { waitInOpen: '5s', windowSize: 20 }"],
    ["circuitBreaker: { windowDuration: '5s', minimumCalls: 100 }", "circuitBreaker: { windowDuration: '5s' }"],
    ["retry: { jitter: 'full', backoff: 'exponential' }", 'retry: {}'],
    ["retry: { maxDuration: '0' }", 'retry: {}'],
    ['retry: { budgetPercent: 0 }', 'retry: {}'],
    ["retry: { retryOn: 'exception' }", 'retry: {}'],
    ["retry: { classifier: undefined, maxRetryAfter: '1m', maxKeys: 1000 }", 'retry: {}'],
    ["hedge: { hedgeOn: ['exception'], onKeyOverflow: 'share' }", 'hedge: {}'],
    ["adaptiveLimit: { dropOn: ['CallTimeoutError', 'BulkheadFullError'] }", 'adaptiveLimit: {}'],
    ["bulkhead: { maxWait: '1s', maxQueue: 250 }", "bulkhead: { maxWait: '1s' }"],
    ['bulkhead: { locked: true }', 'bulkhead: {}'],
    ['bulkhead: { locked: false }', 'bulkhead: {}'],
    ["timeout: { duration: '1s', cancel: true }", "timeout: '1s'"],
    ['rateLimiter: { permits: v(50), maxQueue: v(1000) }', 'rateLimiter: {}'],
    ["circuitBreaker: { windowSize: v(100), waitInOpenJitter: v('none') }", 'circuitBreaker: {}'],
    ['circuitBreaker: { enabled: true }', 'circuitBreaker: {}'],
    ['circuitBreaker: { recordOn: EXCEPTION }', 'circuitBreaker: {}'],
  ]
  const under = (policies: string) => `{ name: 'shared', ${policies} }`
  it.each(ALIKE.flatMap(([said, unsaid]) => [[said, unsaid], [unsaid, said]]))('%s and %s come to the same', async (one, other) => {
    expect(await inBoth([under(one!), under(other!)])).toEqual(['7', '7', 'undefined'])
  })

  it.each([
    ['circuitBreaker: { windowSize: 99 }', 'circuitBreaker: {}', 'windowSize is 99 at f0 and '],
    ['circuitBreaker: { windowSize: 10 }', 'circuitBreaker: { windowSize: 10, minimumCalls: 9 }', 'minimumCalls is '],
    ["retry: { jitter: 'equal' }", 'retry: {}', 'jitter is "equal" at f0 and '],
    ["bulkhead: { maxWait: '1s', maxQueue: 25 }", "bulkhead: { maxWait: '1s' }", 'maxQueue is 25 at f0 and undefined at f1'],
    ['adaptiveLimit: { maxQueue: 20 }', 'adaptiveLimit: {}', 'maxQueue is 20 at f0 and undefined at f1'],
    ["retry: { retryOn: 'throwable' }", "retry: { retryOn: 'exception' }", 'retryOn is "throwable" at f0 and "exception" at f1'],
    ['timeout: 1000', 'timeout: 1001', 'duration is 1000 at f0 and 1001 at f1'],
  ])('%s and %s do not', async (one, other, says) => {
    for (const way of ['interpreted', 'compiled']) {
      const [first, second, checked] = await called(way, [under(one!), under(other!)])
      expect([first, checked], way).toEqual(['7', second])
      expect(second, way).toMatch(/^ConfigurationError R4C-REG-008 /)
      expect(second, way).toContain(says)
    }
  })
})
