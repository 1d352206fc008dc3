// A limit on attempts in flight that finds its own height: additive increase, multiplicative decrease. It learns from overload alone, so it needs no clock.
//
//   permit = epoch + saturated             epoch: an even number, two more for each cut there had been when the attempt began, so that fifty timeouts at once are one cut
//                                          saturated: the limit was at least half used, so a success says something about it
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import type { Scope } from '@resilience4cata/core/run/scope'
import { rejection } from '@resilience4cata/core/run/stackless'
import type { failureList, Matches } from '../parts/failure-lists.ts'
import { codeOf } from '../parts/failures.ts'
import { NOTHING_TAKEN, REFUSED, type HandOff } from '../parts/hand-off.ts'
import { LimitExceededError } from './errors.ts'
import { DEFAULTS, type AdaptiveLimitOptions, type Resolved } from './options.ts'

/** Why the limit changes, or that there was none left. `events.ts` has the words. */
export const REJECTED = 0
export const GROWN = 1
export const OVERLOAD = 2
export const CONFIGURED = 3

export class AdaptiveLimit extends Instance<Resolved> {
  readonly policy = 'adaptiveLimit'
  readonly defaults = DEFAULTS
  /** `from` is the limit before; REJECTED has none. */
  declare tell: ((what: number, from?: number) => void) | undefined
  /** 0 before the first resolve. */
  limit = 0
  inFlight = 0
  declare queue: HandOff | undefined
  declare wait: (scope?: Scope) => Promise<number> | number
  /** The options that hold: also while later ones are wrong. */
  declare settings: Resolved
  declare lists: typeof failureList | undefined
  /** Whether a success was too slow: of the capability `latency`. */
  declare isSlow: ((startedAt: number) => boolean) | undefined
  #isDrop!: Matches
  #enabled!: boolean
  #credit = 0
  #epoch = 2
  /** What was taken in an earlier epoch was taken before a reset: nothing to give back. */
  first = 2

  /** A permit, or -1. Nobody overtakes: while somebody waits the limit is reached. */
  acquire(): number {
    if (!this.#enabled) return NOTHING_TAKEN
    if (this.inFlight >= this.limit) return REFUSED
    this.inFlight++
    return this.#epoch + (this.inFlight * 2 >= this.limit ? 1 : 0)
  }

  /** `startedAt`: where `latencyThreshold` is written. */
  onSuccess(permit: number, startedAt = NaN): void {
    if (this.isSlow?.(startedAt)) this.onDrop(permit)
    else if (permit !== this.#epoch + 1 || ++this.#credit < this.limit) this.onCancelled(permit)
    else {
      this.#credit = 0
      this.#settle(permit, GROWN, Math.min(this.settings.maxLimit, this.limit + 1))
    }
  }

  onFailure(permit: number, failure: unknown): void {
    if (permit > NOTHING_TAKEN && this.#isDrop(failure)) this.onDrop(permit)
    else this.onCancelled(permit)
  }

  /** A sign of overload. Only the first one of an epoch cuts. */
  onDrop(permit: number): void {
    if (permit < this.#epoch) return this.onCancelled(permit)
    const { minLimit, backoffRatio } = this.settings
    this.nextEpoch()
    this.#settle(permit, OVERLOAD, Math.max(minLimit, Math.min(this.limit - 1, Math.floor(this.limit * backoffRatio))))
  }

  /** Gives back and learns nothing: cancelled, or a failure that is no sign of overload. Fast failures must not look like low latency. */
  onCancelled(permit: number): void {
    if (permit < this.first) return
    this.inFlight--
    this.queue?.serve()
  }

  rejection(): LimitExceededError {
    const { limit } = this
    this.tell?.(REJECTED)
    const error = rejection(LimitExceededError, this, 'adaptive limit', ` admits ${limit} at once for now`)
    error.limit = limit
    return error
  }

  override apply(options: Resolved): Resolved {
    const { initialLimit, minLimit, maxLimit, dropOn, enabled } = options
    this.settings = options
    this.#enabled = enabled !== false
    // switched off it learns nothing, also of calls that it has admitted before
    if (!this.#enabled) this.nextEpoch()
    this.#isDrop = (dropOn && this.lists?.(dropOn, undefined, this)) ?? isOverload
    const from = this.limit
    this.limit = from === 0 ? initialLimit : Math.min(maxLimit, Math.max(minLimit, from))
    this.queue?.serve()
    if (from > 0 && from !== this.limit) this.tell?.(CONFIGURED, from)
    return options
  }

  /** The new limit holds before the permit is given back to who is next. */
  #settle(permit: number, reason: number, limit: number): void {
    const from = this.limit
    this.limit = limit
    this.onCancelled(permit)
    if (from !== limit) this.tell?.(reason, from)
  }

  nextEpoch(): number {
    this.#credit = 0
    return (this.#epoch += 2)
  }
}

const isOverload = (failure: unknown, code = codeOf(failure)): boolean => code === 'R4C_CALL_TIMEOUT' || code === 'R4C_BULKHEAD_FULL'

export const adaptiveLimit = (site: string, written?: AdaptiveLimitOptions, furnish?: Capability<AdaptiveLimit>): AdaptiveLimit =>
  enter(new AdaptiveLimit(site, written as Partial<Resolved>), furnish)
