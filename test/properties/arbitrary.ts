// Random programs. Options are taken from few values, so that calls meet each other, and times from a grid, so that they meet the ends of windows and waits.
import fc, { type Arbitrary } from 'fast-check'
import { VALUES } from './outcomes.ts'
import type { AdaptivePart, BehaviourEnds, Behaviour, BreakerOp, BreakerPart, BulkheadPart, FallbackPart, HedgePart, LimiterPart, Program, RetryPart, Stack, Step, TimeoutPart } from './program.ts'

type Mode = Program['mode']
const of = fc.constantFrom
const some = <T extends object>(model: { [K in keyof T]-?: Arbitrary<Exclude<T[K], undefined>> }) => fc.record(model, { noNullPrototype: true, requiredKeys: [] }) as unknown as Arbitrary<T>

const list = fc.array(of('exception', 'throwable', 'E_BUSY', 'RangeError', 'AbortError', 'R4C_CALL_TIMEOUT', 'BulkheadFullError', 'RateLimitExceededError', 'R4C_CALL_NOT_PERMITTED'), { maxLength: 3 })
// most often as by default: what a rare list lets through hides what comes after it
const wanted = fc.oneof({ weight: 3, arbitrary: fc.constant(['exception']) }, list)
const unwanted = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, list)
const spread = of('full' as const, 'equal' as const, 'none' as const)
const budget = { budgetPercent: of(0, 20, 50, 100), budgetWindow: of(1000, 2000) }
const classified = (is: boolean) => (is ? { onExhaustedResult: of('return' as const, 'throw' as const) } : {})

const fallback = (mode: Mode) => fc.record({
  ends: mode === 'sync' ? of('returns', 'throws') : of('returns', 'returns', 'throws', 'rejects'), applyOn: fc.oneof({ weight: 3, arbitrary: fc.constant(['throwable']) }, list), skipOn: unwanted, onCancel: fc.boolean(),
}, { noNullPrototype: true, requiredKeys: ['ends'] }) as Arbitrary<FallbackPart>

const retry = (mode: Mode, isClassified: boolean) => some<RetryPart>({
  maxAttempts: mode === 'sync' ? of(1, 2, 3, 18) : of(1, 2, 3, 4), delay: mode === 'sync' ? of(0) : of(0, 10, 20, 50), maxDelay: of(50, 60, 100), backoff: of('exponential', 'fixed'), multiplier: of(1, 1.5, 2, 3), jitter: spread,
  maxDuration: of(20, 50, 100), retryOn: wanted, abortOn: unwanted, maxRetryAfter: of(30, 60), budgetMinRetriesPerSecond: of(0, 1, 2), ...budget, ...classified(isClassified),
} as never).map((part) => ({ delay: 0, ...part }) as RetryPart)

// off the grid, as timeouts are: at one instant a deadline has no order among other timers
const hedge = (isClassified: boolean) => some<HedgePart>({
  maxAttempts: of(2, 3, 4), delay: of(0, 8, 18, 53).map((ms) => (ms === 0 ? 0 : ms + 7 / 128)), hedgeOn: wanted, abortOn: unwanted, budgetMinHedgesPerSecond: of(0, 1, 10), ...budget, ...classified(isClassified),
} as never)

const window = fc.oneof(
  fc.tuple(of(1, 2, 3, 4, 6, 17), of(0, 1, 2)).map(([windowSize, less]) => ({ windowSize, minimumCalls: Math.max(1, windowSize - less) })),
  fc.record({ windowDuration: of(100, 200, 1000), minimumCalls: of(1, 2, 3, 4) }),
)
const breaker = fc.tuple(window, some<Omit<BreakerPart, 'windowSize' | 'windowDuration' | 'minimumCalls'>>({
  failureRate: of(25, 33.3, 50, 75, 100), slowCallDuration: of(10, 20, 50), slowCallRate: of(30, 50, 100), waitInOpen: of(20, 50, 100), waitInOpenMultiplier: of(1, 2), maxWaitInOpen: of(100, 150),
  waitInOpenJitter: spread, halfOpenCalls: of(1, 2, 3, 4), maxHalfOpenWait: of(0, 30, 50), recordOn: wanted, ignoreOn: unwanted, ownRejections: of('record', 'ignore'),
})).map(([sizes, rest]): BreakerPart => ({ waitInOpen: 50, ...sizes, ...rest }))

