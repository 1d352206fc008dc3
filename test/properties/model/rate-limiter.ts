import type { LimiterPart } from '../program.ts'
import { Refusal, type Policy } from './layer.ts'
import type { Stop } from './stop.ts'

interface Turn { readonly since: number; startedAt: number | undefined; readonly go: () => void }

export const rateLimiter: Policy<LimiterPart> = ({ permits = 50, period = 1000, maxWait = 0, maxQueue = 1000, window = 'fixed' }, world) => {
  /** Of every attempt that has had a permit. */
  const starts: number[] = []
  let first: number | undefined
  let line: Turn[] = []
  let due: number | undefined
  let unset = () => {}

  const cycleOf = (at: number) => Math.floor((at - first!) / period)
  const isFree = (at: number, taken: readonly number[]) => {
    const counted = window === 'rolling' ? taken.filter((start) => start + period > at) : taken.filter((start) => cycleOf(start) === cycleOf(at))
    return counted.length < permits
  }
  /** The first time from `at` on at which there is a permit. */
  const nextFree = (at: number, taken: readonly number[]): number => {
    if (isFree(at, taken)) return at
    if (window === 'fixed') return nextFree(first! + (cycleOf(at) + 1) * period, taken)
    return taken.slice(-permits)[0]! + period
  }
  /** When one behind `position` others would start. */
  const startBehind = (position: number, at: number): number => {
    const taken = [...starts]
    for (let i = 0; i < position; i++) taken.push(nextFree(at, taken))
    return nextFree(at, taken)
  }
  function serve(at: number): void {
    while (line.length > 0 && isFree(at, starts)) {
      starts.push(at)
      line[0]!.startedAt = at
      leave(line[0]!)
    }
    arm(at)
  }
  /** One timer, for the first in line; none is shorter than 1 ms. */
  function arm(at: number): void {
    const next = line.length > 0 ? nextFree(at, starts) : undefined
    if (next === due) return
    unset()
    due = next
    if (next === undefined) return
    unset = world.after(Math.max(1, next - at), () => {
      due = undefined
      serve(Math.max(next, world.now()))
    })
  }
  function leave(turn: Turn): void {
    line = line.filter((other) => other !== turn)
    turn.go()
    if (line.length === 0) arm(world.now())
  }
  function refuse(retryAfterMs: number): Refusal {
    world.publish('rateLimiter.rejected', { retryAfterMs })
    return new Refusal('RateLimitExceededError', 'R4C_RATE_LIMIT_EXCEEDED', { retryAfterMs })
  }
  function wait(since: number, stop: Stop | undefined): Promise<Turn> {
    return new Promise((resolve) => {
      const turn: Turn = { since, startedAt: undefined, go: () => { forget?.(); resolve(turn) } }
      line.push(turn)
      const forget = stop?.onEnd(() => leave(turn))
      serve(since)
    })
  }

  return {
    around: (next) => function* (call) {
      const at = world.now()
      first ??= at
      serve(at)
      if (line.length === 0 && isFree(at, starts)) starts.push(at)
      else {
        if (call.stop?.aborted) throw call.stop.reason
        const estimate = startBehind(line.length, at) - at
        const turn: Turn | undefined = yield estimate > maxWait || line.length >= maxQueue ? undefined : wait(at, call.stop)
        if (!turn) throw refuse(estimate)
        if (turn.startedAt === undefined) throw call.stop!.reason
        if (call.stop?.aborted) {
          starts.splice(starts.indexOf(turn.startedAt), 1)
          serve(world.now())
          throw call.stop.reason
        }
        world.publish('rateLimiter.waited', { ms: turn.startedAt - turn.since })
      }
      return yield* next(call)
    },
    row() {
      const at = world.now()
      first ??= NaN
      const used = starts.filter((start) => (window === 'rolling' ? start + period > at : cycleOf(start) === cycleOf(at))).length
      if (Number.isNaN(first)) first = undefined
      return { available: permits - used, waiting: line.length, nextPermitMs: used < permits ? 0 : nextFree(at, starts) - at }
    },
  }
}
