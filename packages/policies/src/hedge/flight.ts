// One hedged call: its attempts, side by side. The first acceptable outcome decides; the others are cancelled, and what they still bring is released.
// Whatever happens, in whoever's async context, wakes the call, and what it comes to is looked at in the call's own. Most calls end when they are first woken, with
// the value of their first attempt: what more needs isn't there before.
import type { Listening, Scope } from '@resilience4cata/core/run/scope'
import { rejection } from '@resilience4cata/core/run/stackless'
import { now } from '@resilience4cata/runtime/clock'
import type { Deadlines } from '../parts/deadlines.ts'
import { codeOf } from '../parts/failures.ts'
import { Attempt, type Outcome, type Start } from './attempt.ts'
import { HedgeCancelledError } from './errors.ts'
import { FAILED, SKIPPED, WON, type Hedge, type Obstacle, type Trigger, type Wait } from './runtime.ts'
import type { Resolved } from './options.ts'

const REFUSALS = /*#__PURE__*/ new Set<unknown>(['R4C_CALL_NOT_PERMITTED', 'R4C_RATE_LIMIT_EXCEEDED', 'R4C_LIMIT_EXCEEDED', 'R4C_BULKHEAD_FULL'])

export class Flight {
  /** What the caller gets. */
  declare answer: Promise<unknown>
  /** Attempts so far, but for refused ones. */
  launched = 0
  declare protected outcome: Outcome | undefined

  protected readonly plan: Resolved
  readonly #delays: Deadlines<Wait>
  /** Somebody else's once it is done. */
  readonly #wait: Wait
  readonly #start: Start
  readonly outer: Scope | undefined
  #listening: Listening | undefined
  /** The latest attempt: all are found through it. */
  #latest: Attempt | undefined
  /** Attempts that have ended and aren't looked at yet, in order. */
  #ended: Attempt | undefined
  #done = false
  /** An inner layer has refused an attempt. */
  declare private refused: boolean | undefined
  declare private skipped: boolean | undefined
  /** What the call ends with when nothing is left: the latest failure that is no refusal, else the latest refusal. */
  declare private last: Attempt | undefined
  declare private hasFailed: boolean | undefined

  /** `outer`: the caller's. */
  constructor(readonly hedge: Hedge, start: Start, outer: Scope | undefined) {
    this.plan = hedge.settings
    this.#delays = hedge.delays!.ofOneCall()
    this.#wait = hedge.enter()
    this.#start = start
    this.outer = outer
  }