const waits = (mode: Mode, longest = [0, 21, 53, 104]) => (mode === 'sync' ? {} : { maxWait: of(...longest), maxQueue: of(0, 1, 2, 3) })
const limiter = (mode: Mode) => some<LimiterPart>({ permits: of(1, 2, 3), period: of(20, 50, 100), window: of('fixed', 'rolling'), ...waits(mode, [0, 20, 50, 100]) } as never).map((part) => ({ permits: 2, period: 50, ...part }))
const bulkhead = (mode: Mode) => some<BulkheadPart>({ maxConcurrent: of(1, 2, 3), ...waits(mode) } as never).map((part) => ({ maxConcurrent: 1, ...part }))
const adaptive = (mode: Mode) => fc.tuple(fc.nat(2), fc.nat(3), fc.nat(3), some<AdaptivePart>({ backoffRatio: of(0.5, 0.7, 0.9), latencyThreshold: of(10, 20, 50), dropOn: fc.oneof({ weight: 3, arbitrary: fc.constant(['R4C_CALL_TIMEOUT', 'BulkheadFullError']) }, list), ...waits(mode) } as never))
  .map(([min, more, most, rest]): AdaptivePart => ({ minLimit: min + 1, initialLimit: min + 1 + more, maxLimit: min + 1 + more + most, ...rest }))
const timeout = (mode: Mode) => fc.record({ duration: mode === 'sync' ? of(10, 20, 50) : of(12, 22, 52, 97).map((ms) => ms + 15 / 128), cancel: fc.boolean() }, { noNullPrototype: true, requiredKeys: ['duration'] }) as Arbitrary<TimeoutPart>

const full = (mode: Mode, isClassified: boolean): Arbitrary<Stack> => fc.tuple(some<Stack>({
  fallback: fallback(mode), retry: retry(mode, isClassified), hedge: hedge(isClassified), circuitBreaker: breaker, rateLimiter: limiter(mode), adaptiveLimit: adaptive(mode), timeout: timeout(mode), bulkhead: bulkhead(mode),
} as never), fc.boolean()).map(([{ retry, hedge, ...rest }, hedges]) => (hedge && mode === 'async' && (hedges || !retry) ? { ...alone(rest), hedge: apart(hedge, rest) } : retry ? { ...rest, retry } : rest))

/** One of three programs has a single layer, and many calls: windows have to run full. The others have half of the layers. */
const stack = (mode: Mode, isClassified: boolean): Arbitrary<Stack> => fc.tuple(full(mode, isClassified), fc.nat(2), fc.nat(6), fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }))
  .map(([{ fallback, ...layers }, third, chosen, kept]) => {
    const all = Object.entries(layers)
    if (third === 0 && all[chosen]) return Object.fromEntries([all[chosen]])
    return Object.fromEntries([...(fallback ? [['fallback', fallback]] : []), ...all.filter((_, i) => kept[i])])
  })
const isLone = (stack: Stack) => Object.keys(stack).length === 1

// attempts that begin in one turn and are refused by different layers fail in one turn
const apart = (hedge: HedgePart, { circuitBreaker, rateLimiter, adaptiveLimit, bulkhead }: Stack): HedgePart =>
  [circuitBreaker, rateLimiter, adaptiveLimit, bulkhead].filter(Boolean).length > 1 && hedge.delay === 0 ? { ...hedge, delay: 8 } : hedge

