import type { Scenario } from '@resilience4cata/testing/scenario'

/** A marker and a decorator that say the same. `options` is source text. */
const both = (options: string) => `
import { CancelWith, RateLimiter, resilient } from 'resilience4cata'
import { backend, signal } from 'scenario'
export const marked = resilient({ rateLimiter: ${options}, signal: () => signal }, async (id: string) => backend(id))
export class Decorated {
  @RateLimiter(${options})
  @CancelWith(() => signal)
  async call(id: string) { return backend(id) }
}
`
const refused = (at: number, ms: number, what = '2 in 1000 ms') =>
  [`${at} rateLimiter.rejected retryAfterMs=${ms}`, `${at} threw RateLimitExceededError(rate limiter quota admits ${what}: the next permit comes in ${ms} ms)`]

export const scenarios: readonly Scenario[] = [
  {
    title: 'admits so many in a period, from the first call on, and says when the next may come',
    source: both(`{ name: 'quota', permits: 2, period: '1s' }`),
    outcomes: [{ returns: 7 }],
    script: [{ advance: 300 }, { call: ['a'] }, { call: ['b'] }, { call: ['c'] }, { advance: 600 }, { call: ['d'] }, { advance: 400 }, { call: ['e'] }],
    expected: {
      trace: ['300 attempt a', '300 returned 7', '300 attempt b', '300 returned 7', ...refused(300, 1000), ...refused(900, 400), '1300 attempt e', '1300 returned 7'],
      snapshot: { rateLimiter: [{ instance: 'quota', available: 1, waiting: 0, nextPermitMs: 0 }] },
    },
  },
  {
    title: 'fixed, lets twice the permits start around the end of a period',
    source: both(`{ name: 'quota', permits: 2, period: '1s' }`),
    outcomes: [{ returns: 7 }],
    script: [{ call: ['a'] }, { advance: 990 }, { call: ['b'] }, { advance: 10 }, { call: ['c'] }, { call: ['d'] }],
    expected: { counts: { attempt: 4, 'rateLimiter.rejected': 0 } },
  },
  {
    title: 'rolling, never has more in any stretch of a period',
    source: both(`{ name: 'quota', permits: 2, period: '1s', window: 'rolling' }`),
    outcomes: [{ returns: 7 }],
    script: [{ call: ['a'] }, { advance: 990 }, { call: ['b'] }, { advance: 10 }, { call: ['c'] }, { call: ['d'] }],
    expected: {
      trace: ['0 attempt a', '0 returned 7', '990 attempt b', '990 returned 7', '1000 attempt c', '1000 returned 7', ...refused(1000, 990)],
    },
  },
  {
    title: 'lets attempts wait for their turn, and refuses at once whose turn would come too late',
    source: both(`{ name: 'quota', permits: 1, period: '1s', maxWait: '2s' }`),
    outcomes: [{ returns: 7 }],
    script: [{ call: ['a'] }, { call: ['b'] }, { call: ['c'] }, { call: ['d'] }, { advance: 2000 }],
    expected: {
      trace: [
        '0 attempt a', '0 returned 7', ...refused(0, 3000, '1 in 1000 ms'),
        '1000 rateLimiter.waited ms=1000', '1000 attempt b', '1000 returned 7',
        '2000 rateLimiter.waited ms=2000', '2000 attempt c', '2000 returned 7',
      ],
    },
  },
  {
    title: 'ends the wait when the caller aborts',
    source: both(`{ name: 'quota', permits: 1, period: '1s', maxWait: '10s' }`),
    outcomes: [{ returns: 7 }],
    script: [{ call: ['a'] }, { call: ['b'] }, { advance: 50 }, { abort: 'enough' }, { advance: 5000 }],
    expected: { trace: ['0 attempt a', '0 returned 7', '50 threw enough'], snapshot: { rateLimiter: [{ waiting: 0, available: 1 }] } },
  },
  {
    title: 'takes a permit for each attempt of a retry',
    source: `
import { RateLimiter, Retry, resilient } from 'resilience4cata'
import { backend } from 'scenario'
export const marked = resilient({ retry: { delay: '100ms', jitter: 'none' }, rateLimiter: { name: 'quota', permits: 2, period: '1s' } }, async (id: string) => backend(id))
export class Decorated {
  @Retry({ delay: '100ms', jitter: 'none' })
  @RateLimiter({ name: 'quota', permits: 2, period: '1s' })
  async call(id: string) { return backend(id) }
}
`,
    outcomes: [{ throws: 'down' }],
    script: [{ call: ['a'] }, { advance: 300 }],
    expected: {
      trace: [
        '0 attempt a', '0 retry.retrying attempt=1 delayMs=100 failure=down',
        '100 attempt a', '100 retry.retrying attempt=2 delayMs=200 failure=down',
        '300 rateLimiter.rejected retryAfterMs=700',
        '300 retry.gaveUp attempts=3 reason=MAX_ATTEMPTS failure=RateLimitExceededError(rate limiter quota admits 2 in 1000 ms: the next permit comes in 700 ms)',
        '300 threw RateLimitExceededError(rate limiter quota admits 2 in 1000 ms: the next permit comes in 700 ms)',
      ],
    },
  },
  {
    title: 'is changed while it runs: the cycle that has begun keeps its end',
    source: both(`{ name: 'quota', permits: 1, period: '10s', maxWait: '1m' }`),
    outcomes: [{ returns: 7 }],
    script: [{ call: ['a'], times: 4 }, { advance: 1000 }, { configure: { instances: { quota: { rateLimiter: { period: '1m' } } } } }, { advance: 9000 }],
    expected: { counts: { attempt: 2, 'rateLimiter.rejected retryAfterMs=69000': 2, 'rateLimiter.waited ms=10000': 1 } },
  },
  {
    title: 'disabled, lets everybody through',
    source: both(`{ name: 'quota', permits: 1 }`),
    outcomes: [{ returns: 7 }],
    script: [{ configure: { 'defaults.rateLimiter.enabled': 'false' } }, { call: ['a'], times: 3 }],
    expected: { counts: { attempt: 3, 'rateLimiter.rejected': 0 } },
  },
  {
    title: 'on a sync function',
    source: `
import { resilient } from 'resilience4cata'
import { backend } from 'scenario'
export const marked = resilient({ mode: 'sync', rateLimiter: { name: 'quota', permits: 2 } }, (id: string): number => backend(id))
`,
    outcomes: [{ returns: 7 }],
    script: [{ call: ['a'], times: 3 }],
    expected: { trace: ['0 attempt a', '0 returned 7', '0 attempt a', '0 returned 7', ...refused(0, 1000)] },
  },
]
