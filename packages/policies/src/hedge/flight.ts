// One hedged call: its attempts, side by side. The first acceptable outcome decides; the others are cancelled, and what they still bring is released.
import type { Judgement } from '@resilience4cata/core/classifier'
import type { Listening, Scope } from '@resilience4cata/core/run/scope'
import { rejection } from '@resilience4cata/core/run/stackless'
import { now } from '@resilience4cata/runtime/clock'
import { AttemptScope } from '@resilience4cata/runtime/scope/attempt-scope'
import { Deadline, type Deadlines } from '../parts/deadlines.ts'
import { dispose } from '../parts/dispose.ts'
import { codeOf } from '../parts/failures.ts'
import { hintOf, isRejected } from '../parts/judgement.ts'
import { resultRejected } from '../parts/result-rejected.ts'
import { HedgeCancelledError } from './errors.ts'
import { FAILED, HEDGED, SKIPPED, WON, type Hedge, type Skipped, type Trigger } from './runtime.ts'
import type { Resolved } from './options.ts'

/** One attempt of a call, from 1. */
export class Attempt {
  /** The layers inside have let it through. */
  admitted = false
  /** What the site's classifier has said of its outcome, where there is one. */
  declare verdict: Judgement | undefined
  readonly scope: AttemptScope

  constructor(readonly flight: Flight, readonly number: number, readonly trigger: Trigger | undefined, outer: Scope | undefined) {
    this.scope = new AttemptScope(outer)
  }

  /** The function begins. */
  admit(): void {
    this.admitted = true
    if (this.trigger) this.flight.hedge.tell?.(HEDGED, this.number, this.trigger)
  }
}

/** How an attempt ended, and what the site's classifier has said of that: what the hedge's own says is for the hedge alone. */
interface Outcome { readonly what: unknown; readonly thrown: boolean; readonly verdict: Judgement | undefined }

/** Starts an attempt; never throws. */
export type Start = (attempt: Attempt) => PromiseLike<unknown>
export type Judge = (attempt: Attempt, what: unknown, thrown: boolean) => Judgement | undefined

const REFUSALS = /*#__PURE__*/ new Set<unknown>(['R4C_CALL_NOT_PERMITTED', 'R4C_RATE_LIMIT_EXCEEDED', 'R4C_LIMIT_EXCEEDED', 'R4C_BULKHEAD_FULL'])

export class Flight extends Deadline {
  /** What the caller gets. */
  answer!: Promise<unknown>
  /** Attempts so far, but for refused ones. */
  launched = 0
  /** What the site's classifier has said of the answer. */
  verdict: Judgement | undefined = undefined
  /** Called by the timer: goes on in the context of this call. */
  wake!: () => void

  readonly #plan: Resolved
  /** 1 when it is switched off. */
  readonly #most: number
  readonly #delays: Deadlines<Flight>
  readonly #start: Start
  readonly #judge: Judge
  readonly #outer: Scope | undefined
  readonly #underWay = new Set<Attempt>()
  #listening: Listening | undefined
  #resolve!: (value: unknown) => void
  #reject!: (failure: unknown) => void
  #done = false
  /** An inner layer has refused an attempt. */
  #refused = false
  #skipped = false
  /** Until when the other side has asked for no more. */
  #heldUntil = -Infinity
  #round = 0
  /** What the call ends with when nothing is left: the latest failure that is no refusal, else the latest refusal. */
  #last: Outcome | undefined = undefined
  #lastIsRefusal = true

  constructor(readonly hedge: Hedge, start: Start, judge: Judge, outer: Scope | undefined) {
    super()
    this.#plan = hedge.start()
    this.#most = this.#plan.enabled === false ? 1 : this.#plan.maxAttempts
    this.#delays = hedge.delaysOfOneCall()
    this.#start = start
    this.#judge = judge
    this.#outer = outer
  }

