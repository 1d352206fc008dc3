// A hedged call as text has it: no classifier judges its attempts.
import type { Scope } from '@resilience4cata/core/run/scope'
import type { Start } from './attempt.ts'
import { Flight } from './flight.ts'
import type { Hedge } from './runtime.ts'

/** Begins; `ready()` has just been asked. Its `answer` is what the caller gets. `start` runs one attempt; `scope`: the caller's. */
export const fly = (hedge: Hedge, start: Start, scope?: Scope): Flight => new Flight(hedge, start, scope).run()
