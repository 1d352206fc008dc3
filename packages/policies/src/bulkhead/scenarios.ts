import type { Scenario } from '@resilience4cata/testing/scenario'

/** A marker and a decorator that say the same. `options` is source text. */
const both = (options: string) => `
import { Bulkhead, CancelWith, resilient } from 'resilience4cata'
import { backend, signal } from 'scenario'
export const marked = resilient({ bulkhead: ${options}, signal: () => signal }, async (sku: string) => backend(sku))
export class Decorated {
  @Bulkhead(${options})
  @CancelWith(() => signal)
  async call(sku: string) { return backend(sku) }
}
`
const full = (reason: string, used: string) => [`bulkhead.rejected reason=${reason}`, `threw BulkheadFullError(bulkhead stock is full: ${used} slots in use)`]
const at = (ms: number, lines: readonly string[]) => lines.map((line) => `${ms} ${line}`)
const slow = { returns: 7, after: 100 } as const

export const scenarios: readonly Scenario[] = [
  {
    title: 'runs as many as there are slots and rejects the rest at once',
    source: both(`{ name: 'stock', maxConcurrent: 2 }`),
    outcomes: [slow],
    script: [{ call: ['a'] }, { call: ['b'] }, { call: ['c'] }, { advance: 100 }, { call: ['d'] }],
    expected: {
      trace: ['0 attempt a', '0 attempt b', ...at(0, full('FULL', '2 of 2')), '100 returned 7', '100 returned 7', '100 attempt d'],
      snapshot: { bulkhead: [{ instance: 'stock', inUse: 1, waiting: 0, max: 2, rejected: 1 }] },
    },
  },
  {
    title: 'gives the slot back after a failure',
    source: both(`{ name: 'stock', maxConcurrent: 1 }`),
    outcomes: [{ throws: 'down', after: 100 }, { throws: 'down at once' }, { returns: 7 }],
    script: [{ call: ['a'] }, { advance: 100 }, { call: ['b'] }, { call: ['c'] }],
    expected: { trace: ['0 attempt a', '100 threw down', '100 attempt b', '100 threw down at once', '100 attempt c', '100 returned 7'] },
  },
  {
    title: 'lets callers wait, first in, first out, up to maxQueue and maxWait',
    source: both(`{ name: 'stock', maxConcurrent: 1, maxWait: '150ms', maxQueue: 2 }`),
    outcomes: [slow],
    script: [{ call: ['a'] }, { call: ['b'] }, { call: ['c'] }, { call: ['d'] }, { advance: 300 }],
    expected: {
      trace: [
        '0 attempt a', ...at(0, full('QUEUE_FULL', '1 of 1')),
        '100 attempt b', '100 returned 7',
        ...at(150, full('WAIT_EXPIRED', '1 of 1')),
        '200 returned 7',
      ],
      snapshot: { bulkhead: [{ inUse: 0, waiting: 0 }] },
    },
  },
  {
    title: 'ends the wait when the caller aborts',
    source: both(`{ name: 'stock', maxConcurrent: 1, maxWait: '10s' }`),
    outcomes: [slow],
    script: [{ call: ['a'] }, { call: ['b'] }, { advance: 50 }, { abort: 'enough' }, { advance: 50 }],
    expected: {
      trace: ['0 attempt a', '50 threw enough', '100 returned 7'],
      snapshot: { bulkhead: [{ inUse: 0, waiting: 0, rejected: 0 }] },
    },
  },
  {
    title: 'is closed by configuration and opened again; who waits starts in the same turn',
    source: both(`{ name: 'stock', maxConcurrent: 1, maxWait: '10s', maxQueue: 5 }`),
    outcomes: [{ returns: 7 }],
    script: [
      { configure: { instances: { stock: { bulkhead: { maxConcurrent: 0 } } } } }, { call: ['a'] }, { advance: 20 },
      { configure: { instances: { stock: { bulkhead: { maxConcurrent: 1 } } } } },
    ],
    expected: { trace: ['0 registry.reconfigured', '20 registry.reconfigured', '20 attempt a', '20 returned 7'] },
  },
  {
    title: 'holds its slot only while an attempt runs, not while a retry waits',
    source: `
import { Bulkhead, Retry, resilient } from 'resilience4cata'
import { backend } from 'scenario'
export const marked = resilient({ retry: { delay: '1s', jitter: 'none' }, bulkhead: { name: 'stock', maxConcurrent: 1 } }, async (sku: string) => backend(sku))
export class Decorated {
  @Retry({ delay: '1s', jitter: 'none' })
  @Bulkhead({ name: 'stock', maxConcurrent: 1 })
  async call(sku: string) { return backend(sku) }
}
`,
    outcomes: [{ throws: 'down' }, { returns: 7 }],
    script: [{ call: ['a'] }, { advance: 500 }, { call: ['b'] }, { advance: 500 }],
    expected: { trace: ['0 attempt a', '0 retry.retrying attempt=1 delayMs=1000 failure=down', '500 attempt b', '500 returned 7', '1000 attempt a', '1000 returned 7'] },
  },
  {
    title: 'disabled, lets everybody through',
    source: both(`{ name: 'stock', maxConcurrent: 1 }`),
    outcomes: [slow],
    script: [{ configure: { 'defaults.bulkhead.enabled': 'false' } }, { call: ['a'] }, { call: ['b'] }],
    expected: { trace: ['0 registry.reconfigured', '0 attempt a', '0 attempt b'], snapshot: { bulkhead: [{ inUse: 0 }] } },
  },
  {
    title: 'on a sync function',
    source: `
import { resilient } from 'resilience4cata'
import { backend } from 'scenario'
export const marked = resilient({ mode: 'sync', bulkhead: { maxConcurrent: 1 } }, (sku: string): number => backend(sku))
`,
    outcomes: [{ throws: 'down' }, { returns: 7 }],
    script: [{ call: ['a'] }, { call: ['b'] }],
    expected: { trace: ['0 attempt a', '0 threw down', '0 attempt b', '0 returned 7'] },
  },
]
