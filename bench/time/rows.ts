// The rows of `npm run bench`. A row more is an entry more; peers answer to its name in `peers/`.
import { stacks, type StackName } from '../stacks.ts'
import type { Row } from './row.ts'

/** The marks of a stack with other options: what is replaced must be there. */
function written(name: StackName, ...edits: readonly (readonly [string, string])[]): string[] {
  return stacks[name].map((mark) => edits.reduce((text, [from, to]) => text.replace(from, to), mark.replace('NAME', 'prices')))
}

// never what is waited for: the price of asking
const wide = ["permits: 50", "permits: 1_000_000, period: '10ms'"] as const
const wideOfSix = ["permits: 50, period: '1s'", "permits: 1_000_000, period: '10ms'"] as const
const wideFloor = [['permits: 50 ', 'permits: 1_000_000, period: 10 ']] as const
const wideFloorOfSix = [['permits: 50, period: 1000', 'permits: 1_000_000, period: 10']] as const
/** The floor's method hands a field on, as its own row does. */
const computed = [['found.cents, r4c$wait = r4c$pending(r4c$result)', 'found.cents / 100'], ['r4c$wait ? await r4c$wait : r4c$result', 'r4c$result']] as const
const atOnce = [["delay: '100ms'", "delay: '0'"], ["name: 'prices'", "name: 'prices', failureRate: 100"]] as const
const atOnceFloor = [['delay: 100', 'delay: 0']] as const
const recorded = [...atOnceFloor, [`('prices')`, `('prices', { failureRate: 100 })`]] as const
const soonOpen = ["name: 'prices'", "name: 'prices', windowSize: 4, minimumCalls: 2, waitInOpen: '1h'"] as const
const soonOpenFloor = [[`('prices')`, `('prices', { windowSize: 4, minimumCalls: 2, waitInOpen: 3_600_000 })`], ...atOnceFloor] as const

export const rows: readonly Row[] = [
  { name: 'no policy', marks: [] },
  { name: 'retry', marks: written('retry'), floor: { site: 'retry', edits: computed }, wanted: 1.05 },
  { name: 'circuit breaker', marks: written('circuit breaker'), floor: { site: 'circuit-breaker' }, wanted: 1.06 },
  { name: 'bulkhead', marks: written('bulkhead'), floor: { site: 'bulkhead' }, wanted: 1.08 },
  { name: 'rate limiter', marks: written('rate limiter', wide), floor: { site: 'rate-limiter', edits: wideFloor }, wanted: 1.55 },
  { name: 'adaptive limit', marks: written('adaptive limit') },
  { name: 'timeout', marks: written('timeout'), floor: { site: 'timeout' } },
  { name: 'hedge', marks: written('hedge') },
  { name: 'fallback', marks: written('fallback') },
  { name: 'retry, fallback', marks: written('retry, fallback'), floor: { site: 'retry-fallback' } },
  { name: 'retry, breaker, bulkhead', marks: written('retry, breaker, bulkhead'), floor: { site: 'retry-breaker-bulkhead' }, wanted: 1.15 },
  { name: 'retry, breaker, limiter, bulkhead', marks: written('retry, breaker, limiter, bulkhead', wide) },
  { name: 'breaker, timeout, bulkhead', marks: written('breaker, timeout, bulkhead'), floor: { site: 'breaker-timeout-bulkhead' } },
  { name: 'one deadline around a retry', marks: written('one deadline around a retry'), floor: { site: 'one-deadline-around-a-retry' }, wanted: 2.2 },
  { name: 'full stack', marks: written('full stack'), floor: { site: 'full-stack' }, wanted: 2.65, wantedInterpreted: 12 },
  { name: 'six', marks: written('six', wideOfSix), floor: { site: 'six', edits: wideFloorOfSix }, wanted: 2.75 },
  { name: 'seven', marks: written('seven', wideOfSix), floor: { site: 'seven', edits: wideFloorOfSix }, wanted: 2.85 },
  { name: 'hedge stack', marks: written('hedge stack'), floor: { site: 'hedge-stack' }, wanted: 4.2 },
  { name: 'full stack, by key', marks: written('full stack', ["name: 'prices'", "name: 'prices', key: (sku: string) => sku"]) },
  { name: 'full stack, listened to', marks: written('full stack'), listens: true },
  { name: 'full stack, AsyncLocalStorage', marks: written('full stack'), als: true, floor: { site: 'full-stack' }, peersOf: 'full stack' },
  { name: 'retry of a body that returns a field', marks: written('retry'), body: 'field', floor: { site: 'retry' } },
  { name: 'retry, breaker of a body that is called', marks: [...written('retry'), ...written('circuit breaker')], body: 'called' },
  { name: 'one failure: retry', marks: written('retry', ...atOnce), store: 'flaky', floor: { site: 'retry', edits: [...atOnceFloor, ...computed] }, wanted: 4 },
  { name: 'one failure: retry, breaker, bulkhead', marks: written('retry, breaker, bulkhead', ...atOnce), store: 'flaky', floor: { site: 'retry-breaker-bulkhead', edits: recorded }, wanted: 5 },
  { name: 'one failure: full stack', marks: written('full stack', ...atOnce), store: 'flaky', floor: { site: 'full-stack', edits: recorded }, wanted: 11 },
  { name: 'open breaker', marks: written('circuit breaker', soonOpen), store: 'down', refused: 'CallNotPermittedError', floor: { site: 'circuit-breaker', edits: soonOpenFloor.slice(0, 1) }, wanted: 12 },
  { name: 'open breaker: full stack', marks: written('full stack', soonOpen, ...atOnce), store: 'down', refused: 'CallNotPermittedError', floor: { site: 'full-stack', edits: soonOpenFloor }, wanted: 14 },
  { name: 'full bulkhead', marks: written('bulkhead', ['maxConcurrent: 10', 'maxConcurrent: 1']), store: 'silent', refused: 'BulkheadFullError', floor: { site: 'bulkhead', edits: [['maxConcurrent: 10', 'maxConcurrent: 1']] } },
  { name: 'sync: retry', marks: [`@Mode('sync')`, `@Retry({ delay: '0' })`], body: 'sync' },
  { name: 'sync: fallback, retry, breaker', marks: [`@Mode('sync')`, ...written('fallback'), `@Retry({ delay: '0' })`, ...written('circuit breaker')], body: 'sync', floor: { site: 'sync-stack', edits: [['      else if (!r4c$rateLimiter0.acquire()) r4c$failure = r4c$rateLimiter0.rejection()\n', '']] }, wanted: 3.5 },
  { name: 'sync: fallback, retry, breaker, limiter', marks: [`@Mode('sync')`, ...written('fallback'), `@Retry({ delay: '0' })`, ...written('circuit breaker'), ...written('rate limiter', wide)], body: 'sync', floor: { site: 'sync-stack', edits: [['permits: 1000', 'permits: 1_000_000, period: 10']] } },
  { name: 'sync: open breaker', marks: [`@Mode('sync')`, ...written('circuit breaker', soonOpen)], body: 'sync', store: 'down', refused: 'CallNotPermittedError' },
]
