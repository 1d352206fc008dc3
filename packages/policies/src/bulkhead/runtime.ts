// Slots: one for each call that runs, given back when it ends. A permit is the era in which its slot was taken; `reset` begins a new one, and what is given
// back from an earlier era is nothing. A successful call allocates nothing and reads no clock.
import { enter, Instance, type Capability } from '@resilience4cata/core/run/instance'
import type { Scope } from '@resilience4cata/core/run/scope'
import { rejection } from '@resilience4cata/core/run/stackless'
import { NOTHING_TAKEN, REFUSED, type HandOff } from '../parts/hand-off.ts'
import { BulkheadFullError } from './errors.ts'
import { DEFAULTS, type BulkheadOptions, type Resolved } from './options.ts'

export class Bulkhead extends Instance<Resolved> {
  readonly policy = 'bulkhead'
  readonly defaults = DEFAULTS
  declare tell: ((reason: BulkheadFullError['reason']) => void) | undefined
  inUse = 0
  rejected = 0
  /** Who waits, and after a -1 where `maxWait` is written: the slot, or why there is none. Of the capability `waiting`. */
  declare queue: HandOff | undefined
  declare wait: (scope?: Scope) => Promise<number> | number
  /** The options that hold: also while later ones are wrong. */
  declare settings: Resolved
  era = 1
  #max = 0
  #enabled!: boolean

  /** A slot (a permit of at least 0), or -1. Nobody overtakes: while somebody waits there is no free slot. */
  acquire(): number {
    if (this.inUse >= this.#max) return this.#enabled ? REFUSED : NOTHING_TAKEN
    this.inUse++
    return this.era
  }

  /** Gives a slot back; whoever is first in line has it in the same turn. */
  release(permit: number): void {
    if (permit !== this.era) return
    this.inUse--
    this.queue?.serve()
  }

  /** `permit`: the negative one with which a wait has ended. */
  rejection(permit = REFUSED): BulkheadFullError {
    const reason = this.queue?.reasonOf(permit) ?? 'FULL'
    this.rejected++
    this.tell?.(reason)
    const error = rejection(BulkheadFullError, this, 'bulkhead', ` is full: ${this.inUse} of ${this.#max} slots in use`)
    error.reason = reason
    return error
  }

  override apply(options: Resolved): Resolved {
    this.#enabled = options.enabled !== false
    this.#max = this.#enabled ? options.maxConcurrent : 0
    this.settings = options
    this.queue?.serve()
    return options
  }
}

export const bulkhead = (site: string, written?: BulkheadOptions, furnish?: Capability<Bulkhead>): Bulkhead =>
  enter(new Bulkhead(site, written as Partial<Resolved>), furnish)
