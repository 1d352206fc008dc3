import { LoneLayer } from '@resilience4cata/testing/lone-layer'
import type { ManualClock } from '@resilience4cata/testing/manual-clock'
import { room } from './index.ts'

export const layer = (options: object = {}, clock?: ManualClock) => new LoneLayer(room, { jitter: 'none', ...options }, clock)
export const down = new Error('down')

/** Fails so many times, then answers; counts its calls and says when they were. */
export function failing(times: number, { clock }: { clock: ManualClock }, failure: unknown = down) {
  const starts: number[] = []
  const body = async () => {
    starts.push(clock.now())
    if (starts.length <= times) throw failure
    return 'ok'
  }
  return Object.assign(body, { starts })
}

export const fields = (at: LoneLayer<any>, name: string): any[] => at.events.filter(([event]) => event === name).map(([, fields]) => fields)
