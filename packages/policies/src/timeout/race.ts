import type { Listening, Ticket } from '@resilience4cata/core/run/scope'
import type { AttemptScope } from '@resilience4cata/runtime/scope/attempt-scope'
import { Deadline, type Deadlines } from '../parts/deadlines.ts'
import type { CallTimeoutError } from './errors.ts'
import type { Timeout } from './runtime.ts'

/** One attempt on its way. It belongs to the function that runs in it until that one has ended. */
export class Race extends Deadline {
  /** Which deadlines it stands among: others hold for later attempts once the duration has changed. None where the timeout is switched off. */
  declare among: Deadlines<Race> | undefined
  /** What was begun before a reset is no longer counted; what a timeout that was switched off has let through never is: -1. */
  declare era: number
  /** Settles the promise that the caller has, or ends the attempt that it answers in place of one (`answerThrough`). */
  declare answer: ((outcome: unknown) => void) | undefined
  /** Set when the deadline came first. */
  declare error: CallTimeoutError
  declare endedAt: number
  declare late: boolean
  /** Has any of the next three. Few races do, and one question at the end of each costs less than three. */
  declare watched: true | undefined
  /** Goes on in the context of the call, where there is something to do after the deadline. */
  declare wake: (() => void) | undefined
  /** Through which its inside is cancelled, and who listens to the caller. */
  declare scope: AttemptScope | undefined
  declare listening: Listening | undefined
  /** As the timeout's own, where several sites share that. */
  declare outside: Timeout['outside']
  /** What it answers through in place of a promise, and what the two tell each other; these are used again with the race (`answerThrough`). */
  declare attempt: Ticket | undefined
  declare through: ((outcome: unknown) => void) | undefined
  declare leave: Ticket['leave']
  /** What the layers outside had to tell at the deadline. */
  declare deliver: (() => void) | undefined
  /** Permits and times of the layers right outside, where text notes them (`outside`). */
  declare note0: number
  declare note1: number
  declare note2: number
  declare note3: number
  declare note4: number

  /** What the caller of the attempt gets. A function that is written where it is handed over is none at run time, and then neither is the one that would reject. */
  promise(): Promise<unknown> { return new Promise((answer) => { this.answer = answer }) }
}
