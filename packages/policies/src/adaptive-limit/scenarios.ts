import type { Scenario } from '@resilience4cata/testing/scenario'

const ERRORS = `
export class Overloaded extends Error { override name = 'Overloaded' }
`
/** A marker and a decorator that say the same. `options` is source text. */
const both = (options: string) => `
import { AdaptiveLimit, resilient } from 'resilience4cata'
import { backend } from 'scenario'
${ERRORS}
export const marked = resilient({ adaptiveLimit: ${options} }, async (id: string) => backend(id))
export class Decorated {
  @AdaptiveLimit(${options})
  async call(id: string) { return backend(id) }
}
`
const slow = { returns: 7, after: 100 } as const
const overloaded = { throws: 'busy', as: 'Overloaded', after: 100 } as const

export const scenarios: readonly Scenario[] = [
  {
    title: 'rejects what is above the limit, and raises it while all goes well',
    source: both(`{ name: 'search', initialLimit: 2 }`),
    outcomes: [slow],
    script: [{ call: ['a'] }, { call: ['b'] }, { call: ['c'] }, { advance: 100 }],
    expected: {
      trace: [
        '0 attempt a', '0 attempt b',
        '0 adaptiveLimit.rejected limit=2', '0 threw LimitExceededError(adaptive limit search admits 2 at once for now)',
        '100 returned 7', '100 adaptiveLimit.limitChanged from=2 to=3 reason=GROWN', '100 returned 7',
      ],
      snapshot: { adaptiveLimit: [{ instance: 'search', limit: 3, inFlight: 0, waiting: 0, algorithm: 'aimd' }] },
    },
  },
  {
    title: 'cuts the limit at a sign of overload, once for all that began before',
    source: both(`{ name: 'search', initialLimit: 20, dropOn: Overloaded }`),
    outcomes: [overloaded],
    script: [{ call: ['a'], times: 3 }, { advance: 100 }],
    expected: {
      counts: { attempt: 3, 'adaptiveLimit.limitChanged from=20 to=18 reason=OVERLOAD': 1, 'adaptiveLimit.limitChanged': 1, 'threw Overloaded(busy)': 3 },
      snapshot: { adaptiveLimit: [{ limit: 18, inFlight: 0 }] },
    },
  },
  {
    title: 'takes no other failure for overload',
    source: both(`{ name: 'search', initialLimit: 20 }`),
    outcomes: [{ throws: 'down' }],
    script: [{ call: ['a'], times: 30 }],
    expected: { counts: { 'adaptiveLimit.': 0, 'threw down': 30 }, snapshot: { adaptiveLimit: [{ limit: 20, inFlight: 0 }] } },
  },
  {
    title: 'takes a slow success for overload where it has a latencyThreshold',
    source: both(`{ name: 'search', initialLimit: 20, latencyThreshold: '50ms' }`),
    outcomes: [slow, { returns: 7, after: 50 }],
    script: [{ call: ['a'] }, { call: ['b'] }, { advance: 100 }],
    expected: { counts: { 'adaptiveLimit.limitChanged from=20 to=18 reason=OVERLOAD': 1, 'adaptiveLimit.limitChanged': 1, 'returned 7': 2 } },
  },
  {
    title: 'lets callers wait until the limit allows them',
    source: both(`{ name: 'search', initialLimit: 1, maxLimit: 1, maxWait: '150ms', minLimit: 1, maxQueue: 2 }`),
    outcomes: [slow],
    script: [{ call: ['a'] }, { call: ['b'] }, { call: ['c'] }, { advance: 200 }],
    expected: {
      trace: [
        '0 attempt a', '100 attempt b', '100 returned 7',
        '150 adaptiveLimit.rejected limit=1', '150 threw LimitExceededError(adaptive limit search admits 1 at once for now)',
        '200 returned 7',
      ],
    },
  },
  {
    title: 'takes no time in line for latency',
    source: both(`{ name: 'search', initialLimit: 2, maxLimit: 2, maxWait: '1s', latencyThreshold: '99ms' }`),
    outcomes: [{ returns: 7, after: 60 }, { returns: 7, after: 60 }, { returns: 7, after: 60 }, slow],
    script: [{ call: ['a'], times: 4 }, { advance: 200 }],
    expected: { trace: ['0 attempt a', '0 attempt a', '60 attempt a', '60 returned 7', '60 attempt a', '60 returned 7', '120 returned 7', '160 adaptiveLimit.limitChanged from=2 to=1 reason=OVERLOAD', '160 returned 7'] },
  },
  {
    title: 'takes a full bulkhead inside of it for overload',
    source: `
import { AdaptiveLimit, Bulkhead, resilient } from 'resilience4cata'
import { backend } from 'scenario'
export const marked = resilient({ adaptiveLimit: { name: 'search', initialLimit: 20 }, bulkhead: { maxConcurrent: 1 } }, async (id: string) => backend(id))
export class Decorated {
  @AdaptiveLimit({ name: 'search', initialLimit: 20 })
  @Bulkhead({ maxConcurrent: 1 })
  async call(id: string) { return backend(id) }
}
`,
    outcomes: [slow],
    script: [{ call: ['a'] }, { call: ['b'] }, { advance: 100 }],
    expected: { counts: { 'bulkhead.rejected reason=FULL': 1, 'adaptiveLimit.limitChanged from=20 to=18 reason=OVERLOAD': 1, 'returned 7': 1 } },
  },
  {
    title: 'hears of overload from a classifier',
    source: `
import { resilient } from 'resilience4cata'
import { backend } from 'scenario'
const classifier = (status: number) => status === 503 ? 'overload' as const : 'success' as const
export const marked = resilient({ classifier, adaptiveLimit: { name: 'search', initialLimit: 20 } }, async (id: string): Promise<number> => backend(id))
`,
    outcomes: [{ returns: 503 }, { returns: 200 }],
    script: [{ call: ['a'] }, { call: ['b'] }],
    expected: { trace: ['0 attempt a', '0 adaptiveLimit.limitChanged from=20 to=18 reason=OVERLOAD', '0 returned 503', '0 attempt b', '0 returned 200'] },
  },
  {
    title: 'keeps within new bounds',
    source: both(`{ name: 'search', initialLimit: 20 }`),
    outcomes: [{ returns: 7 }],
    script: [{ call: ['a'] }, { configure: { instances: { search: { adaptiveLimit: { initialLimit: 5, maxLimit: 10 } } } } }],
    expected: { counts: { 'adaptiveLimit.limitChanged from=20 to=10 reason=CONFIGURED': 1 }, snapshot: { adaptiveLimit: [{ limit: 10 }] } },
  },
  {
    title: 'may begin above the built-in maxLimit, where the defaults raise that',
    source: both(`{ name: 'search', initialLimit: Number('500') }`),
    outcomes: [{ returns: 7 }],
    script: [{ configure: { defaults: { adaptiveLimit: { maxLimit: 1000 } } } }, { call: ['a'] }],
    expected: { counts: { 'returned 7': 1 }, snapshot: { adaptiveLimit: [{ limit: 500 }] } },
  },
  {
    title: 'on a sync function',
    source: `
import { resilient } from 'resilience4cata'
import { backend } from 'scenario'
export const marked = resilient({ mode: 'sync', adaptiveLimit: { name: 'search', initialLimit: 1, maxLimit: 1 } }, (id: string): number => backend(id))
`,
    outcomes: [{ throws: 'down' }, { returns: 7 }],
    script: [{ call: ['a'] }, { call: ['b'] }],
    expected: { trace: ['0 attempt a', '0 threw down', '0 attempt b', '0 returned 7'], snapshot: { adaptiveLimit: [{ limit: 1, inFlight: 0 }] } },
  },
]
