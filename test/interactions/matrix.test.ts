// What each pair of layers is to each other: the outer one's name first.
import type { Outcome, Scenario, Step } from '@resilience4cata/testing/scenario'
import { byEveryEngine } from './every-engine.ts'

type Cell = readonly [title: string, policies: string, outcomes: readonly Outcome[], script: readonly Step[], expected: Scenario['expected']]

const call = (times = 1): Step => ({ call: [], times })
const advance = (ms: number): Step => ({ advance: ms })
const DOWN = { throws: 'down' }
const OK = { returns: 7 }
const slow = (after: number): Outcome => ({ returns: 7, after })

const RETRY = "retry: { maxAttempts: 3, delay: '1s', backoff: 'fixed', jitter: 'none' }"
const BREAKER = "circuitBreaker: { name: 'b', windowSize: 10 }"
const TOLD = "fallback: (failure) => 'instead of ' + failure.code"
const HEDGE = "hedge: { name: 'h', delay: '10ms', budgetPercent: 0 }"
const recorded = (calls: number, failures: number) => ({ snapshot: { circuitBreaker: [{ calls, failures }] } })

const FALLBACK: readonly Cell[] = [
  ['circuitBreaker: sees that the call isn’t permitted', `${TOLD}, circuitBreaker: { windowSize: 1, failureRate: 100 }`, [DOWN], [call(2)], { counts: { attempt: 1, 'returned instead of undefined': 1, 'returned instead of R4C_CALL_NOT_PERMITTED': 1 } }],
  ['rateLimiter: sees that there is no permit', `${TOLD}, rateLimiter: { permits: 1 }`, [OK], [call(2)], { counts: { attempt: 1, 'returned instead of R4C_RATE_LIMIT_EXCEEDED': 1 } }],
  ['adaptiveLimit: sees that the limit is reached', `${TOLD}, adaptiveLimit: { initialLimit: 1 }`, [slow(10)], [call(2)], { counts: { attempt: 1, 'returned instead of R4C_LIMIT_EXCEEDED': 1 } }],
  ['timeout: sees that the time is over, and never what comes later', `${TOLD}, timeout: '1s'`, [{ ...DOWN, after: 2000 }], [call(), advance(5000)], { counts: { attempt: 1, 'fallback.applied': 1, 'returned instead of R4C_CALL_TIMEOUT': 1, returned: 1, threw: 0 } }],
  ['bulkhead: sees that it is full', `${TOLD}, bulkhead: { maxConcurrent: 1 }`, [slow(10)], [call(2)], { counts: { attempt: 1, 'returned instead of R4C_BULKHEAD_FULL': 1 } }],
]

