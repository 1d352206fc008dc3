import type { Scenario } from '@resilience4cata/testing/scenario'
import { scenarios as consumed } from './consumed.scenarios.ts'

/** A marker and a decorator that say the same. `options` is source text. */
const both = (options: string, more = '') => `
import { Retry, resilient } from 'resilience4cata'
import { backend } from 'scenario'
${more}
export const marked = resilient({ retry: ${options} }, async (id: string) => backend(id))

export class Decorated {
  @Retry(${options})
  async call(id: string) { return backend(id) }
}
`

const ERRORS = `
export class IOException extends Error { override name = 'IOException' }
export class FileNotFoundException extends IOException { override name = 'FileNotFoundException' }
`

const DOWNLOAD = both(`{ maxAttempts: 5, delay: '500ms', maxDelay: '2s', maxDuration: '4s', jitter: 'none', retryOn: IOException, abortOn: FileNotFoundException }`, ERRORS)

export const scenarios: readonly Scenario[] = [
  {
    title: 'waits 100 ms, then 200 ms: two failures cost 300 ms',
    source: both(`{ maxAttempts: 3, delay: '100ms', jitter: 'none' }`),
    outcomes: [{ throws: 'inventory down' }, { throws: 'inventory down' }, { returns: 7 }],
    script: [{ call: ['sku-1'] }, { advance: 300 }],
    expected: {
      trace: [
        '0 attempt sku-1',
        '0 retry.retrying attempt=1 delayMs=100 failure=inventory down',
        '100 attempt sku-1',
        '100 retry.retrying attempt=2 delayMs=200 failure=inventory down',
        '300 attempt sku-1',
        '300 returned 7',
      ],
    },
  },
  {
    title: 'takes the jitter of the defaults where the site says nothing',
    source: both(`{ maxAttempts: 3, delay: '100ms' }`),
    outcomes: [{ throws: 'down' }, { throws: 'down' }, { returns: 7 }],
    script: [{ configure: { defaults: { retry: { jitter: 'none' } } } }, { call: ['sku-1'] }, { advance: 300 }],
    expected: { counts: { attempt: 3, 'retry.retrying attempt=1 delayMs=100': 1, 'retry.retrying attempt=2 delayMs=200': 1, 'returned 7': 1 } },
  },
  {
    title: 'says nothing of a success',
    source: both('{}'),
    outcomes: [{ returns: 7, after: 50 }],
    script: [{ call: ['sku-1'] }, { advance: 50 }],
    expected: { trace: ['0 attempt sku-1', '50 returned 7'] },
  },
  {
    title: 'gives up when the next attempt would start after maxDuration',
    source: DOWNLOAD,
    outcomes: [{ throws: 'reset', as: 'IOException' }],
    script: [{ call: ['a.txt'] }, { advance: 60_000 }],
    expected: {
      trace: [
        '0 attempt a.txt',
        '0 retry.retrying attempt=1 delayMs=500 failure=IOException(reset)',
        '500 attempt a.txt',
        '500 retry.retrying attempt=2 delayMs=1000 failure=IOException(reset)',
        '1500 attempt a.txt',
        '1500 retry.retrying attempt=3 delayMs=2000 failure=IOException(reset)',
        '3500 attempt a.txt',
        '3500 retry.gaveUp attempts=4 reason=MAX_DURATION failure=IOException(reset)',
        '3500 threw IOException(reset)',
      ],
    },
  },
  {
    title: 'lets abortOn win over retryOn',
    source: DOWNLOAD,
    outcomes: [{ throws: 'a.txt', as: 'FileNotFoundException' }],
    script: [{ call: ['a.txt'] }],
    expected: {
      trace: ['0 attempt a.txt', '0 retry.gaveUp attempts=1 reason=NOT_RETRYABLE failure=FileNotFoundException(a.txt)', '0 threw FileNotFoundException(a.txt)'],
    },
  },
  {
    title: 'retries nothing but what retryOn lists, once there is a list',
    source: DOWNLOAD,
    outcomes: [{ throws: 'bad state' }],
    script: [{ call: ['a.txt'] }],
    expected: { trace: ['0 attempt a.txt', '0 retry.gaveUp attempts=1 reason=NOT_RETRYABLE failure=bad state', '0 threw bad state'] },
  },
  {
    title: 'shares a budget among all calls: 100 calls, 130 attempts',
    source: both(`{ name: 'catalog', maxAttempts: 3, delay: '0', budgetPercent: 20, budgetMinRetriesPerSecond: 1 }`),
    outcomes: [{ throws: 'catalog down' }],
    script: [{ call: ['p-1'], times: 100 }],
    expected: {
      counts: { attempt: 130, 'retry.retrying': 30, 'retry.gaveUp attempts=3 reason=MAX_ATTEMPTS': 5, 'retry.gaveUp': 100, 'threw catalog down': 100 },
      snapshot: { retry: [{ instance: 'catalog', budget: { calls: 100, retries: 30, allowedRetries: 30 } }] },
    },
  },
  {
    title: 'disabled, is one attempt',
    source: both(`{ maxAttempts: 3, delay: '100ms' }`),
    outcomes: [{ throws: 'down' }],
    script: [{ configure: { 'defaults.retry.enabled': 'false' } }, { call: ['sku-1'] }],
    expected: { trace: ['0 registry.reconfigured', '0 attempt sku-1', '0 threw down'] },
  },
  {
    title: 'with everything switched off, is one attempt',
    source: both(`{ maxAttempts: 3, delay: '100ms' }`),
    outcomes: [{ throws: 'down' }],
    script: [{ configure: { enabled: false } }, { call: ['sku-1'] }],
    expected: { trace: ['0 registry.reconfigured', '0 attempt sku-1', '0 threw down'] },
  },
  {
    title: 'fixed, refuses a delay above maxDelay',
    source: both(`{ delay: Number('20000'), backoff: 'fixed' }`),
    outcomes: [{ returns: 7 }],
    script: [{ call: ['sku-1'] }],
    expected: { counts: { attempt: 0, 'threw ConfigurationError(R4C-REG-003': 1 } },
  },
  {
    title: 'may wait longer than the built-in maxDelay, where the defaults say so',
    source: both(`{ maxAttempts: 2, delay: Number('20000'), jitter: 'none' }`),
    outcomes: [{ throws: 'down' }, { returns: 7 }],
    script: [{ configure: { defaults: { retry: { maxDelay: '30s' } } } }, { call: ['sku-1'] }, { advance: 20_000 }],
    expected: { counts: { attempt: 2, 'retry.retrying attempt=1 delayMs=20000': 1, 'returned 7': 1 } },
  },
  {
    title: 'takes written options before the defaults, and those of its instance before both',
    source: both(`{ name: 'inventory', maxAttempts: 2, delay: '100ms', jitter: 'none' }`),
    outcomes: [{ throws: 'down' }],
    script: [
      { configure: { defaults: { retry: { maxAttempts: 9, backoff: 'fixed' } }, instances: { inventory: { retry: { maxAttempts: 3 } } } } },
      { call: ['sku-1'] },
      { advance: 60_000 },
    ],
    expected: { counts: { attempt: 3, 'retry.retrying attempt=1 delayMs=100': 1, 'retry.retrying attempt=2 delayMs=100': 1 } },
  },
  {
    title: 'locked, keeps what is written',
    source: both(`{ name: 'inventory', maxAttempts: 2, delay: '0', locked: true }`),
    outcomes: [{ throws: 'down' }],
    script: [{ configure: { instances: { inventory: { retry: { maxAttempts: 9 } } } } }, { call: ['sku-1'] }],
    expected: { counts: { attempt: 2, 'registry.overrideIgnored policy=retry option=maxAttempts value=9': 1 } },
  },
  {
    title: 'ends at once when its caller aborts while it waits',
    source: `
import { CancelWith, Retry, resilient } from 'resilience4cata'
import { backend, signal } from 'scenario'

export const marked = resilient({ retry: { delay: '1s', backoff: 'fixed', jitter: 'none' }, signal: () => signal }, async (id: string) => backend(id))

export class Decorated {
  @CancelWith(() => signal)
  @Retry({ delay: '1s', backoff: 'fixed', jitter: 'none' })
  async call(id: string) { return backend(id) }
}
`,
    outcomes: [{ throws: 'down' }],
    script: [{ call: ['sku-1'] }, { advance: 300 }, { abort: 'bye' }, { advance: 10_000 }, { call: ['sku-2'] }],
    expected: {
      trace: [
        '0 attempt sku-1',
        '0 retry.retrying attempt=1 delayMs=1000 failure=down',
        '300 retry.gaveUp attempts=1 reason=INTERRUPTED failure=down',
        '300 threw bye',
        '10300 threw bye',
      ],
    },
  },
  {
    title: 'retries a result that its classifier rejects, and returns the last one',
    source: both(`{ maxAttempts: 2, delay: '0', classifier: (value: unknown) => (value === 503 ? 'failure' : 'success') }`),
    outcomes: [{ returns: 503 }],
    script: [{ call: ['sku-1'] }],
    expected: {
      trace: [
        '0 attempt sku-1',
        '0 retry.retrying attempt=1 delayMs=0 result=503',
        '0 attempt sku-1',
        '0 retry.gaveUp attempts=2 reason=MAX_ATTEMPTS result=503',
        '0 returned 503',
      ],
    },
  },
  {
    title: 'of a sync function, goes on at once',
    source: `
import { Mode, Retry, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export const marked = resilient({ retry: { maxAttempts: 2, delay: '0' }, mode: 'sync' }, (id: string): number => backend(id))

export class Decorated {
  @Mode('sync')
  @Retry({ maxAttempts: 2, delay: '0' })
  call(id: string): number { return backend(id) }
}
`,
    outcomes: [{ throws: 'down' }, { returns: 7 }, { throws: 'down' }],
    script: [{ call: ['sku-1'] }, { call: ['sku-2'] }],
    expected: {
      trace: [
        '0 attempt sku-1',
        '0 retry.retrying attempt=1 delayMs=0 failure=down',
        '0 attempt sku-1',
        '0 returned 7',
        '0 attempt sku-2',
        '0 retry.retrying attempt=1 delayMs=0 failure=down',
        '0 attempt sku-2',
        '0 retry.gaveUp attempts=2 reason=MAX_ATTEMPTS failure=down',
        '0 threw down',
      ],
    },
  },
  {
    title: 'of one name at two sites, needs one configuration',
    source: `
import { resilient } from 'resilience4cata'
import { backend } from 'scenario'

const first = resilient({ retry: { name: 'catalog', maxAttempts: 2, delay: '0' } }, async function first(id: string) { return backend(id) })
const second = resilient({ retry: { name: 'catalog', maxAttempts: 3, delay: '0' } }, async function second(id: string) { return backend(id) })

export const marked = async (id: string) => [await first(id), await second(id)]
`,
    outcomes: [{ returns: 7 }],
    script: [{ call: ['p-1'] }],
    expected: { counts: { attempt: 1, 'threw ConfigurationError(R4C-REG-008': 1 } },
  },
  ...consumed,
]