  /** Starts the first attempt. */
  run(): this {
    const { hedge } = this
    this.answer = hedge.turn(this.#wait).then(() => this.first())
    this.#listening = this.outer?.listen(() => this.#leave(this.outer!.reason))
    const at = this.most > 1 ? now(hedge.realm) : undefined
    this.#launch(undefined, at)
    this.#arm(at)
    return this
  }

  /** An attempt has ended. */
  onEnd(attempt: Attempt): void {
    if (this.#done) return this.release(attempt)
    if (this.#ended) this.#ended.enqueue(attempt)
    else this.#ended = attempt
    this.#wait.wake()
  }

  /** 1 when it is switched off. */
  get most(): number { return this.plan.enabled === false ? 1 : this.plan.maxAttempts }

  #launch<At extends number | undefined>(trigger: Trigger | undefined, at: At): At {
    this.#latest = new Attempt(this, ++this.launched, trigger, this.#latest)
    this.#start(this.#latest, at)
    return at
  }

  /** The time at which one attempt more has begun, if it may. */
  #next(trigger: Trigger): number | undefined {
    if (this.#done || this.refused || this.launched >= this.most) return undefined
    const at = now(this.hedge.realm)
    // the event loop was blocked, and what is around it hasn't heard yet that it is over
    if (at >= this.outer?.due!) return undefined
    const obstacle = this.hinders(at)
    return obstacle ? this.#skip(obstacle) : this.#launch(trigger, at)
  }

  /** Why no attempt begins now. */
  protected hinders(at: number): Obstacle | false { return this.hedge.budget.refuses(at) && 'BUDGET' }

  #skip(reason: Obstacle): undefined {
    if (!this.skipped) this.hedge.tell?.(SKIPPED, this.launched, reason)
    this.skipped = true
  }

  /** The delay begins anew. */
  #arm(at: number | undefined): void {
    if (this.#done) return
    this.#disarm()
    if (this.plan.delay === 0) while (this.#next('DELAY') !== undefined);
    else if (this.launched < this.most) this.#delays.begin(this.#wait, at)
  }

  #disarm(): void {
    this.#wait.isDue = false
    if (this.#wait.open) this.#delays.end(this.#wait)
  }

  /** Woken for the first time. */
  protected first(): unknown {
    const attempt = this.#ended
    if (this.#latest!.number > 1 || !attempt || attempt.thrown || this.#done) return this.watch()
    this.end()
    return attempt.what
  }

  protected async watch(): Promise<unknown> {
    for (;;) {
      this.#look()
      if (this.#done) break
      await this.hedge.turn(this.#wait)
    }
    const { what, thrown } = this.outcome!
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
    if (this.#done) return this.release(attempt)
    // switched off, it lets its one attempt through as it is
    if (this.most === 1) return this.#decide(attempt)
    const mistake = this.judge?.(attempt)
    // who was asked has made the caller leave
    if (this.#done) return this.release(attempt)
    if (mistake) {
      this.release(attempt)
      this.#decide(mistake)
    } else if (attempt.thrown && !attempt.admitted && REFUSALS.has(codeOf(attempt.what))) this.#onRefusal(attempt)
    else if (this.mayGoOn(attempt)) this.#onFailure(attempt)
    else if (attempt.thrown) this.#fail(attempt)
    else this.#decide(attempt, attempt.number > 1 ? WON : 0, attempt.number)
  }

  /** Where a classifier judges attempts: asks it. A mistake ends the call, and nobody is told. */
  protected judge?(attempt: Attempt): Outcome | undefined

  /** Whether another attempt may make this one good. */
  protected mayGoOn({ what, thrown }: Attempt): boolean { return thrown && this.hedge.matches(what) }

  #onRefusal(attempt: Attempt): void {
    this.refused = true
    this.#disarm()
    if (attempt.trigger) {
      this.launched--
      this.hedge.budget.giveBack()
      this.#skip(codeOf(attempt.what) as Obstacle)
    }
    if (!this.hasFailed) this.last = attempt
    this.#endIfNothingIsLeft()
  }

  #onFailure(attempt: Attempt): void {
    this.last = attempt
    this.hasFailed = true
    this.#again('FAILURE')
    this.#endIfNothingIsLeft()
  }

  #endIfNothingIsLeft(): void {
    if (this.#done || this.#ended || this.#underWay().length > 0) return
    const last = this.exhausted(this.last!)
    if (last.thrown) this.#fail(last)
    else this.#decide(last)
  }

  /** What a call ends with when nothing is left. */
  protected exhausted(last: Outcome): Outcome { return last }

  #fail(failure: Outcome): void { this.#decide(failure, FAILED, this.launched, failure.what) }

  /** What is told of it follows. */
  #decide(outcome: Outcome, happening = 0, number = 0, why?: unknown): void {
    // somebody who was told, or asked, has made the caller leave
    if (this.#done) return this.release(outcome)
    this.outcome = outcome
    this.end()
    const lost = this.#underWay()
    const cancelled = lost[0] && rejection(HedgeCancelledError, this.hedge, 'hedge', ' no longer needs this attempt')
    for (const attempt of lost) attempt.lose(cancelled)
    if (happening) this.hedge.tell?.(happening, number, why)
  }

  /** The caller has left. Switched off it waits for its one attempt. */
  #leave(reason: unknown): void {
    if (this.most > 1) {
      this.outcome = { what: reason, thrown: true }
      this.#wait.wake()
      this.end()
    }
    for (const attempt of this.#underWay()) attempt.cancel(reason)
  }

  protected end(): void {
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

  protected release(outcome: Outcome | undefined): void { if (outcome?.thrown === false) this.hedge.release(outcome.what, this.plan) }
}
