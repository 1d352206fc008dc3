// Random options of each policy. They are taken from few values, so that calls meet each other, and times from a grid, so that they meet the ends of windows and
// waits. Off the grid are deadlines: at one instant they have no order among other timers.
import fc, { type Arbitrary } from 'fast-check'
import type { AdaptivePart, BreakerPart, BulkheadPart, FallbackPart, HedgePart, LimiterPart, List, Program, RetryPart, Stack, TimeoutPart } from './program.ts'

export type Mode = Program['mode']
type Model<Part> = { readonly [Option in keyof Part]?: Arbitrary<Exclude<Part[Option], undefined>> }

const of = fc.constantFrom
/** Each option may be missing, but for those that `always` has. */
const some = <Part extends object>(model: Model<Part>, always: Model<Part> = {}): Arbitrary<Part> =>
  fc.record({ ...model, ...always } as Record<string, Arbitrary<unknown>>, { noNullPrototype: true, requiredKeys: Object.keys(always) }) as Arbitrary<any>

const words = [
  'exception', 'throwable', 'E_BUSY', 'RangeError', 'AbortError', 'R4C_CALL_TIMEOUT', 'BulkheadFullError', 'RateLimitExceededError', 'R4C_CALL_NOT_PERMITTED',
]
/** Most often the usual one: what a rare list lets through hides what comes after it. */
const list = (usual: List): Arbitrary<List> => fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, fc.array(of(...words), { maxLength: 3 }))
const jitter = of('full' as const, 'equal' as const, 'none' as const)
const budget = { budgetPercent: of(0, 20, 50, 100), budgetWindow: of(1000, 2000) }
const exhausted = (isClassified: boolean) => (isClassified ? { onExhaustedResult: of('return' as const, 'throw' as const) } : {})
const waits = (mode: Mode, ...longest: number[]) => (mode === 'sync' ? {} : { maxWait: of(0, ...longest), maxQueue: of(0, 1, 2, 3) })

const fallback = (mode: Mode) => some<FallbackPart>(
  { applyOn: list(['throwable']), skipOn: list([]), onCancel: fc.boolean() },
  { ends: mode === 'sync' ? of('returns', 'throws') : of('returns', 'returns', 'throws', 'rejects') },
)

const retry = (mode: Mode, isClassified: boolean) => some<RetryPart>({
  maxAttempts: mode === 'sync' ? of(1, 2, 3, 18) : of(1, 2, 3, 4), maxDelay: of(50, 60, 100), backoff: of('exponential', 'fixed'), multiplier: of(1, 1.5, 2, 3), jitter,
  maxDuration: of(20, 50, 100), retryOn: list(['exception']), abortOn: list([]), maxRetryAfter: of(30, 60), budgetMinRetriesPerSecond: of(0, 1, 2),
  ...budget, ...exhausted(isClassified),
}, { delay: mode === 'sync' ? of(0) : of(0, 10, 20, 50) })

const hedge = (isClassified: boolean) => some<HedgePart>({
  maxAttempts: of(2, 3, 4), delay: of(0, 8 + 7 / 128, 18 + 7 / 128, 53 + 7 / 128), hedgeOn: list(['exception']), abortOn: list([]), budgetMinHedgesPerSecond: of(0, 1, 10),
  ...budget, ...exhausted(isClassified),
})

const window = fc.oneof(
  fc.tuple(of(1, 2, 3, 4, 6, 17), of(0, 1, 2)).map(([windowSize, less]) => ({ windowSize, minimumCalls: Math.max(1, windowSize - less) })),
  fc.record({ windowDuration: of(100, 200, 1000), minimumCalls: of(1, 2, 3, 4) }),
)
const circuitBreaker = fc.tuple(window, some<BreakerPart>({
  failureRate: of(25, 33.3, 50, 75, 100), slowCallDuration: of(10, 20, 50), slowCallRate: of(30, 50, 100), waitInOpenMultiplier: of(1, 2), maxWaitInOpen: of(100, 150),
  waitInOpenJitter: jitter, halfOpenCalls: of(1, 2, 3, 4), maxHalfOpenWait: of(0, 30, 50), recordOn: list(['exception']), ignoreOn: list([]),
  ownRejections: of('record', 'ignore'),
}, { waitInOpen: of(20, 50, 100) })).map(([sizes, rest]): BreakerPart => ({ ...sizes, ...rest }))

const rateLimiter = (mode: Mode) => some<LimiterPart>({ window: of('fixed', 'rolling'), ...waits(mode, 20, 50, 100) }, { permits: of(1, 2, 3), period: of(20, 50, 100) })

const adaptiveLimit = (mode: Mode) => fc.tuple(fc.nat(2), fc.nat(3), fc.nat(3), some<AdaptivePart>({
  backoffRatio: of(0.5, 0.7, 0.9), latencyThreshold: of(10, 20, 50), dropOn: list(['R4C_CALL_TIMEOUT', 'BulkheadFullError']), ...waits(mode, 21, 53, 104),
})).map(([min, more, most, rest]): AdaptivePart => ({ minLimit: min + 1, initialLimit: min + 1 + more, maxLimit: min + 1 + more + most, ...rest }))

const timeout = (mode: Mode) => some<TimeoutPart>(
  { cancel: fc.boolean() },
  { duration: mode === 'sync' ? of(10, 20, 50) : of(12 + 15 / 128, 22 + 15 / 128, 52 + 15 / 128, 97 + 15 / 128) },
)

const bulkhead = (mode: Mode) => some<BulkheadPart>(waits(mode, 21, 53, 104), { maxConcurrent: of(1, 2, 3) })

// what no configuration changes: the handler is a program's own, and a limiter stays of its kind
const FIXED = ['ends', 'window']

/** What `configure` is given: the options that are written, with the values of `others`. What only fits with others comes with them or not at all. */
export function changed(written: object, others: object): object {
  const values = Object.entries(others).filter(([option]) => option in written && !FIXED.includes(option))
  const isWhole = values.some(([option]) => option === 'windowSize')
  return Object.fromEntries(values.filter(([option]) => option !== 'minimumCalls' || isWhole))
}

type Whole = Required<Omit<Stack, 'hedge'>> & Pick<Stack, 'hedge'>

const wholeOf = (mode: Mode, isClassified: boolean): Arbitrary<Whole> => fc.record({
  fallback: fallback(mode), retry: retry(mode, isClassified), circuitBreaker, rateLimiter: rateLimiter(mode), adaptiveLimit: adaptiveLimit(mode), timeout: timeout(mode),
  bulkhead: bulkhead(mode), ...(mode === 'async' && { hedge: hedge(isClassified) }),
}, { noNullPrototype: true }) as Arbitrary<any>

// made once: making them costs more than a program
const WHOLES = [true, false].map((isClassified) => ({ async: wholeOf('async', isClassified), sync: wholeOf('sync', isClassified) }))

/** Of every policy, but for Hedge on a sync site. */
export const parts = (mode: Mode, isClassified: boolean): Arbitrary<Whole> => WHOLES[isClassified ? 0 : 1]![mode]
