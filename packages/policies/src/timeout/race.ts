import type { Listening, Scope, Ticket } from '@resilience4cata/core/run/scope'
import { now } from '@resilience4cata/runtime/clock'
import { rejected } from '@resilience4cata/runtime/outcome/rejected'
import type { AttemptScope } from '@resilience4cata/runtime/scope/attempt-scope'
import { Deadline, type Deadlines } from '../parts/deadlines.ts'
import type { CallTimeoutError } from './errors.ts'
import type { Timeout } from './runtime.ts'

/** Hands what the layers right outside hold, which text has noted on the race, back with the failure. */
export type Outside = (failure: unknown, race: Race) => void

/** When a race was found to be over. `late`: the event loop was blocked. */
export interface Expiry { readonly at: number; readonly late: boolean }

/** One attempt on its way. It belongs to the function that runs in it until that one has ended, which it does through `resolve` or `reject`. */
export class Race extends Deadline {
  /** Which deadlines it stands among: others hold for later attempts once the duration has changed. None where the timeout is switched off. */
  declare among: Deadlines<Race> | undefined
  declare counts: Timeout['counts']
  /** Settles the promise that the caller has, or ends the attempt that it answers in place of one (`answerThrough`). */
  declare answer: ((outcome: unknown) => void) | undefined
  /** Set when the deadline came first. */
  declare error: CallTimeoutError
  /** Has any of the next four. Few races do, and one question at the end of each costs less than four. */
  declare watched: true | undefined
  /** Goes on in the context of the call, where there is something to do after the deadline. */
  declare wake: ((end: Expiry) => void) | undefined
  /** Through which its inside is cancelled, and who listens to the caller. */
  declare scope: AttemptScope | undefined
  declare listening: Listening | undefined
  /** The caller's, or of an attempt that was cancelled. */
  declare outer: Scope | undefined
  /** As the timeout's own, where several sites share that. */
  declare outside: Outside | undefined
  /** What it answers through in place of a promise, and what the two tell each other; these are used again with the race (`answerThrough`). */
  declare attempt: Ticket | undefined
  declare through: ((outcome: unknown) => void) | undefined
  declare leave: Ticket['leave']
  /** What the layers outside have to tell at the deadline, in the context of the call. */
  declare deliver: (() => void) | undefined
  /** Permits and times of the layers right outside, where text notes them (`outside`). */
  declare note0: number
  declare note1: number
  declare note2: number
  declare note3: number
  declare note4: number

  constructor(readonly timeout: Timeout) { super() }

  /** What the caller of the attempt gets. A function that is written where it is handed over is none at run time, and then neither is the one that would reject. */
  promise(): Promise<unknown> { return new Promise((answer) => { this.answer = answer }) }

  /** The function is done. A value that comes late is released. */
  resolve(value: unknown): void {
    const answer = this.#end('SUCCESS')
    if (answer) answer(value)
    else this.timeout.release(value)
  }

  /** The function has failed. */
  reject(failure: unknown): void {
    if (this.open) this.tellOutside(failure)
    this.#end('FAILURE')?.(rejected(failure))
  }

  // in the timer's turn, and in whose context it was armed: only what nobody of the user's hears
  override expire(at: number, late: boolean): void {
    // of a call that began when nobody listened
    this.timeout.hear?.(this)
    this.close()
    this.error = this.timeout.rejection(this.among!.duration)
    this.tellOutside(this.error)
    this.wake?.({ at, late })
    this.answer!(rejected(this.error))
  }

  tellOutside(failure: unknown): void { (this.outside ?? this.timeout.outside)?.(failure, this) }

  /** Nobody is answered by it any longer. */
  close(): void {
    if (this.among) {
      this.counts.pending--
      if (this.open) this.among.end(this)
    }
    this.open = false
    if (this.watched) {
      this.listening?.end()
      this.scope?.close()
    }
  }

  /** How to answer; nothing when somebody else has. */
  #end(outcome: 'SUCCESS' | 'FAILURE'): Race['answer'] {
    const { answer, timeout } = this
    if (!this.open) {
      timeout.counts.lateSettled++
      timeout.tell?.(now(timeout.realm) - this.due + this.among!.duration, true, outcome)
      return undefined
    }
    this.close()
    // nobody has it any longer, and it keeps nobody's answer
    this.answer = this.outside = undefined
    if (this.watched) this.watched = this.wake = this.scope = this.listening = this.outer = undefined
    this.next = timeout.spare as this | undefined
    timeout.spare = this
    return answer
  }
}
