// The state machine. A permit is a number that grows: each state begins with one of its own, and so does each round of half-open calls. What comes back from
// before the present state is late and changes nothing: it can neither close nor reopen the breaker. In CLOSED no call allocates or reads the clock.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import { rejection } from '@resilience4cata/core/run/stackless'
import { now } from '@resilience4cata/runtime/clock'
import { isException } from '../parts/failures.ts'
import { CountWindow, FAILED, SLOW, Tally } from './sliding-window.ts'
import { CallNotPermittedError } from './errors.ts'
import { DEFAULTS, MINIMUM_CALLS, WINDOW_SIZE, type CircuitBreakerOptions, type Resolved } from './options.ts'

export type State = 'CLOSED' | 'OPEN' | 'HALF_OPEN' | 'FORCED_OPEN' | 'DISABLED' | 'METRICS_ONLY'
export const CLOSED = 'CLOSED'
export const OPEN = 'OPEN'
export const HALF_OPEN = 'HALF_OPEN'

/** What happens, as `tell` is told it; a rate that opens the breaker is FAILED or SLOW. `events.ts` has the words. */
export const WAIT_OVER = 3
export const PROBES_PASSED = 4
export const PROBES_FAILED = 5
export const REJECTED = 6

/** What a failure counts as, besides FAILED and 0 (a success). */
export const IGNORED = -1
const REFUSED = -1
// what a breaker that is switched off gives out: less than every permit
export const PASSED_BY = 0

export class CircuitBreaker extends Instance<Resolved> {
  readonly policy = 'circuitBreaker'
  readonly defaults: Resolved = DEFAULTS
  declare tell: ((happening: number, from: State, rate?: number) => void) | undefined

  /** The options that hold. They still do for calls under way while `options` are about to be resolved anew. */
  declare rules: Resolved
  declare minimumCalls: number
  state: State = CLOSED
  /** What the present state counts: the calls of the window or the half-open ones. OPEN shows what has opened it. */
  declare tally: Tally
  /** The permit that is given out now, and the first of the present state. */
  permit = 1
  era = 1
  /** Openings since it was last closed. */
  opens = 0
  /** How long OPEN lasts and when it ends; when the present round of half-open calls began. */
  declare waitMs: number
  until!: number
  roundAt!: number
  /** Half-open calls: recorded before the present round, and given out in it. */
  declare before: number
  declare given: number
  rejected = 0
  late = 0

  /** What a failure counts as. This and the next ones are where capabilities put their own. */
  judge: (failure: unknown) => number = asException
  /** The same where the layers inside the breaker are known. */
  declare judgeOwn?: (failure: unknown, inner: readonly Instance<any>[]) => number
  /** Goes on with the present one where it fits. */
  windowFor: (rules: Resolved, present?: Tally) => Tally = lastCalls
  /** How long this opening lasts, where that isn't always `waitInOpen`. */
  declare nextWait?: () => number
  /** Records what has a time. */
  declare recordTimed?: (outcome: number, startedAt: number | undefined) => void
  declare slowExceeded?: (calls: number, more: number) => boolean

  // CLOSED and switched on
  #free!: boolean
  #retryAfterMs: number | undefined

