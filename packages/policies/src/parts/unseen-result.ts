import type { Hints } from '@resilience4cata/core/build/template'
import { fault } from '@resilience4cata/core/diagnostic'

/** R4C-CLS-014: a rejected result that no attempt has made good is returned, so it passes the fallback by. */
export const unseenResult: Hints = (written, { outside, judgesResults }) => {
  const isReturned = !written.has('onExhaustedResult') || written.literal('onExhaustedResult') === 'return'
  if (!judgesResults || !isReturned || !outside.some(({ pinned }) => pinned)) return []
  return [fault('R4C-CLS-014', 'the last rejected result is returned, so the fallback never sees it', "Write `onExhaustedResult: 'throw'` to have the fallback answer it.", 'onExhaustedResult')]
}
