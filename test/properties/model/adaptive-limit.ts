import type { AdaptivePart } from '../program.ts'
import { isAmong, Refusal, wordOf, type Call, type Outcome, type Policy } from './layer.ts'
import { Line } from './line.ts'

interface Permit { readonly epoch: number; readonly saturated: boolean }
type Sample = 'success' | 'drop' | 'none'

const DEFAULTS = {
  enabled: true, initialLimit: 20, minLimit: 1, maxLimit: 200, backoffRatio: 0.9, latencyThreshold: 0, maxWait: 0, dropOn: ['R4C_CALL_TIMEOUT', 'R4C_BULKHEAD_FULL'],
}

export const adaptiveLimit: Policy<AdaptivePart> = (part, world) => {
  let options: typeof DEFAULTS & AdaptivePart = { ...DEFAULTS, ...part } as typeof DEFAULTS & AdaptivePart
  let limit = options.initialLimit
  let inFlight: Permit[] = []
  let epoch = 0
  let credit = 0
  const line = new Line(world, take)

  function take(): Permit | undefined {
    const permit = { epoch, saturated: (inFlight.length + 1) * 2 >= limit }
    if (!options.enabled) return permit
    if (inFlight.length >= limit) return undefined
    inFlight.push(permit)
    return permit
  }
  function settle(permit: Permit, sample: Sample): void {
    if (!inFlight.includes(permit)) return
    const from = limit
    inFlight = inFlight.filter((other) => other !== permit)
    if (sample === 'success' && permit.saturated && permit.epoch === epoch && ++credit >= limit) {
      limit = Math.min(options.maxLimit, limit + 1)
      credit = 0
    } else if (sample === 'drop' && permit.epoch === epoch) {
      limit = Math.max(options.minLimit, Math.min(limit - 1, Math.floor(limit * options.backoffRatio)))
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
  function sampleOf(call: Call, outcome: Outcome, startedAt: number): Sample {
    if ('failure' in outcome ? call.stop?.aborted : call.stop?.lost) return 'none'
    const { latencyThreshold, dropOn } = options
    const word = wordOf(world.judge(call, outcome))
    if (word === 'overload' || (word === undefined && 'failure' in outcome && isAmong(dropOn, outcome.failure))) return 'drop'
    if ('failure' in outcome || (word !== undefined && word !== 'success')) return 'none'
    return latencyThreshold > 0 && world.now() - startedAt > latencyThreshold ? 'drop' : 'success'
  }

  return {
    around: (next) => function* (call) {
      const { stop } = call
      let permit = take()
      if (!permit) {
        if (stop?.aborted) throw stop.reason
        const isFull = options.maxWait === 0 || line.guests.length >= (options.maxQueue ?? limit)
        const came: Permit | string = isFull ? 'full' : yield line.wait(options.maxWait, stop)
        if (came === 'aborted') throw stop!.reason
        if (typeof came === 'string') throw refuse()
        permit = came
        if (stop?.aborted) {
          settle(permit, 'none')
          throw stop.reason
        }
      }
      // no clock is read where nothing is slow
      const startedAt = options.latencyThreshold > 0 ? world.now() : NaN
      let outcome: Outcome
      try {
        outcome = { value: yield* next(call) }
      } catch (failure) {
        outcome = { failure }
      }
      settle(permit, inFlight.includes(permit) ? sampleOf(call, outcome, startedAt) : 'none')
      if ('failure' in outcome) throw outcome.failure
      return outcome.value
    },
    row: () => ({ limit, inFlight: inFlight.length, waiting: line.guests.length, algorithm: 'aimd' }),
    configure(changed) {
      const from = limit
      options = { ...options, ...changed } as typeof options
      // what it has admitted so far teaches it nothing when it is switched off
      if (!options.enabled) {
        epoch++
        credit = 0
      }
      limit = Math.min(options.maxLimit, Math.max(options.minLimit, limit))
      line.serve()
      if (limit !== from) world.publish('adaptiveLimit.limitChanged', { from, to: limit, reason: 'CONFIGURED' })
    },
  }
}