// a slot that an attempt leaves may go to another one of the same call, which the next layer refuses while the first is about to win: then nobody waits
function alone(stack: Stack): Stack {
  const { adaptiveLimit, bulkhead } = stack
  if ([stack.circuitBreaker, stack.rateLimiter, adaptiveLimit, bulkhead].filter(Boolean).length < 2) return stack
  const { maxWait: _, maxQueue: __, ...slots } = bulkhead ?? {}
  const { maxWait: ___, maxQueue: ____, ...limit } = adaptiveLimit ?? {}
  return { ...stack, ...(adaptiveLimit && { adaptiveLimit: limit }), ...(bulkhead && { bulkhead: slots }) }
}

// of attempts side by side that end in one turn, or of calls that are woken and end in one, nobody could say which is first
const takesTime = ({ hedge, rateLimiter, adaptiveLimit, bulkhead }: Stack) => hedge !== undefined || [rateLimiter, adaptiveLimit, bulkhead].some((layer) => layer?.maxWait)
const soonest = (stack: Stack) => (takesTime(stack) ? [5, 10, 20, 50, 200] : [0, 0, 5, 10, 20, 50, 200])
const endings = (mode: Mode, stack: Stack): BehaviourEnds[] =>
  isLone(stack) ? (mode === 'sync' ? ['returns', 'returns', 'throws'] : ['resolves', 'resolves', 'rejects']) : mode === 'sync' ? ['returns', 'throws', 'throws'] : takesTime(stack) ? ['resolves', 'rejects'] : ['returns', 'throws', 'resolves', 'resolves', 'rejects', 'rejects']
const behaviour = (mode: Mode, stack: Stack): Arbitrary<Behaviour> => fc.record({
  ends: of(...endings(mode, stack)),
  what: fc.oneof(fc.constant(0), fc.nat(VALUES - 1)), after: of(...soonest(stack)), heeds: fc.boolean(), leaves: of(false, false, false, false, false, false, false, true),
})

const OPS: BreakerOp[] = ['forceOpen', 'open', 'halfOpen', 'close', 'disable', 'metricsOnly', 'reset']
const after = of(0, 0, 5, 10, 20, 30, 50, 100, 300, 1000)
const call = fc.record({ after, does: fc.constant('call' as const), times: of(1, 1, 1, 2, 3) })
const step: Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: call },
  { weight: 1, arbitrary: fc.record({ after, does: fc.constant('gone' as const) }) },
  { weight: 3, arbitrary: fc.record({ after, does: fc.constant('abort' as const), call: fc.nat(12) }) },
  { weight: 2, arbitrary: fc.record({ after, does: fc.constant('look' as const) }) },
  { weight: 1, arbitrary: fc.record({ after, does: fc.constant('breaker' as const), op: of(...OPS) }) },
)

const order = fc.shuffledSubarray(['retry', 'hedge', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'timeout', 'bulkhead']).map((order) => (order.includes('retry') ? order.filter((layer) => layer !== 'hedge') : order))

export const programs: Arbitrary<Program> = fc.tuple(of<Mode>('async', 'async', 'async', 'sync'), fc.boolean())
  .chain(([mode, classified]) => fc.tuple(fc.constant({ mode, classified }), stack(mode, classified)))
  .chain(([{ mode, classified }, policies]) => fc.record({
    mode: fc.constant(mode), classified: fc.constant(classified), policies: fc.constant(policies), order, cancellable: fc.boolean(), asks: fc.boolean(),
    behaviours: fc.array(behaviour(mode, policies), { minLength: 1, maxLength: isLone(policies) ? 12 : 6, size: 'max' }), steps: isLone(policies) ? fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }) : fc.array(step, { minLength: 2, maxLength: 9 }),
  }, { noNullPrototype: true, requiredKeys: ['mode', 'classified', 'policies', 'cancellable', 'asks', 'behaviours', 'steps'] }))
