import type { AdaptivePart } from '../program.ts'
import { isAmong, Refusal, wordOf, type Policy } from './layer.ts'
import { Line } from './line.ts'

interface Permit { readonly epoch: number; readonly saturated: boolean }

export const adaptiveLimit: Policy<AdaptivePart> = (part, world) => {
  const { initialLimit = 20, minLimit = 1, maxLimit = 200, backoffRatio = 0.9, latencyThreshold = 0, maxWait = 0 } = part
  const { dropOn = ['R4C_CALL_TIMEOUT', 'R4C_BULKHEAD_FULL'] } = part
  let limit = initialLimit
  let inFlight: Permit[] = []
  let epoch = 0
  let credit = 0
  const line = new Line(world, take)

  function take(): Permit | undefined {
    if (inFlight.length >= limit) return undefined
    const permit = { epoch, saturated: (inFlight.length + 1) * 2 >= limit }
    inFlight.push(permit)
    return permit
  }
  function settle(permit: Permit, sample: 'success' | 'drop' | 'none'): void {
    const from = limit
    inFlight = inFlight.filter((other) => other !== permit)
    if (sample === 'success' && permit.saturated && permit.epoch === epoch && ++credit >= limit) {
      limit = Math.min(maxLimit, limit + 1)
      credit = 0
    } else if (sample === 'drop' && permit.epoch === epoch) {
      limit = Math.max(minLimit, Math.min(limit - 1, Math.floor(limit * backoffRatio)))
      epoch++
      credit = 0
    }
    line.serve()
    if (limit !== from) world.publish('adaptiveLimit.limitChanged', { from, to: limit, reason: limit > from ? 'GROWN' : 'OVERLOAD' })
  }
  function refuse(): Refusal {
    world.publish('adaptiveLimit.rejected', { limit })
    return new Refusal('LimitExceededError', 'R4C_LIMIT_EXCEEDED', { limit })
  }

  return {
    around: (next) => function* (call) {
      const { stop } = call
      let permit = take()
      if (!permit) {
        if (stop?.aborted) throw stop.reason
        const isFull = maxWait === 0 || line.guests.length >= (part.maxQueue ?? limit)
        const came: Permit | string = isFull ? 'full' : yield line.wait(maxWait, stop)
        if (came === 'aborted') throw stop!.reason
        if (typeof came === 'string') throw refuse()
        permit = came
        if (stop?.aborted) {
          settle(permit, 'none')
          throw stop.reason
        }
      }
      const startedAt = world.now()
      let value: unknown
      try {
        value = yield* next(call)
      } catch (failure) {
        settle(permit, !stop?.aborted && isAmong(dropOn, failure) ? 'drop' : 'none')
        throw failure
      }
      const word = wordOf(world.judge(value)) ?? 'success'
      const slow = latencyThreshold > 0 && world.now() - startedAt > latencyThreshold
      settle(permit, stop?.lost ? 'none' : word === 'overload' || (word === 'success' && slow) ? 'drop' : word === 'success' ? 'success' : 'none')
      return value
    },
    row: () => ({ limit, inFlight: inFlight.length, waiting: line.guests.length, algorithm: 'aimd' }),
  }
}
