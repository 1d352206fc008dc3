import type { Judgement } from '@resilience4cata/core/classifier'
import type { Ticket } from '@resilience4cata/core/run/scope'
import { AttemptScope } from '@resilience4cata/runtime/scope/attempt-scope'
import type { Flight } from './flight.ts'
import { HEDGED, type Trigger } from './runtime.ts'

/** Starts an attempt, which ends through itself; never throws. `at`: the time, where it has just been read. */
export type Start = (attempt: Attempt, at?: number) => unknown

/** What a call ends with: mostly one of its attempts. */
export interface Outcome { readonly what: unknown; readonly thrown: boolean; readonly verdict?: Judgement | undefined }

/** One attempt of a call, from 1: the scope of its inside, which ends through it. */
export class Attempt extends AttemptScope implements Ticket {
  /** The layers inside have let it through. */
  admitted = false
  /** How it has ended. */
  ended = false
  thrown = false
  what: unknown
  /** What the site's classifier has said of that, where there is one. */
  declare verdict: Judgement | undefined
  /** A race right inside, which answers through it. */
  leave: Ticket['leave']
  /** The one that has ended right after it. */
  declare next: Attempt | undefined

  constructor(readonly flight: Flight, readonly number: number, readonly trigger: Trigger | undefined, readonly earlier: Attempt | undefined) {
    super(undefined)
    // switched off it lets the caller's own signal through
    if (flight.most === 1) this.source = flight.outer
  }

  /** The function begins. */
  admit(): void {
    this.admitted = true
    if (this.trigger) this.flight.hedge.tell?.(HEDGED, this.number, this.trigger)
  }

  resolve(value: unknown): void { this.#end(value, false) }

  reject(failure: unknown): void { this.#end(failure, true) }

  #end(what: unknown, thrown: boolean): void {
    if (this.ended) return
    this.ended = true
    this.thrown = thrown
    this.what = what
    this.flight.onEnd(this)
  }

  override fire(): void {
    this.leave?.(this)
    super.fire()
  }

  /** Behind those that have ended before. */
  enqueue(attempt: Attempt): void {
    if (this.next) this.next.enqueue(attempt)
    else this.next = attempt
  }
}