  /** Starts the first attempt. */
  run(): this {
    this.answer = new Promise<unknown>((resolve, reject) => { [this.#resolve, this.#reject] = [resolve, reject] })
    if (this.#most > 1) this.#listening = this.#outer?.listen(() => this.#leave(this.#outer!.reason))
    this.#launch(undefined)
    this.#arm()
    return this
  }

  #launch(trigger: Trigger | undefined): void {
    const attempt = new Attempt(this, ++this.launched, trigger, this.#outer)
    this.#underWay.add(attempt)
    this.#start(attempt).then((value) => this.#settle(attempt, value, false), (failure) => this.#settle(attempt, failure, true))
  }

  /** One attempt more, if it may be. */
  #next(trigger: Trigger): boolean {
    if (this.#done || this.#refused || this.launched >= this.#most) return false
    const held = this.#heldUntil > -Infinity && now(this.hedge.realm) < this.#heldUntil
    if (held || this.hedge.isSpent()) return this.#skip(held ? 'PUSHBACK' : 'BUDGET')
    this.#launch(trigger)
    return true
  }

  #skip(reason: Skipped): false {
    if (!this.#skipped) this.hedge.tell?.(SKIPPED, this.launched, reason)
    this.#skipped = true
    return false
  }

  #arm(): void {
    this.#disarm()
    if (this.#plan.delay === 0) while (this.#next('DELAY'));
    if (this.#done || this.launched >= this.#most || this.#plan.delay === 0) return
    const round = this.#round
    // the reaction belongs to this call, whoever has armed the timer
    void new Promise<void>((wake) => { this.wake = wake }).then(() => { if (round === this.#round && this.#next('DELAY')) this.#arm() })
    this.#delays.begin(this)
  }

  #disarm(): void {
    this.#round++
    if (this.open) this.#delays.end(this)
  }

  #settle(attempt: Attempt, what: unknown, thrown: boolean): void {
    this.#underWay.delete(attempt)
    attempt.scope.close()
    if (this.#done) return this.#release(what, thrown)
    // switched off, it lets its one attempt through as it is
    if (this.#most === 1) return this.#decide(attempt.verdict, () => (thrown ? this.#reject(what) : this.#resolve(what)))
    let judgement: Judgement | undefined
    try {
      judgement = this.#judge(attempt, what, thrown)
    } catch (mistake) {
      this.#release(what, thrown)
      return this.#fail(mistake, undefined)
    }
    const outcome = { what, thrown, verdict: attempt.verdict }
    if (thrown && !attempt.admitted && REFUSALS.has(codeOf(what))) this.#onRefusal(attempt, outcome)
    else if (!thrown && !isRejected(judgement)) this.#win(attempt, outcome)
    else if (thrown && !(judgement === undefined ? this.hedge.matches(what) : isRejected(judgement))) this.#fail(what, attempt.verdict)
    else this.#onFailure(outcome, hintOf(judgement))
  }

  #onRefusal(attempt: Attempt, outcome: Outcome): void {
    this.#refused = true
    this.#disarm()
    if (attempt.trigger) {
      this.launched--
      this.hedge.budget.giveBack()
      this.#skip(codeOf(outcome.what) === 'R4C_CALL_NOT_PERMITTED' ? 'BREAKER' : 'LOCAL_REJECTION')
    }
    if (this.#lastIsRefusal) this.#last = outcome
    this.#endIfNothingIsLeft()
  }

  #onFailure(outcome: Outcome, hint: number): void {
    if (hint > 0) this.#heldUntil = Math.max(this.#heldUntil, now(this.hedge.realm) + hint)
    if (this.#last) this.#release(this.#last.what, this.#last.thrown)
    this.#last = outcome
    this.#lastIsRefusal = false
    if (this.#next('FAILURE')) this.#arm()
    this.#endIfNothingIsLeft()
  }

  #endIfNothingIsLeft(): void {
    if (this.#done || this.#underWay.size > 0) return
    const { what, thrown, verdict } = this.#last!
    if (thrown) this.#fail(what, verdict)
    // to the layers outside that is a failure like any other
    else if (this.#plan.onExhaustedResult === 'throw') this.#fail(resultRejected(this.hedge, what), undefined)
    else this.#decide(verdict, () => this.#resolve(what))
  }

  #win({ number }: Attempt, { what, verdict }: Outcome): void {
    if (this.#last) this.#release(this.#last.what, this.#last.thrown)
    if (number > 1) this.hedge.tell?.(WON, number)
    this.#decide(verdict, () => this.#resolve(what))
  }

  #fail(failure: unknown, verdict: Judgement | undefined): void {
    this.hedge.tell?.(FAILED, this.launched, failure)
    this.#decide(verdict, () => this.#reject(failure))
  }

  /** The caller has left. */
  #leave(reason: unknown): void {
    this.#end(undefined, () => this.#reject(reason))
    for (const { scope } of this.#underWay) scope.cancel(reason)
  }

  #decide(verdict: Judgement | undefined, answer: () => void): void {
    this.#end(verdict, answer)
    if (this.#underWay.size === 0) return
    const cancelled = rejection(HedgeCancelledError, this.hedge, `hedge ${this.hedge.id} no longer needs this attempt`)
    for (const { scope } of this.#underWay) scope.lose(cancelled)
  }

  #end(verdict: Judgement | undefined, answer: () => void): void {
    this.#done = true
    this.verdict = verdict
    this.#disarm()
    this.#listening?.end()
    answer()
  }

  #release(what: unknown, thrown: boolean): void { if (!thrown) dispose(what, this.#plan.dispose, this.hedge) }
}
