import type { Scenario } from '@resilience4cata/testing/scenario'

/** A marker and a decorator that say the same. `options` is source text. */
const both = (options: string) => `
import { Hedge, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export const marked = resilient({ hedge: ${options} }, async (id: string) => backend(id))

export class Decorated {
  @Hedge(${options})
  async call(id: string) { return backend(id) }
}
`

const STACK = `
import { Bulkhead, CircuitBreaker, Fallback, Hedge, Timeout, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export const marked = resilient({ hedge: { delay: '50ms' }, circuitBreaker: {}, timeout: '1s', bulkhead: { maxConcurrent: 10 }, fallback: (failure: any, { attempts }) => failure.name + attempts },
  async (id: string) => backend(id))

export class Decorated {
  @Fallback((failure: any, { attempts }) => failure.name + attempts)
  @Hedge({ delay: '50ms' })
  @CircuitBreaker({})
  @Timeout('1s')
  @Bulkhead({ maxConcurrent: 10 })
  async call(id: string) { return backend(id) }
}
`

const LIMITED = `
import { Hedge, RateLimiter, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export const marked = resilient({ hedge: { delay: '50ms', maxAttempts: 3 }, rateLimiter: { permits: 1, period: '1m' } }, async (id: string) => backend(id))

export class Decorated {
  @Hedge({ delay: '50ms', maxAttempts: 3 })
  @RateLimiter({ permits: 1, period: '1m' })
  async call(id: string) { return backend(id) }
}
`

export const scenarios: readonly Scenario[] = [
  {
    title: 'says nothing of a first attempt that is fast enough',
    source: both(`{ delay: '50ms' }`),
    outcomes: [{ returns: 7, after: 49 }],
    script: [{ call: ['sku-1'] }, { advance: 5000 }],
    expected: { trace: ['0 attempt sku-1', '49 returned 7'] },
  },
  {
    title: 'takes the first answer of two',
    source: both(`{ delay: '50ms' }`),
    outcomes: [{ returns: 'slow', after: 1000 }, { returns: 'fast', after: 10 }],
    script: [{ call: ['sku-1'] }, { advance: 5000 }],
    expected: { trace: ['0 attempt sku-1', '50 hedge.hedged attempt=2 trigger=DELAY', '50 attempt sku-1', '60 hedge.won attempt=2', '60 returned fast'] },
  },
  {
    title: 'lets the first one win that is slow and still first',
    source: both(`{ delay: '50ms' }`),
    outcomes: [{ returns: 'first', after: 80 }, { returns: 'second', after: 80 }],
    script: [{ call: ['sku-1'] }, { advance: 5000 }],
    expected: { trace: ['0 attempt sku-1', '50 hedge.hedged attempt=2 trigger=DELAY', '50 attempt sku-1', '80 returned first'] },
  },
  {
    title: 'goes on at once after a failure, and ends with the last one',
    source: both(`{ delay: '100ms', maxAttempts: 3 }`),
    outcomes: [{ throws: 'down', after: 50 }],
    script: [{ call: ['sku-1'] }, { advance: 5000 }],
    expected: {
      trace: [
        '0 attempt sku-1',
        '50 hedge.hedged attempt=2 trigger=FAILURE',
        '50 attempt sku-1',
        '100 hedge.hedged attempt=3 trigger=FAILURE',
        '100 attempt sku-1',
        '150 hedge.failed attempts=3 failure=down',
        '150 threw down',
      ],
    },
  },
  {
    title: 'begins all at once without a delay',
    source: both(`{ delay: '0', maxAttempts: 3 }`),
    outcomes: [{ returns: 1, after: 30 }, { returns: 2, after: 20 }, { returns: 3, after: 10 }],
    script: [{ call: ['sku-1'] }, { advance: 5000 }],
    expected: {
      trace: ['0 attempt sku-1', '0 hedge.hedged attempt=2 trigger=DELAY', '0 attempt sku-1', '0 hedge.hedged attempt=3 trigger=DELAY', '0 attempt sku-1', '10 hedge.won attempt=3', '10 returned 3'],
    },
  },
  {
    title: 'makes no more attempts than its budget allows',
    source: both(`{ delay: '50ms', budgetPercent: 50, budgetMinHedgesPerSecond: 0 }`),
    outcomes: [{ returns: 7, after: 200 }],
    script: [{ call: ['sku-1'], times: 4 }, { advance: 5000 }],
    expected: { counts: { attempt: 6, 'hedge.hedged': 2, 'hedge.skipped reason=BUDGET': 2, 'returned 7': 4 } },
  },
  {
    title: 'is no failure of the call when a layer inside refuses it',
    source: LIMITED,
    outcomes: [{ returns: 7, after: 200 }],
    script: [{ call: ['sku-1'] }, { advance: 1000 }],
    expected: { counts: { attempt: 1, 'hedge.skipped reason=LOCAL_REJECTION': 1, 'hedge.hedged': 0, 'returned 7': 1 } },
  },
  {
    title: 'takes every attempt through the layers inside',
    source: STACK,
    outcomes: [{ returns: 7, after: 5000 }],
    script: [{ call: ['sku-1'] }, { advance: 6000 }],
    expected: { counts: { attempt: 2, 'hedge.hedged attempt=2 trigger=DELAY': 1, 'timeout.timedOut': 2, 'hedge.failed attempts=2': 1, 'returned CallTimeoutError2': 1, 'timeout.lateSettled': 2 } },
  },
  {
    title: 'cancels what it no longer needs through the layers inside',
    source: STACK,
    outcomes: [{ returns: 'slow', after: 900 }, { returns: 'fast', after: 10 }],
    script: [{ call: ['sku-1'] }, { advance: 6000 }],
    expected: { counts: { 'hedge.won attempt=2': 1, 'returned fast': 1, 'timeout.timedOut': 0, 'timeout.lateSettled outcome=SUCCESS': 1 } },
  },
]