const cells: Readonly<Record<string, readonly Cell[]>> = {
  fallback: FALLBACK,
  retry: [
    ['circuitBreaker: records every attempt', `${RETRY}, ${BREAKER}`, [DOWN], [call(), advance(9000)], { counts: { attempt: 3 }, ...recorded(3, 3) }],
    ['circuitBreaker: an open one stops the retries', `${RETRY}, circuitBreaker: { windowSize: 2 }`, [DOWN], [call(), advance(9000)], { counts: { attempt: 2, 'retry.gaveUp attempts=3 reason=NOT_RETRYABLE': 1 } }],
    ['rateLimiter: each attempt takes a permit, and who gets none tries again', `${RETRY}, rateLimiter: { permits: 2, period: '1500ms' }`, [DOWN], [call(), advance(500), call(), advance(9000)], { counts: { attempt: 4, 'rateLimiter.rejected retryAfterMs=500': 2, 'retry.retrying attempt=2': 2, 'threw down': 1, 'threw RateLimitExceededError': 1 } }],
    ['adaptiveLimit: each attempt takes a slot, and who gets none tries again', `${RETRY}, adaptiveLimit: { initialLimit: 1 }`, [slow(500)], [call(2), advance(9000)], { counts: { 'adaptiveLimit.rejected': 1, 'retry.retrying attempt=1': 1, attempt: 2, 'returned 7': 2 } }],
    ['timeout: each attempt has its whole time', `${RETRY}, timeout: '1s'`, [slow(2000), slow(2000), slow(900)], [call(), advance(9000)], { counts: { 'timeout.timedOut': 2, 'returned 7': 1 } }],
    ['bulkhead: the slot is free while the retry waits', `${RETRY}, bulkhead: { maxConcurrent: 1 }`, [DOWN, OK], [call(), advance(500), call(), advance(500)], { counts: { 'returned 7': 2, 'bulkhead.rejected': 0 } }],
  ],
  hedge: [
    ['circuitBreaker: losers count for nothing', `${HEDGE}, ${BREAKER}`, [slow(100), slow(20)], [call(), advance(500)], { counts: { attempt: 2, 'hedge.won attempt=2': 1 }, ...recorded(1, 0) }],
    ['rateLimiter: a hedge needs a permit of its own, and without one the call goes on', `${HEDGE}, rateLimiter: { permits: 1, period: '1h' }`, [slow(100)], [call(), advance(500)], { counts: { attempt: 1, 'hedge.skipped reason=LOCAL_REJECTION': 1, 'returned 7': 1 } }],
    ['adaptiveLimit: losers are no samples', `${HEDGE}, adaptiveLimit: { initialLimit: 2 }`, [slow(100), slow(20), slow(5)], [call(), advance(500), call(), advance(500)], {
      trace: ['0 attempt', '10 hedge.hedged attempt=2 trigger=DELAY', '10 attempt', '30 hedge.won attempt=2', '30 returned 7', '500 attempt', '505 adaptiveLimit.limitChanged from=2 to=3 reason=GROWN', '505 returned 7'],
    }],
    ['timeout: each attempt has its whole time', `${HEDGE}, timeout: '50ms'`, [slow(500), slow(45)], [call(), advance(900)], { counts: { 'timeout.timedOut': 1, 'returned 7': 1 } }],
    ['bulkhead: a loser holds its slot until it settles', `${HEDGE}, bulkhead: { maxConcurrent: 2 }`, [slow(200), slow(20)], [call(), advance(100)], { counts: { 'returned 7': 1 }, snapshot: { bulkhead: [{ inUse: 1 }] } }],
  ],
  circuitBreaker: [
    ['retry: one record per call', `order: ['circuitBreaker', 'retry'], ${RETRY}, ${BREAKER}`, [DOWN], [call(), advance(9000)], { counts: { attempt: 3 }, ...recorded(1, 1) }],
    ['rateLimiter: whom the breaker rejects takes no permit', "circuitBreaker: { windowSize: 1, failureRate: 100, waitInOpen: '1s' }, rateLimiter: { permits: 5, period: '1h' }", [DOWN], [call(3)], { counts: { 'circuitBreaker.rejected': 2 }, snapshot: { rateLimiter: [{ available: 4 }] } }],
    ['rateLimiter: its rejections are recorded', `${BREAKER}, rateLimiter: { permits: 1, period: '1h' }`, [OK], [call(3)], recorded(3, 2)],
    ['adaptiveLimit: its rejections are recorded', `${BREAKER}, adaptiveLimit: { initialLimit: 1 }`, [slow(10)], [call(3), advance(50)], recorded(3, 2)],
    ['timeout: it is recorded', `${BREAKER}, timeout: '1s'`, [slow(2000)], [call(2), advance(5000)], recorded(2, 2)],
    ['bulkhead: its rejections are recorded', `${BREAKER}, bulkhead: { maxConcurrent: 1 }`, [slow(10)], [call(3), advance(50)], recorded(3, 2)],
  ],
  rateLimiter: [
    ['circuitBreaker: whom the breaker rejects has taken a permit', "order: ['rateLimiter', 'circuitBreaker'], circuitBreaker: { windowSize: 1, failureRate: 100, waitInOpen: '1s' }, rateLimiter: { permits: 5, period: '1h' }", [DOWN], [call(3)], { counts: { 'circuitBreaker.rejected': 2 }, snapshot: { rateLimiter: [{ available: 2 }] } }],
    ['adaptiveLimit: nothing is given back', "rateLimiter: { permits: 5, period: '1h' }, adaptiveLimit: { initialLimit: 1 }", [slow(10)], [call(3)], { counts: { attempt: 1 }, snapshot: { rateLimiter: [{ available: 2 }] } }],
    ['timeout: the wait is no part of its time', "rateLimiter: { permits: 1, period: '10s', maxWait: '1m' }, timeout: '1s'", [slow(900)], [call(2), advance(20_000)], { counts: { 'returned 7': 2, 'timeout.timedOut': 0 } }],
    ['bulkhead: nothing is given back', "rateLimiter: { permits: 5, period: '1h' }, bulkhead: { maxConcurrent: 1 }", [slow(10)], [call(3)], { counts: { attempt: 1 }, snapshot: { rateLimiter: [{ available: 2 }] } }],
  ],
  adaptiveLimit: [
    ['timeout: it is a drop', "adaptiveLimit: { initialLimit: 20 }, timeout: '1s'", [slow(2000)], [call(), advance(5000)], { snapshot: { adaptiveLimit: [{ limit: 18, inFlight: 0 }] } }],
    ['bulkhead: full, it is a drop', 'adaptiveLimit: { initialLimit: 20 }, bulkhead: { maxConcurrent: 1 }', [slow(10)], [call(2)], { counts: { attempt: 1 }, snapshot: { adaptiveLimit: [{ limit: 18, inFlight: 1 }] } }],
  ],
  timeout: [
    ['retry: the time is all of the call’s, and ends the pause', `order: ['timeout', 'retry'], ${RETRY}, timeout: '1500ms'`, [DOWN], [call(), advance(9000)], { counts: { attempt: 2, 'timeout.timedOut elapsedMs=1500': 1, threw: 1 } }],
    ['bulkhead: waiting for it takes time', "timeout: '1s', bulkhead: { maxConcurrent: 1, maxWait: '10s' }", [slow(700)], [call(2), advance(5000)], { counts: { 'returned 7': 1, 'timeout.timedOut elapsedMs=1000': 1 } }],
    ['bulkhead: its slot outlives the deadline', "timeout: '1s', bulkhead: { maxConcurrent: 1 }", [slow(3000)], [call(), advance(2000)], { counts: { 'timeout.timedOut': 1 }, snapshot: { bulkhead: [{ inUse: 1 }] } }],
  ],
  bulkhead: [
    ['retry: the slot is held while the retry waits', `order: ['bulkhead', 'retry'], ${RETRY}, bulkhead: { maxConcurrent: 1 }`, [DOWN, OK], [call(), advance(500), call(), advance(500)], { counts: { 'returned 7': 1, 'bulkhead.rejected': 1 } }],
    ['timeout: the slot is free at the deadline', "order: ['bulkhead', 'timeout'], timeout: '1s', bulkhead: { maxConcurrent: 1 }", [slow(3000)], [call(), advance(2000)], { counts: { 'timeout.timedOut': 1 }, snapshot: { bulkhead: [{ inUse: 0 }] } }],
  ],
}

byEveryEngine(Object.entries(cells).flatMap(([outer, inside]) => inside.map(([title, policies, outcomes, script, expected]): [string, Scenario] => [`${outer}, ${title}`, {
  title, outcomes, script, expected,
  source: `
import { resilient } from 'resilience4cata'
import { backend, signal } from 'scenario'
export const site = resilient({ ${policies}, signal: () => signal }, async () => backend())
`,
}])))
