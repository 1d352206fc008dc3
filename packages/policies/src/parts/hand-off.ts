// Waiting for what others give back: the `waiting` capability of policies that count what is in flight. What is given back passes on in the same turn, so nobody
// who comes later can slip in between, and whoever has left the line is never served.
import type { Realm } from '@resilience4cata/core/run/realm'
import type { Scope } from '@resilience4cata/core/run/scope'
import { startTimer, stopTimer } from '@resilience4cata/runtime/timers'
import { Waiter, WaitingLine } from './waiting-line.ts'

/** What one that is switched off gives out: a permit of no era. */
export const NOTHING_TAKEN = 0

/** Negative permits: why nobody was admitted. */
export const REFUSED = -1
export const QUEUE_FULL = -2
export const WAIT_EXPIRED = -3
const ABORTED = -4

type Wait = (scope?: Scope) => Promise<number> | number

/** What the line must know of the policy that it stands before. */
export interface Gate {
  readonly realm: Realm
  /** The options that hold. */
  readonly settings: { readonly maxWait: number; readonly maxQueue?: number | undefined }
  queue: HandOff | undefined
  /** After a refusal: a permit, or why there is none. */
  wait: Wait
  /** A permit, or REFUSED; never QUEUE_FULL and its like. */
  acquire(): number
}

class Guest extends Waiter {
  timer: unknown
  constructor(readonly settle: (permit: number) => void) { super() }
}

export class HandOff {
  readonly #gate: Gate
  readonly #room: () => number
  readonly #line = new WaitingLine<Guest>()

  constructor(gate: Gate, room: () => number) {
    this.#gate = gate
    this.#room = room
  }

  get length(): number { return this.#line.length }

  /** After a refusal: a permit once it is this caller's turn, or why it won't be. Reads no clock. */
  wait(scope: Scope | undefined): Promise<number> | number {
    const { maxWait, maxQueue = this.#room() } = this.#gate.settings
    if (scope?.aborted) return ABORTED
    if (maxWait === 0) return REFUSED
    if (this.#line.length >= maxQueue) return QUEUE_FULL
    return new Promise((settle) => {
      const guest = new Guest(settle)
      this.#line.join(guest)
      guest.timer = startTimer(this.#gate.realm, () => this.#dismiss(guest, WAIT_EXPIRED), maxWait)
      guest.listening = scope?.listen(() => this.#dismiss(guest, ABORTED))
    })
  }

  /** Why nobody was admitted, of a negative permit; none where there was no room and no line. */
  reasonOf(permit: number): 'QUEUE_FULL' | 'WAIT_EXPIRED' | undefined {
    return permit === QUEUE_FULL ? 'QUEUE_FULL' : permit === WAIT_EXPIRED ? 'WAIT_EXPIRED' : undefined
  }

  /** Something was given back, or there is more room: lets in as many as there is room for. */
  serve(): void {
    for (let guest = this.#line.first; guest; guest = this.#line.first) {
      const permit = this.#gate.acquire()
      if (permit < 0) return
      this.#dismiss(guest, permit)
    }
  }

  #dismiss(guest: Guest, permit: number): void {
    if (!this.#line.leave(guest)) return
    stopTimer(this.#gate.realm, guest.timer)
    guest.settle(permit)
  }
}

/** Nobody has anything of it, and nobody waits. */
export const isEmpty = (taken: number, { queue }: Pick<Gate, 'queue'>): boolean => taken === 0 && !queue?.length

/** There is no room and no line. */
export function refuseAll(gate: { acquire(): number; wait: Wait }): void {
  gate.acquire = gate.wait = () => REFUSED
}

/** The capability `waiting` of a room: callers of an async site may wait in line. `room`: for how many, where no `maxQueue` says. */
export const waitingIn = <G extends Gate>(room: (gate: G) => number) => (gate: G): void => {
  const queue = (gate.queue ??= new HandOff(gate, () => room(gate)))
  gate.wait ??= (scope) => queue.wait(scope)
}
