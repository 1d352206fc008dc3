import type { Listening } from '@resilience4cata/core/run/scope'
import type { AttemptScope } from '@resilience4cata/runtime/scope/attempt-scope'
import { Deadline, type Deadlines } from '../parts/deadlines.ts'
import type { CallTimeoutError } from './errors.ts'

/** One attempt on its way. It belongs to the function that runs in it until that one has ended. */
export class Race extends Deadline {
  /** Which deadlines it stands among: others hold for later attempts once the duration has changed. */
  among!: Deadlines<Race>
  /** What was begun before a reset is no longer counted. */
  era = 0
  /** Settles the promise that the caller has. */
  answer: ((outcome: unknown) => void) | undefined = undefined
  /** Permits and times of the layers right outside, as text hands them over (`outside`). */
  note0 = 0
  note1 = 0
  note2 = 0
  note3 = 0
  note4 = 0
  /** Goes on in the context of the call, where there is something to do after the deadline. */
  wake: (() => void) | undefined = undefined
  /** Set when the deadline came first. */
  error: CallTimeoutError | undefined = undefined
  late = false
  elapsedMs = 0
  /** Through which its inside is cancelled, and who listens to the caller. */
  scope: AttemptScope | undefined = undefined
  listening: Listening | undefined = undefined
  /** What the layers outside had to tell at the deadline. */
  deliver: (() => void) | undefined = undefined
}
