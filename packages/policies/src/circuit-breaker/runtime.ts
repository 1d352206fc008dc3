// The state machine. A permit is a number that grows: each state begins with one of its own, and so does each round of half-open calls. What comes back from
// before the present state is late and changes nothing: it can neither close nor reopen the breaker. In CLOSED no call allocates or reads the clock.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import { rejection } from '@resilience4cata/core/run/stackless'
import { now } from '@resilience4cata/runtime/clock'
import { isException } from '../parts/failures.ts'
import { CountWindow, FAILED, SLOW, Tally } from '../parts/sliding-window.ts'
import { CallNotPermittedError } from './errors.ts'
import { DEFAULTS, MAX_WAIT_IN_OPEN, MINIMUM_CALLS, WINDOW_SIZE, type CircuitBreakerOptions, type Resolved } from './options.ts'

/** By number, as `state` has them. */
export const STATES = ['CLOSED', 'OPEN', 'HALF_OPEN', 'FORCED_OPEN', 'DISABLED', 'METRICS_ONLY'] as const
export type State = (typeof STATES)[number]
export const CLOSED = 0
export const OPEN = 1
export const HALF_OPEN = 2
export const FORCED_OPEN = 3
export const DISABLED = 4
export const METRICS_ONLY = 5

/** Why a state ends, besides the two of `exceeded`. `events.ts` has the words. */
export const WAIT_OVER = 3
export const PROBES_PASSED = 4
export const PROBES_FAILED = 5
export const MANUAL = 6

/** What `tell` is told: a kind, then its facts. */
export const TRANSITION = 0
export const REJECTED = 1
export const THRESHOLD = 2
export const RESET = 3

/** What a failure counts as besides FAILED and 0, a success. */
export const IGNORED = -1
const REFUSED = -1
// what a breaker that is switched off gives out: less than every permit
const PASSED_BY = 0

export class CircuitBreaker extends Instance<Resolved> {
  readonly policy = 'circuitBreaker'
  readonly defaults: Resolved = DEFAULTS
  override tell: ((kind: number, ...facts: number[]) => void) | undefined = undefined

  state = CLOSED
  /** What the present state counts: the window or the half-open calls. OPEN shows what has opened it. */
  tally: Tally | undefined = undefined
  window: Tally | undefined = undefined
  /** The permit that is given out now, and the first of the present state. */
  permit = 1
  era = 1
  /** Openings since it was last closed. */
  opens = 0
  /** How long OPEN lasts and when it ends; when the present round of half-open calls began. */
  waitMs = 0
  until = NaN
  roundAt = NaN
  /** Half-open calls: recorded before the present round, and given out in it. */
  before = 0
  given = 0
  rejected = 0
  late = 0

  /** What a failure counts as: FAILED, 0 or IGNORED. */
  judge: (failure: unknown) => number = asException
  // places for capabilities; the last one looks at each record of METRICS_ONLY
  judgeBy: ((options: Resolved) => (failure: unknown) => number) | undefined = undefined
  makeWindow: (options: Resolved) => Tally = lastCalls
  jitter: ((wait: number) => number) | undefined = undefined
  isSlow: ((startedAt: number | undefined, at: number) => boolean) | undefined = undefined
  watch: (() => void) | undefined = undefined

  // CLOSED and switched on; and whether a rule asks for the time of each record
  #free = false
  #timed = false
  #retryAfterMs: number | undefined = undefined

  get minimumCalls(): number {
    const { minimumCalls, windowSize = WINDOW_SIZE } = this.options!
    return minimumCalls ?? Math.min(MINIMUM_CALLS, windowSize)
  }