  /** A permit, or -1. `at`: the time, where the site has read it. */
  acquire(at?: number): number { return this.#free ? this.permit : this.admit(at) }

  /** The error of the -1 that `acquire` has just returned. */
  rejection(): CallNotPermittedError {
    const state = this.state as CallNotPermittedError['state']
    const error = rejection(CallNotPermittedError, this, 'circuit breaker', ` is ${state}`)
    error.state = state
    error.retryAfterMs = this.#retryAfterMs as number
    this.rejected++
    this.tell?.(REJECTED, state)
    return error
  }

  /** `startedAt`: where slow calls are written. */
  onSuccess(permit: number, startedAt?: number): void { this.settle(permit, 0, startedAt) }

  /** Also told of calls that it has never admitted (-1). */
  onFailure(permit: number, failure: unknown, startedAt?: number): void {
    this.settle(permit, permit < this.era ? IGNORED : this.judge(failure), startedAt)
  }

  /** Nothing to record. A half-open permit goes back, unless its round is over: then it has been given anew. */
  onCancelled(permit: number): void {
    if (permit < this.era) {
      if (permit > PASSED_BY) this.late++
    } else if (permit === this.permit && this.state === HALF_OPEN) this.given--
  }

  settle(permit: number, outcome: number, startedAt?: number): void {
    if (outcome === IGNORED || permit < this.era) this.onCancelled(permit)
    else if (this.recordTimed) this.recordTimed(outcome, startedAt)
    else this.record(outcome)
  }

  record(outcome: number, at?: number): void {
    const { tally } = this
    if (!tally.add(outcome, at)) return
    if (this.state === HALF_OPEN) this.#decide(at)
    else if (tally.calls >= this.minimumCalls) {
      const rate = this.exceeded(tally.calls)
      if (rate) this.enter(OPEN, rate, at)
    }
  }

  /** FAILED or SLOW, the rate that is reached, or would be if `more` calls ended badly; 0: none. */
  exceeded(calls: number, more = 0): number {
    // divided before it is compared: 33 of 375 calls are 8.8 percent exactly
    if (((this.tally.failures + more) * 100) / calls >= this.rules.failureRate) return FAILED
    return this.slowExceeded?.(calls, more) ? SLOW : 0
  }

  enter(state: State, why: number, at?: number, wait?: number): void {
    const from = this.state
    this.state = state
    this.era = ++this.permit
    if (state === OPEN) {
      this.opens++
      this.waitMs = wait ?? this.nextWait?.() ?? this.rules.waitInOpen
      this.until = (at ?? now(this.realm)) + this.waitMs
    } else if (state === HALF_OPEN) {
      this.tally = new Tally()
      this.before = 0
      // whoever comes first after the wait has its permit before anybody hears of it
      this.given = why === WAIT_OVER ? 1 : 0
      this.roundAt = at ?? now(this.realm)
    } else if (state === CLOSED) this.beginWindow()
    this.#free = state === CLOSED && this.rules.enabled !== false
    this.tell?.(why, from)
  }

  beginWindow(): void {
    this.opens = 0
    this.tally = this.windowFor(this.rules)
  }

  /** Rates and waits hold from the next record or opening on; another size or kind of window begins empty. */
  override apply(options: Resolved): Resolved {
    const { minimumCalls, windowSize = WINDOW_SIZE } = options
    this.rules = options
    this.minimumCalls = minimumCalls ?? Math.min(MINIMUM_CALLS, windowSize)
    if (this.state === CLOSED || this.state === 'METRICS_ONLY') this.tally = this.windowFor(options, this.tally)
    this.#free = this.state === CLOSED && options.enabled !== false
    // switched off it records nothing, also of calls that it has admitted before
    if (options.enabled === false) {
      this.era = ++this.permit
      this.before = this.tally.calls
      this.given = 0
    }
    // fewer half-open calls than were recorded: no further one would decide
    if (this.state === HALF_OPEN && this.tally.calls >= options.halfOpenCalls) this.#decide()
    return options
  }

  /** Where there is something to decide. */
  admit(at?: number): number {
    if (this.ready().enabled === false) return PASSED_BY
    if (this.state === HALF_OPEN) return this.#probe(at)
    if (this.state === OPEN) {
      at ??= now(this.realm)
      if (at < this.until) return this.refuse(this.until - at)
      const permit = this.permit + 1
      this.enter(HALF_OPEN, WAIT_OVER, at)
      return permit
    }
    return this.permit
  }

  #probe(at?: number): number {
    const { halfOpenCalls, waitInOpen, maxHalfOpenWait = waitInOpen } = this.rules
    if (this.before + this.given >= halfOpenCalls) {
      at ??= now(this.realm)
      if (maxHalfOpenWait === 0 || at - this.roundAt < maxHalfOpenWait) return this.refuse(0)
      // a new round of the same state: what the earlier one still brings counts
      this.before = this.tally.calls
      this.given = 0
      this.roundAt = at
      this.permit++
    }
    this.given++
    return this.permit
  }

  refuse(retryAfterMs?: number): number {
    this.#retryAfterMs = retryAfterMs
    return REFUSED
  }

  /** As soon as it is certain, one way or the other. */
  #decide(at?: number): void {
    const { halfOpenCalls } = this.rules
    if (this.exceeded(halfOpenCalls)) this.enter(OPEN, PROBES_FAILED, at)
    else if (!this.exceeded(halfOpenCalls, Math.max(0, halfOpenCalls - this.tally.calls))) this.enter(CLOSED, PROBES_PASSED)
  }
}

const asException = (failure: unknown): number => (isException(failure) ? FAILED : 0)

const lastCalls = ({ windowSize = WINDOW_SIZE }: Resolved, present?: Tally): Tally =>
  present && (present as CountWindow).size === windowSize ? present : new CountWindow(windowSize)

export const circuitBreaker = (site: string, written?: CircuitBreakerOptions, furnish?: Capability<CircuitBreaker>): CircuitBreaker =>
  enter(new CircuitBreaker(site, written as Partial<Resolved>), furnish)
