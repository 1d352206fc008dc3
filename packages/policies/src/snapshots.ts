// What `registry.snapshot()` gives, for the type checker.
import type { AdaptiveLimitHandle } from './adaptive-limit/handle.ts'
import type { BulkheadHandle } from './bulkhead/handle.ts'
import type { CircuitBreakerSnapshot } from './circuit-breaker/snapshot.ts'
import type { HedgeRow } from './hedge/snapshot.ts'
import type { BudgetRow } from './parts/budget.ts'
import type { RateLimiterHandle } from './rate-limiter/handle.ts'
import type { TimeoutRow } from './timeout/snapshot.ts'

interface RetryRow {
  /** `null` without one. */
  readonly budget: BudgetRow | null
}

/** Its options are wrong, which each of its calls says, and so does `registry.check()`. */
type Wrong<Fields> = { readonly instance: string; readonly config: null } & { readonly [Field in keyof Fields]?: never }
/** The id of an instance, its options as plain JSON (durations in milliseconds, functions as text), and what can be seen of its state. */
type Right<Fields> = { readonly instance: string; readonly config: Readonly<Record<string, unknown>> } & { readonly [Field in keyof Fields]: Fields[Field] }
type Rows<Fields> = readonly (Right<Fields> | Wrong<Fields>)[]

/** Plain JSON of all instances, by policy: a row for each. */
export type Snapshot = {
  /** Of this form. */
  readonly version: 1
  /** Only those that are wrong: a fallback keeps nothing. */
  readonly fallback: readonly { readonly instance: string; readonly config: null }[]
  /** The budget of each retry. */
  readonly retry: Rows<RetryRow>
  /** The budget of each hedge, and its delay. */
  readonly hedge: Rows<HedgeRow>
  /** The state of each breaker, and what its rates are taken over. */
  readonly circuitBreaker: Rows<CircuitBreakerSnapshot>
  /** Permits that are left, attempts in line, milliseconds until the next permit. */
  readonly rateLimiter: Rows<RateLimiterHandle>
  /** The limit, attempts in flight and in line. */
  readonly adaptiveLimit: Rows<AdaptiveLimitHandle>
  /** Attempts under way, deadlines that have passed, and answers that came after theirs. */
  readonly timeout: Rows<TimeoutRow>
  /** Slots in use, calls in line, slots in all, rejections. */
  readonly bulkhead: Rows<BulkheadHandle>
}
