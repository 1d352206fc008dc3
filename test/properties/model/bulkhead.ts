import type { BulkheadPart } from '../program.ts'
import { Refusal, type Policy } from './layer.ts'
import { Line } from './line.ts'

export const bulkhead: Policy<BulkheadPart> = (part, world) => {
  let { enabled = true, maxConcurrent = 25, maxWait = 0, maxQueue } = part
  let running: object[] = []
  let rejected = 0
  const line = new Line(world, take)

  function take(): object | undefined {
    const slot = {}
    if (!enabled) return slot
    if (running.length >= maxConcurrent) return undefined
    running.push(slot)
    return slot
  }
  function giveBack(slot: object): void {
    if (!running.includes(slot)) return
    running = running.filter((other) => other !== slot)
    line.serve()
  }
  function refuse(reason: string): Refusal {
    rejected++
    world.publish('bulkhead.rejected', { reason })
    return new Refusal('BulkheadFullError', 'R4C_BULKHEAD_FULL', { reason })
  }

  return {
    around: (next) => function* (call) {
      let slot = take()
      if (!slot) {
        if (call.stop?.aborted) throw call.stop.reason
        const full = maxWait === 0 ? 'FULL' : line.guests.length >= (maxQueue ?? 10 * Math.max(1, maxConcurrent)) ? 'QUEUE_FULL' : undefined
        const came: object | string = full ?? (yield line.wait(maxWait, call.stop))
        if (came === 'aborted') throw call.stop!.reason
        if (typeof came === 'string') throw refuse(came === 'expired' ? 'WAIT_EXPIRED' : came)
        slot = came
      }
      try {
        if (call.stop?.aborted) throw call.stop.reason
        return yield* next(call)
      } finally {
        giveBack(slot)
      }
    },
    row: () => ({ inUse: running.length, waiting: line.guests.length, max: maxConcurrent, rejected }),
    configure(changed) {
      ;({ enabled, maxConcurrent, maxWait, maxQueue } = { enabled, maxConcurrent, maxWait, maxQueue, ...changed })
      line.serve()
    },
  }
}
