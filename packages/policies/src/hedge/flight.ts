// One hedged call: its attempts, side by side. The first acceptable outcome decides; the others are cancelled, and what they still bring is released.
// Whatever happens, in whoever's async context, wakes the call, and what it comes to is looked at in the call's own. Most calls end when they are first woken, with
// the value of their first attempt: what more needs isn't there before.
import type { Judgement } from '@resilience4cata/core/classifier'
import type { Listening, Scope } from '@resilience4cata/core/run/scope'
import { rejection } from '@resilience4cata/core/run/stackless'
import { now } from '@resilience4cata/runtime/clock'
import type { Deadlines } from '../parts/deadlines.ts'
import { dispose } from '../parts/dispose.ts'
import { codeOf } from '../parts/failures.ts'
import { hintOf, isRejected } from '../parts/judgement.ts'
import { resultRejected } from '../parts/result-rejected.ts'
import { Attempt, type Judge, type Start } from './attempt.ts'
import { HedgeCancelledError } from './errors.ts'
import { FAILED, SKIPPED, WON, type Hedge, type Skipped, type Trigger, type Wait } from './runtime.ts'
import type { Resolved } from './options.ts'

interface Outcome { readonly what: unknown; readonly thrown: boolean }

const REFUSALS = /*#__PURE__*/ new Set<unknown>(['R4C_CALL_NOT_PERMITTED', 'R4C_RATE_LIMIT_EXCEEDED', 'R4C_LIMIT_EXCEEDED', 'R4C_BULKHEAD_FULL'])

export class Flight {
  /** What the caller gets. */
  answer!: Promise<unknown>
  /** Attempts so far, but for refused ones. */
  launched = 0
  /** What the site's classifier has said of the answer. */
  declare verdict: Judgement | undefined

  readonly #plan: Resolved
  readonly #delays: Deadlines<Wait>
  /** Somebody else's once it is done. */
  readonly #wait: Wait
  readonly #start: Start
  readonly outer: Scope | undefined
  readonly #judge: Judge | undefined
  #listening: Listening | undefined
  /** The latest attempt: all are found through it. */
  #latest: Attempt | undefined
  /** Attempts that have ended and aren't looked at yet, in order. */
  #ended: Attempt | undefined
  #done = false
  /** An inner layer has refused an attempt. */
  declare private refused: boolean | undefined
  declare private skipped: boolean | undefined
  /** Until when the other side has asked for no more. */
  declare private heldUntil: number | undefined
  /** What the call ends with: when nothing is left, the latest failure that is no refusal, else the latest refusal. */
  declare private last: Attempt | undefined
  declare private hasFailed: boolean | undefined
  declare private outcome: Outcome

  /** `judge`: where a classifier judges attempts; `outer`: the caller's. */
  constructor(readonly hedge: Hedge, start: Start, judge: Judge | undefined, outer: Scope | undefined) {
    this.#plan = hedge.settings
    this.#delays = hedge.delaysOfOneCall()
    this.#wait = hedge.enter()
    this.#start = start
    this.#judge = judge
    this.outer = outer
  }

