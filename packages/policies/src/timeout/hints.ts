import type { Hints } from '@resilience4cata/core/build/template'
import { fault } from '@resilience4cata/core/diagnostic'
import { goesOn } from '../parts/goes-on.ts'

export const hints: Hints = (written, { mode, cancellable }) => {
  if (mode === 'sync') return [fault('R4C-HNT-004', "a sync function can't be cut short: it is judged when it has returned", 'Make the function async to have an answer at the deadline.')]
  return cancellable || written.literal('cancel') === false ? [] : [goesOn('at the deadline the caller has an answer, but the work goes on')]
}
