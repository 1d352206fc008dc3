// One hedged call: its attempts side by side, the failures so far, and who has refused.
import type { HedgePart } from '../program.ts'
import type { Budget } from './budget.ts'
import { drive } from './drive.ts'
import { hintOf, isAmong, isRefusal, isRejected, Refusal, type Call, type Next, type Outcome, type World } from './layer.ts'
import type { Pool } from './pool.ts'
import { Stop } from './stop.ts'

interface Attempt { readonly number: number; readonly stop: Stop; admitted: boolean; readonly call: Call }

/** Its plan; and the lists, which are as they are now. */
type Plan = Required<HedgePart>

const REFUSALS = ['R4C_CALL_NOT_PERMITTED', 'R4C_RATE_LIMIT_EXCEEDED', 'R4C_LIMIT_EXCEEDED', 'R4C_BULKHEAD_FULL']

export class Flight {
  underWay: Attempt[] = []
  launched = 0
  mayLaunch = true
  saidSkipped = false
  done = false
  heldUntil = -Infinity
  unset = () => {}
  forget: (() => void) | undefined
  /** In order; refusals by inner layers apart. */
  failures: Outcome[] = []
  refusals: Outcome[] = []

  constructor(
    readonly plan: Plan, readonly lists: () => Pick<Plan, 'hedgeOn' | 'abortOn'>, readonly budget: Budget, readonly pool: Pool, readonly world: World, readonly next: Next, readonly call: Call,
    readonly resolve: (value: unknown) => void, readonly reject: (failure: unknown) => void,
  ) {}

  begin(): void {
    const { stop } = this.call
    this.forget = stop?.onEnd(() => {
      this.releaseRejected()
      this.end(() => this.reject(stop.reason))
    })
    this.launch()
    this.arm()
  }

  launch(trigger?: 'DELAY' | 'FAILURE'): void {
    const number = ++this.launched
    const stop = new Stop(this.call.stop)
    const admitted = () => {
      attempt.admitted = true
      if (trigger) this.world.publish('hedge.hedged', { attempt: attempt.number, trigger })
    }
    const { id, site } = this.call
    const attempt: Attempt = { number, stop, admitted: false, call: { id, site, stop, attempts: 0, admitted } }
    this.underWay.push(attempt)
    drive(this.next(attempt.call)).then((value) => this.settle(attempt, { value }), (failure) => this.settle(attempt, { failure }))
  }

  more(trigger: 'DELAY' | 'FAILURE'): boolean {
    if (this.done || !this.mayLaunch || this.launched >= this.plan.maxAttempts) return false
    if (this.world.now() < this.heldUntil) return this.skip('PUSHBACK')
    if (!this.budget.grants(this.world.now())) return this.skip('BUDGET')
    this.launch(trigger)
    return true
  }

  skip(reason: string): false {
    if (!this.saidSkipped) this.world.publish('hedge.skipped', { reason })
    this.saidSkipped = true
    return false
  }

  arm(): void {
    this.unset()
    const { delay, maxAttempts } = this.plan
    if (delay === 0) while (this.more('DELAY'));
    else if (this.launched < maxAttempts) this.wait()
  }

  /** A timer only wakes the call: what follows, and what that arms, comes in a turn of the call's own. */
  wait(): void {
    let isOver = false
    const forget = this.pool.begin(async () => {
      await undefined
      if (!isOver && this.more('DELAY')) this.arm()
    })
    this.unset = () => {
      isOver = true
      forget()
    }
  }

  settle(attempt: Attempt, outcome: Outcome): void {
    this.underWay = this.underWay.filter((other) => other !== attempt)
    if (this.done) return 'value' in outcome ? this.world.release(outcome.value) : undefined
    const judgement = this.world.judge(attempt.call, outcome)
    const goesOn = 'value' in outcome || judgement !== undefined ? isRejected(judgement) : this.isAmongLists(outcome.failure)
    if ('failure' in outcome && !attempt.admitted && isRefusal(outcome.failure, ...REFUSALS)) this.refused(attempt, outcome, outcome.failure)
    else if (goesOn) {
      const hint = hintOf(judgement)
      if (hint > 0) this.heldUntil = Math.max(this.heldUntil, this.world.now() + hint)
      this.goOn(attempt, outcome)
    } else if ('failure' in outcome) {
      this.call.said = attempt.call.said
      this.releaseRejected()
      this.fail(outcome.failure)
    } else {
      this.call.said = attempt.call.said
      this.win(attempt, outcome.value)
    }
  }

  isAmongLists(failure: unknown): boolean {
    const { hedgeOn, abortOn } = this.lists()
    return isAmong(hedgeOn, failure) && !isAmong(abortOn, failure)
  }

  refused(attempt: Attempt, outcome: Outcome, failure: unknown): void {
    this.mayLaunch = false
    this.unset()
    if (attempt.number > 1) {
      this.launched--
      this.budget.giveBack()
      this.skip(isRefusal(failure, 'R4C_CALL_NOT_PERMITTED') ? 'BREAKER' : 'LOCAL_REJECTION')
    }
    this.refusals.push(outcome)
    this.endWhenNothingIsLeft()
  }

  goOn({ call }: Attempt, outcome: Outcome): void {
    this.call.said = call.said
    this.releaseRejected()
    this.failures.push(outcome)
    if (this.more('FAILURE')) this.arm()
    this.endWhenNothingIsLeft()
  }

  releaseRejected(): void {
    const last = this.failures.at(-1)
    if (last && 'value' in last) this.world.release(last.value)
  }

  endWhenNothingIsLeft(): void {
    if (this.done || this.underWay.length > 0) return
    const last = this.failures.at(-1) ?? this.refusals.at(-1)!
    if ('failure' in last) this.fail(last.failure)
    else if (this.plan.onExhaustedResult === 'throw') this.fail(new Refusal('ResultRejectedError', 'R4C_RESULT_REJECTED', { result: last.value }))
    else this.end(() => this.resolve(last.value))
  }

  win({ number }: Attempt, value: unknown): void {
    this.releaseRejected()
    if (number > 1) this.world.publish('hedge.won', { attempt: number })
    this.end(() => this.resolve(value))
  }

  fail(failure: unknown): void {
    this.world.publish('hedge.failed', { attempts: this.launched, failure })
    this.end(() => this.reject(failure))
  }

  end(answer: () => void): void {
    this.done = true
    this.unset()
    this.forget?.()
    this.call.attempts = this.launched
    answer()
    // the attempts of a caller who has left end with it
    const lost = new Refusal('AbortError', 'R4C_HEDGE_CANCELLED', {})
    if (!this.call.stop?.aborted) for (const { stop } of this.underWay) stop.end(lost, true)
  }
}
