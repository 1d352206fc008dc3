import type { Scenario } from '@resilience4cata/testing/scenario'

/** A marker and a decorator that say the same. `timeout` is source text. */
const both = (timeout: string) => `
import { Timeout, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export const marked = resilient({ timeout: ${timeout} }, async (id: string) => backend(id))

export class Decorated {
  @Timeout(${timeout})
  async call(id: string) { return backend(id) }
}
`

const PER_ATTEMPT = `
import { Retry, Timeout, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export const marked = resilient({ retry: { delay: '100ms', jitter: 'none' }, timeout: '1s' }, async (id: string) => backend(id))

export class Decorated {
  @Retry({ delay: '100ms', jitter: 'none' })
  @Timeout('1s')
  async call(id: string) { return backend(id) }
}
`

const AROUND = `
import { PolicyOrder, Retry, Timeout, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export const marked = resilient({ order: ['timeout', 'retry'], timeout: '1s', retry: { delay: '600ms', backoff: 'fixed', jitter: 'none' } }, async (id: string) => backend(id))

export class Decorated {
  @PolicyOrder('timeout', 'retry')
  @Timeout('1s')
  @Retry({ delay: '600ms', backoff: 'fixed', jitter: 'none' })
  async call(id: string) { return backend(id) }
}
`

const STACK = `
import { Bulkhead, CircuitBreaker, Fallback, Timeout, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export const marked = resilient({ name: 'marked', circuitBreaker: { windowSize: 2 }, timeout: '1s', bulkhead: { maxConcurrent: 2 }, fallback: (failure: any) => failure.name }, async (id: string) => backend(id))

export class Decorated {
  @Fallback((failure: any) => failure.name)
  @CircuitBreaker({ windowSize: 2 })
  @Timeout('1s')
  @Bulkhead({ maxConcurrent: 2 })
  async call(id: string) { return backend(id) }
}
`

export const scenarios: readonly Scenario[] = [
  {
    title: 'says nothing of an answer that comes in time',
    source: both(`'1s'`),
    outcomes: [{ returns: 7, after: 999 }],
    script: [{ call: ['sku-1'] }, { advance: 5000 }],
    expected: { trace: ['0 attempt sku-1', '999 returned 7'] },
  },
  {
    title: 'answers at the deadline, and releases what comes late',
    source: both(`{ name: 'prices', duration: '1s' }`),
    outcomes: [{ returns: 7, after: 1500 }],
    script: [{ call: ['sku-1'] }, { advance: 5000 }],
    expected: {
      counts: { attempt: 1, 'timeout.timedOut elapsedMs=1000 late=false': 1, 'threw CallTimeoutError': 1, 'timeout.lateSettled outcome=SUCCESS elapsedMs=1500': 1 },
      snapshot: { timeout: [{ pending: 0, timedOut: 1, lateSettled: 1 }] },
    },
  },
  {
    title: 'takes exactly the duration for too long',
    source: both(`'1s'`),
    outcomes: [{ throws: 'down', after: 1000 }],
    script: [{ call: ['sku-1'] }, { advance: 1000 }],
    expected: { counts: { 'timeout.timedOut elapsedMs=1000': 1, 'threw CallTimeoutError': 1, 'timeout.lateSettled outcome=FAILURE elapsedMs=1000': 1 } },
  },
  {
    title: 'gives each attempt of a retry a deadline of its own',
    source: PER_ATTEMPT,
    outcomes: [{ returns: 7, after: 5000 }, { returns: 8, after: 900 }],
    script: [{ call: ['sku-1'] }, { advance: 2000 }],
    expected: { counts: { attempt: 2, 'timeout.timedOut': 1, 'retry.retrying attempt=1 delayMs=100 failure=CallTimeoutError': 1, 'returned 8': 1 } },
  },
  {
    title: 'around a retry ends its wait',
    source: AROUND,
    outcomes: [{ throws: 'down' }],
    script: [{ call: ['sku-1'] }, { advance: 5000 }],
    expected: { counts: { attempt: 2, 'timeout.timedOut elapsedMs=1000': 1, 'retry.gaveUp attempts=2 reason=INTERRUPTED': 1, 'threw CallTimeoutError': 1 } },
  },
  {
    title: 'counts for the breaker, and the bulkhead goes by what still runs',
    source: STACK,
    outcomes: [{ returns: 7, after: 3000 }],
    script: [{ call: ['a'] }, { call: ['b'] }, { advance: 1000 }, { call: ['c'] }, { advance: 2000 }],
    expected: {
      counts: { attempt: 2, 'timeout.timedOut': 2, 'circuitBreaker.stateTransition from=CLOSED to=OPEN': 1, 'returned CallTimeoutError': 2, 'returned CallNotPermittedError': 1, 'timeout.lateSettled': 2 },
    },
  },
  {
    title: 'takes its duration from configuration, for the calls that begin afterwards',
    source: both('{}'),
    outcomes: [{ returns: 7, after: 3000 }],
    script: [
      { configure: { defaults: { timeout: { duration: '2s' } } } },
      { call: ['a'] },
      { configure: { defaults: { timeout: { duration: '500ms' } } } },
      { call: ['b'] },
      { advance: 5000 },
    ],
    expected: { counts: { attempt: 2, 'timeout.timedOut elapsedMs=500': 1, 'timeout.timedOut elapsedMs=2000': 1, 'timeout.lateSettled': 2 } },
  },
]