  /** A permit, or -1. `at`: the time, where the site has read it. */
  acquire(at = NaN): number { return this.#free ? this.permit : this.#admit(at) }

  /** The error of the -1 that `acquire` has just returned. */
  rejection(): CallNotPermittedError {
    const state = STATES[this.state] as CallNotPermittedError['state']
    const retryAfterMs = this.#retryAfterMs
    const error = rejection(CallNotPermittedError, this, `circuit breaker ${this.id} is ${state}`, { state, ...(retryAfterMs !== undefined && { retryAfterMs }) })
    this.rejected++
    this.tell?.(REJECTED, this.state)
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
    if (permit < this.era) this.late += permit > PASSED_BY ? 1 : 0
    else if (permit === this.permit && this.state === HALF_OPEN) this.given--
  }

  settle(permit: number, outcome: number, startedAt?: number): void {
    if (outcome === IGNORED || permit < this.era || this.state === DISABLED) return this.onCancelled(permit)
    const at = this.#timed ? now(this.realm) : NaN
    this.tally!.add(this.isSlow?.(startedAt, at) ? outcome | SLOW : outcome, at)
    this.#evaluate(at)
  }

  enter(state: number, reason: number, at = NaN, wait?: number): void {
    const from = this.state
    this.begin(state, at, wait)
    this.tell?.(TRANSITION, from, state, reason)
  }

  /** Begins a state without telling. */
  begin(state: number, at = NaN, wait?: number): void {
    this.state = state
    this.era = ++this.permit
    if (state === OPEN) {
      this.opens++
      this.waitMs = wait ?? this.#nextWait()
      this.until = this.#time(at) + this.waitMs
    } else if (state === HALF_OPEN) {
      this.tally = new Tally()
      this.before = this.given = 0
      this.roundAt = this.#time(at)
    } else if (state !== FORCED_OPEN) {
      this.opens = 0
      if (state !== DISABLED) (this.tally = this.window!).clear()
    }
    this.#free = state === CLOSED && this.options!.enabled !== false
  }

  /** FAILED or SLOW, the rate that is reached, or would be if `more` calls ended badly; 0: none. */
  exceeded(calls: number, more = 0): number {
    const { failureRate, slowCallDuration, slowCallRate } = this.options!
    const { failures, slow } = this.tally!
    // divided before it is compared: 33 of 375 calls are 8.8 percent exactly
    if (((failures + more) * 100) / calls >= failureRate) return FAILED
    return slowCallDuration > 0 && ((slow + more) * 100) / calls >= slowCallRate ? SLOW : 0
  }

  /** Rates and waits hold from the next record or opening on; another size or kind of window begins empty. */
  override apply(options: Resolved): void {
    const { windowSize, windowDuration, slowCallDuration, enabled, halfOpenCalls } = options
    const before = this.options
    this.options = options
    if (this.judgeBy) this.judge = this.judgeBy(options)
    this.#timed = windowDuration !== undefined || slowCallDuration > 0
    this.#free = this.state === CLOSED && enabled !== false
    if (before?.windowSize !== windowSize || before?.windowDuration !== windowDuration || !this.window) {
      this.window = this.makeWindow(options)
      if (this.state === CLOSED || this.state === METRICS_ONLY) this.tally = this.window
    }
    // fewer half-open calls than were recorded: no further one would decide
    if (this.state === HALF_OPEN && this.tally!.calls >= halfOpenCalls) this.#decide(NaN)
  }

  #nextWait(): number {
    const { waitInOpen, waitInOpenMultiplier, maxWaitInOpen = Math.max(MAX_WAIT_IN_OPEN, waitInOpen) } = this.options!
    const wait = Math.min(waitInOpen * waitInOpenMultiplier ** (this.opens - 1), maxWaitInOpen)
    return this.jitter?.(wait) ?? wait
  }

  #admit(at: number): number {
    if (this.ready().enabled === false) return PASSED_BY
    if (this.state === HALF_OPEN) return this.#probe(at)
    if (this.state === FORCED_OPEN) return this.#refuse(undefined)
    if (this.state !== OPEN) return this.permit
    at = this.#time(at)
    if (at < this.until) return this.#refuse(this.until - at)
    this.begin(HALF_OPEN, at)
    this.given = 1
    const { permit } = this
    this.tell?.(TRANSITION, OPEN, HALF_OPEN, WAIT_OVER)
    return permit
  }

  #probe(at: number): number {
    const { halfOpenCalls, waitInOpen, maxHalfOpenWait = waitInOpen } = this.options!
    if (this.before + this.given >= halfOpenCalls) {
      at = this.#time(at)
      if (maxHalfOpenWait === 0 || at - this.roundAt < maxHalfOpenWait) return this.#refuse(0)
      // a new round of the same state: what the earlier one still brings counts
      this.before = this.tally!.calls
      this.given = 0
      this.roundAt = at
      this.permit++
    }
    this.given++
    return this.permit
  }

  #refuse(retryAfterMs: number | undefined): number {
    this.#retryAfterMs = retryAfterMs
    return REFUSED
  }

  #evaluate(at: number): void {
    const { calls } = this.tally!
    if (this.state === HALF_OPEN) this.#decide(at)
    else if (this.state === METRICS_ONLY) this.watch?.()
    else if (calls >= this.minimumCalls) {
      const reason = this.exceeded(calls)
      if (reason) this.enter(OPEN, reason, at)
    }
  }

  /** As soon as it is certain, one way or the other. */
  #decide(at: number): void {
    const { halfOpenCalls } = this.options!
    if (this.exceeded(halfOpenCalls)) this.enter(OPEN, PROBES_FAILED, at)
    else if (!this.exceeded(halfOpenCalls, Math.max(0, halfOpenCalls - this.tally!.calls))) this.enter(CLOSED, PROBES_PASSED)
  }

  #time(at: number): number { return Number.isNaN(at) ? now(this.realm) : at }
}

const asException = (failure: unknown): number => (isException(failure) ? FAILED : 0)

const lastCalls = ({ windowSize = WINDOW_SIZE }: Resolved): Tally => new CountWindow(windowSize)

export const circuitBreaker = (site: string, written?: CircuitBreakerOptions, ...capabilities: Capability<CircuitBreaker>[]): CircuitBreaker =>
  enter(new CircuitBreaker(site, written as Partial<Resolved>), capabilities)
