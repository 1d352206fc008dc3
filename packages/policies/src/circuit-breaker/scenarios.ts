import type { Scenario } from '@resilience4cata/testing/scenario'

const ok = { returns: 'ok' } as const
const down = { throws: 'down' } as const

const opened = 'circuitBreaker.stateTransition from=CLOSED to=OPEN reason=FAILURE_RATE opens=1 waitMs=1000'
const halfOpen = 'circuitBreaker.stateTransition from=OPEN to=HALF_OPEN reason=WAIT_OVER opens=1 waitMs=0'
const refusal = ['circuitBreaker.rejected state=OPEN', 'threw CallNotPermittedError(circuit breaker prices is OPEN)']

const alone = (options: string) => `
import { CircuitBreaker, resilient } from 'resilience4cata'
import { backend } from 'scenario'
export const marked = resilient({ circuitBreaker: ${options} }, async (sku: string) => backend(sku))
export class Prices {
  @CircuitBreaker(${options})
  async call(sku: string) { return backend(sku) }
}`

export const scenarios: readonly Scenario[] = [
  {
    title: 'opens at the rate, tries again after the wait, closes',
    source: alone("{ name: 'prices', windowSize: 2, minimumCalls: 2, waitInOpen: '1s', halfOpenCalls: 1 }"),
    outcomes: [down, down, ok],
    script: [{ call: ['a'] }, { call: ['b'] }, { advance: 999 }, { call: ['c'] }, { advance: 1 }, { call: ['d'] }],
    expected: {
      trace: [
        '0 attempt a', '0 threw down',
        '0 attempt b', `0 ${opened}`, '0 threw down',
        ...refusal.map((line) => `999 ${line}`),
        `1000 ${halfOpen}`, '1000 attempt d',
        '1000 circuitBreaker.stateTransition from=HALF_OPEN to=CLOSED reason=PROBES_PASSED opens=0 waitMs=0', '1000 returned ok',
      ],
      snapshot: { circuitBreaker: [{ instance: 'prices', state: 'CLOSED', calls: 0, rejected: 1 }] },
    },
  },
  {
    title: 'opens again when what it tries fails, and waits longer',
    source: alone("{ name: 'prices', windowSize: 1, waitInOpen: '1s', waitInOpenMultiplier: 2, halfOpenCalls: 1 }"),
    outcomes: [down],
    script: [{ call: ['a'] }, { advance: 1000 }, { call: ['b'] }, { advance: 1999 }, { call: ['c'] }],
    expected: {
      trace: [
        '0 attempt a', `0 ${opened}`, '0 threw down',
        `1000 ${halfOpen}`, '1000 attempt b',
        '1000 circuitBreaker.stateTransition from=HALF_OPEN to=OPEN reason=PROBES_FAILED opens=2 waitMs=2000', '1000 threw down',
        ...refusal.map((line) => `2999 ${line}`),
      ],
    },
  },
  {
    title: 'opens when calls are slow, whether they fail or not',
    source: alone("{ name: 'prices', windowSize: 2, minimumCalls: 2, slowCallDuration: '100ms', waitInOpen: '1s' }"),
    outcomes: [{ returns: 'ok', after: 101 }],
    script: [{ call: ['a'] }, { advance: 101 }, { call: ['b'] }, { advance: 101 }, { call: ['c'] }],
    expected: {
      trace: [
        '0 attempt a', '101 returned ok',
        '101 attempt b', '202 circuitBreaker.stateTransition from=CLOSED to=OPEN reason=SLOW_RATE opens=1 waitMs=1000', '202 returned ok',
        ...refusal.map((line) => `202 ${line}`),
      ],
      snapshot: { circuitBreaker: [{ calls: 2, failures: 0, slow: 2, slowRate: 100 }] },
    },
  },
  {
    title: 'forgets by time, with a window over time',
    source: alone("{ name: 'prices', windowDuration: '10s', minimumCalls: 2, waitInOpen: '1s' }"),
    outcomes: [down, down, ok],
    script: [{ call: ['a'] }, { advance: 10_000 }, { call: ['b'] }, { call: ['c'] }],
    expected: {
      trace: [
        '0 attempt a', '0 threw down',
        '10000 attempt b', '10000 threw down',
        '10000 attempt c', `10000 ${opened}`, '10000 returned ok',
      ],
    },
  },
  {
    title: 'counts what its lists say',
    source: `
import { CircuitBreaker, resilient } from 'resilience4cata'
import { backend } from 'scenario'
export class Missing extends Error {}
export const marked = resilient({ circuitBreaker: { name: 'prices', windowSize: 2, minimumCalls: 2, recordOn: 'throwable', ignoreOn: Missing } }, async () => backend())`,
    outcomes: [{ throws: 'none', as: 'Missing' }, { throws: 'none', as: 'Missing' }, ok],
    script: [{ call: [], times: 3 }],
    expected: {
      trace: ['0 attempt', '0 threw none', '0 attempt', '0 threw none', '0 attempt', '0 returned ok'],
      snapshot: { circuitBreaker: [{ state: 'CLOSED', calls: 1, failures: 0 }] },
    },
  },
  {
    title: 'open, it stops the retries',
    source: `
import { CircuitBreaker, Retry, resilient } from 'resilience4cata'
import { backend } from 'scenario'
export const marked = resilient({
  retry: { maxAttempts: 5, delay: '1s', jitter: 'none' },
  circuitBreaker: { name: 'prices', windowSize: 2, minimumCalls: 2, waitInOpen: '1m' },
}, async (id: string) => backend(id))
export class Reports {
  @Retry({ maxAttempts: 5, delay: '1s', jitter: 'none' })
  @CircuitBreaker({ name: 'prices', windowSize: 2, minimumCalls: 2, waitInOpen: '1m' })
  async call(id: string) { return backend(id) }
}`,
    outcomes: [down],
    script: [{ call: ['r-1'] }, { advance: 60_000 }],
    expected: {
      trace: [
        '0 attempt r-1', '0 retry.retrying attempt=1 delayMs=1000 failure=down',
        '1000 attempt r-1', '1000 circuitBreaker.stateTransition from=CLOSED to=OPEN reason=FAILURE_RATE opens=1 waitMs=60000',
        '1000 retry.retrying attempt=2 delayMs=2000 failure=down',
        '3000 circuitBreaker.rejected state=OPEN',
        '3000 retry.gaveUp attempts=3 reason=NOT_RETRYABLE failure=CallNotPermittedError(circuit breaker prices is OPEN)',
        '3000 threw CallNotPermittedError(circuit breaker prices is OPEN)',
      ],
    },
  },
  {
    title: 'may need more calls than its built-in window holds, where the defaults make that larger',
    source: alone("{ name: 'prices', minimumCalls: Number('101'), waitInOpen: '1s' }"),
    outcomes: [down],
    script: [{ configure: { defaults: { circuitBreaker: { windowSize: 101 } } } }, { call: ['a'], times: 102 }],
    expected: { counts: { attempt: 101, [opened]: 1, 'circuitBreaker.rejected': 1 } },
  },
  {
    title: 'on a sync function',
    source: `
import { CircuitBreaker, resilient } from 'resilience4cata'
import { backend } from 'scenario'
export const marked = resilient({ mode: 'sync', circuitBreaker: { name: 'prices', windowSize: 2, minimumCalls: 2, waitInOpen: '1s' } }, (sku: string): number => backend(sku))`,
    outcomes: [down],
    script: [{ call: ['a'], times: 3 }],
    expected: {
      trace: ['0 attempt a', '0 threw down', '0 attempt a', `0 ${opened}`, '0 threw down', ...refusal.map((line) => `0 ${line}`)],
    },
  },
]