  /** Starts the first attempt. */
  run(): this {
    const { hedge } = this
    this.answer = hedge.turn(this.#wait).then(() => this.#first())
    this.#listening = this.outer?.listen(() => this.#leave(this.outer!.reason))
    const at = this.most > 1 ? now(hedge.realm) : undefined
    this.#launch(undefined, at)
    this.#arm(at)
    return this
  }

  /** An attempt has ended. */
  onEnd(attempt: Attempt): void {
    if (this.#done) return this.#release(attempt)
    if (this.#ended) this.#ended.enqueue(attempt)
    else this.#ended = attempt
    this.#wait.wake()
  }

  /** 1 when it is switched off. */
  get most(): number { return this.#plan.enabled === false ? 1 : this.#plan.maxAttempts }

  #launch(trigger: Trigger | undefined, at: number | undefined): void {
    this.#latest = new Attempt(this, ++this.launched, trigger, this.#latest)
    this.#start(this.#latest, at)
  }

  /** The time at which one attempt more has begun, if it may. */
  #next(trigger: Trigger): number | undefined {
    if (this.#done || this.refused || this.launched >= this.most) return undefined
    const at = now(this.hedge.realm)
    const held = at < this.heldUntil!
    if (held || this.hedge.budget.refuses(at)) return this.#skip(held ? 'PUSHBACK' : 'BUDGET')
    this.#launch(trigger, at)
    return at
  }

  #skip(reason: Skipped): undefined {
    if (!this.skipped) this.hedge.tell?.(SKIPPED, this.launched, reason)
    this.skipped = true
  }

  /** The delay begins anew. */
  #arm(at: number | undefined): void {
    if (this.#done) return
    this.#disarm()
    if (this.#plan.delay === 0) while (this.#next('DELAY') !== undefined);
    else if (this.launched < this.most) this.#delays.begin(this.#wait, at)
  }

  #disarm(): void {
    this.#wait.isDue = false
    if (this.#wait.open) this.#delays.end(this.#wait)
  }

  /** Woken for the first time. */
  #first(): unknown {
    const attempt = this.#ended
    if (this.#latest!.number > 1 || !attempt || attempt.thrown || this.#judge || this.#done) return this.#watch()
    this.#end()
    return attempt.what
  }

  async #watch(): Promise<unknown> {
    for (;;) {
      this.#look()
      if (this.#done) break
      await this.hedge.turn(this.#wait)
    }
    const { what, thrown } = this.outcome
    if (thrown) throw what
    return what
  }

  #look(): void {
    for (let attempt = this.#ended; attempt || (!this.#done && this.#wait.isDue); attempt = this.#ended) {
      this.#ended = attempt?.next
      if (attempt) this.#settle(attempt)
      else {
        this.#wait.isDue = false
        this.#again('DELAY')
      }
    }
  }

  #again(trigger: Trigger): void {
    const at = this.#next(trigger)
    if (at !== undefined) this.#arm(at)
  }

  #settle(attempt: Attempt): void {
    if (this.#done) return this.#release(attempt)
    const { what, thrown, verdict } = attempt
    // switched off, it lets its one attempt through as it is
    if (this.most === 1) return this.#decide(what, thrown, verdict)
    let judgement: Judgement | undefined
    try {
      judgement = this.#judge?.(attempt)
    } catch (mistake) {
      this.#release(attempt)
      return this.#fail(mistake)
    }
    if (thrown && !attempt.admitted && REFUSALS.has(codeOf(what))) this.#onRefusal(attempt)
    else if (!thrown && !isRejected(judgement)) this.#win(attempt)
    else if (thrown && !(judgement === undefined ? this.hedge.matches(what) : isRejected(judgement))) this.#fail(what, verdict)
    else this.#onFailure(attempt, hintOf(judgement))
  }

  #onRefusal(attempt: Attempt): void {
    this.refused = true
    this.#disarm()
    if (attempt.trigger) {
      this.launched--
      this.hedge.budget.giveBack()
      this.#skip(codeOf(attempt.what) === 'R4C_CALL_NOT_PERMITTED' ? 'BREAKER' : 'LOCAL_REJECTION')
    }
    if (!this.hasFailed) this.last = attempt
    this.#endIfNothingIsLeft()
  }

  #onFailure(attempt: Attempt, hint: number): void {
    if (hint > 0) this.heldUntil = Math.max(this.heldUntil ?? -Infinity, now(this.hedge.realm) + hint)
    this.#release(this.last)
    this.last = attempt
    this.hasFailed = true
    this.#again('FAILURE')
    this.#endIfNothingIsLeft()
  }

  #endIfNothingIsLeft(): void {
    if (this.#done || this.#ended || this.#underWay().length > 0) return
    const { what, thrown, verdict } = this.last!
    if (thrown) this.#fail(what, verdict)
    // to the layers outside that is a failure like any other
    else if (this.#plan.onExhaustedResult === 'throw') this.#fail(resultRejected(this.hedge, what))
    else this.#decide(what, false, verdict)
  }

  #win({ number, what, verdict }: Attempt): void {
    this.#release(this.last)
    if (number > 1) this.hedge.tell?.(WON, number)
    this.#decide(what, false, verdict)
  }

  #fail(failure: unknown, verdict?: Judgement): void {
    this.hedge.tell?.(FAILED, this.launched, failure)
    this.#decide(failure, true, verdict)
  }

  #decide(what: unknown, thrown: boolean, verdict: Judgement | undefined): void {
    // somebody who was told, or asked, has made the caller leave
    if (this.#done) return this.#release({ what, thrown })
    this.outcome = { what, thrown }
    this.verdict = verdict
    this.#end()
    const lost = this.#underWay()
    if (lost.length === 0) return
    const cancelled = rejection(HedgeCancelledError, this.hedge, 'hedge', ' no longer needs this attempt')
    for (const attempt of lost) attempt.lose(cancelled)
  }

  /** The caller has left. Switched off it waits for its one attempt. */
  #leave(reason: unknown): void {
    if (this.most > 1) {
      this.outcome = { what: reason, thrown: true }
      this.#wait.wake()
      this.#end()
    }
    for (const attempt of this.#underWay()) attempt.cancel(reason)
  }

  #end(): void {
    this.#disarm()
    this.#done = true
    this.hedge.leave(this.#wait)
    this.#listening?.end()
  }

  /** In the order in which they began. */
  #underWay(): Attempt[] {
    const found: Attempt[] = []
    for (let attempt = this.#latest; attempt; attempt = attempt.earlier) if (!attempt.ended) found.unshift(attempt)
    return found
  }

  #release(outcome: Outcome | undefined): void { if (outcome?.thrown === false) dispose(outcome.what, this.#plan.dispose, this.hedge) }
}
