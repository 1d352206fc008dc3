import { fault, type Fault } from '@resilience4cata/core/diagnostic'

/** R4C-HNT-003: nothing in the body can learn that the call is over. */
export const goesOn = (says: string): Fault =>
  fault('R4C-HNT-003', says, 'Hand `attemptSignal()` to what the body calls, or give the site a `signal`.')
