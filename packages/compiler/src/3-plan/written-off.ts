import type { Plan } from '../plan.ts'
import { functionOf } from './function-of.ts'

/** Nothing is left around the function, so it stays as the user wrote it. One that isn't `async` is still looked at: a sync site's value may be no thenable. */
export const isWrittenOff = ({ site, frames, signals }: Pick<Plan, 'site' | 'frames' | 'signals'>): boolean =>
  functionOf(site)?.async === true && frames.every(({ layers }) => layers.length === 0) && !site.signal && !site.classifier && signals.length === 0
