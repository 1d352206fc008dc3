// A compiled site and an interpreted one of one program share by name what two of a kind share: whichever is first, through configuration that asks for more.
import { expect, it } from 'vitest'
import { createRegistry } from '@resilience4cata/policies/index'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { quiesce } from '@resilience4cata/testing/quiesce'
import { seeded } from '@resilience4cata/testing/seeded'
import { engines } from './engines/engines.ts'

const STACKS: [written: string, configured: object][] = [
  ["bulkhead: { maxConcurrent: 2, maxWait: '5ms' }", { bulkhead: { maxConcurrent: 1, maxWait: '1s' } }],
  ["circuitBreaker: { windowSize: 2, minimumCalls: 2, waitInOpen: '1s' }", { circuitBreaker: { failureRate: 100, ignoreOn: 'Error', windowSize: 3 } }],
  ['rateLimiter: { permits: 3, maxWait: 0 }', { rateLimiter: { window: 'rolling', maxWait: '2s' } }],
  ["adaptiveLimit: { initialLimit: 2, dropOn: 'Error' }", { adaptiveLimit: { maxLimit: 2, initialLimit: 1, backoffRatio: 0.5 } }],
  ["timeout: '5ms'", { timeout: { duration: '20ms' } }],
  ["retry: { delay: '1ms', budgetPercent: 10, budgetMinRetriesPerSecond: 0.1 }", { retry: { maxAttempts: 2, abortOn: 'Error' } }],
  ["hedge: { delay: '5ms', budgetPercent: 1 }", { hedge: { maxAttempts: 3, budgetPercent: 100, abortOn: 'Error' } }],
  ["circuitBreaker: { windowSize: 2, minimumCalls: 2 }, timeout: '15ms', bulkhead: { maxConcurrent: 2 }", { timeout: { duration: '5ms' }, circuitBreaker: { windowDuration: null, failureRate: 20 } }],
]
// the compiler doesn't follow what is called by another name
const TEXTS = { written: 'export const written = resilient', other: 'const alias = [resilient][0]!; export const other = alias' }

async function trace(engine: (typeof engines)[string], first: keyof typeof TEXTS, written: string, configured: object): Promise<unknown[]> {
  const clock = new ManualClock(0, { autoAdvance: true })
  const pass = (ms: number) => new Promise<void>((over) => { clock.set(over, ms) })
  const registry = createRegistry({ clock, timers: clock, random: seeded() })
  const told: unknown[] = []
  registry.on('*', (event) => told.push(event.toJSON()))
  const site = (text: string) => `${text}({ registry, name: 'n', ${written} }, async (word: string) => { await pass(10); if (word === 'bad') throw new Error(word); return word })\n`
  const texts = first === 'written' ? [TEXTS.written, TEXTS.other] : [TEXTS.other, TEXTS.written]
  const sites = await engine(`import { resilient } from 'resilience4cata'\nimport { pass, registry } from 'scenario'\n${texts.map(site).join('')}`, { pass, registry })
  for (let round = 0; round < 2; round++) {
    for (const words of [['a', 'b', 'c', 'd'], ['bad', 'bad'], ['e'], ['f']]) {
      const ends = await Promise.allSettled(words.map((word, i) => (i % 2 === 0 ? sites['written'](word) : sites['other'](word))))
      told.push(ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason.code ?? end.reason.message)))
    }
    registry.configure({ instances: { n: configured } })
  }
  registry.check()
  await clock.advance(60)
  await quiesce(registry)
  return JSON.parse(JSON.stringify([told, registry.snapshot()])) as unknown[]
}

it.each(STACKS.flatMap(([written, configured]) => (['written', 'other'] as const).map((first) => [written, first, configured] as const)))('%s, %s first', async (written, first, configured) => {
  const interpreted = await trace(engines['interpreted']!, first, written, configured)
  for (const way of ['compiled', 'compiled, minified']) expect(await trace(engines[way]!, first, written, configured), way).toEqual(interpreted)
})
