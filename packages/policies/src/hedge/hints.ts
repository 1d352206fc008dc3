import type { Hints } from '@resilience4cata/core/build/template'
import { goesOn } from '../parts/goes-on.ts'
import { unseenResult } from '../parts/unseen-result.ts'

export const hints: Hints = (written, around) => [
  ...(around.cancellable ? [] : [goesOn('once an attempt has won, the work of the others goes on')]),
  ...unseenResult(written, around),
]
