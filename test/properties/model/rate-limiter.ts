import type { LimiterPart } from '../program.ts'
import { Refusal, type Policy } from './layer.ts'
import { Cycles, Rolling } from './permits.ts'
import type { Stop } from './stop.ts'

/** `latest`: what its own `maxWait` allows. `estimate`: of the refusal, if there is one. */
interface Turn { readonly since: number; readonly latest: number; startedAt: number | undefined; estimate: number; readonly go: () => void }

const DEFAULTS = { permits: 50, period: 1000, maxWait: 0, maxQueue: 1000, window: 'fixed' } as const

export const rateLimiter: Policy<LimiterPart> = (part, world) => {
  let options = { ...DEFAULTS, enabled: true, ...part }
  const permits = new (options.window === 'rolling' ? Rolling : Cycles)(options.permits, options.period)
  let line: Turn[] = []
  let due: number | undefined
  let unset = () => {}

  /** When one behind `position` others would start. */
  const startBehind = (position: number, at: number): number => {
    const ahead = permits.copy()
    let start = ahead.next(at)
    for (let i = 0; i < position; i++) {
      ahead.take(start)
      start = ahead.next(start)
    }
    return start
  }
  function serve(at: number): void {
    while (line.length > 0 && (!options.enabled || permits.isFree(at))) {
      if (options.enabled) permits.take(at)
      line[0]!.startedAt = at
      leave(line[0]!)
    }
    arm(at)
  }
  /** One timer, for the first in line; none is shorter than 1 ms. */
  function arm(at: number): void {
    const next = line.length > 0 ? permits.next(at) : undefined
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
  function wait(since: number, estimate: number, stop: Stop | undefined): Promise<Turn> {
    return new Promise((resolve) => {
      const turn: Turn = { since, latest: since + options.maxWait, startedAt: undefined, estimate, go: () => { forget?.(); resolve(turn) } }
      line.push(turn)
      const forget = stop?.onEnd(() => leave(turn))
      serve(since)
    })
  }

  return {
    around: (next) => function* (call) {
      if (!options.enabled) return yield* next(call)
      const at = world.now()
      serve(at)
      if (line.length === 0 && permits.isFree(at)) permits.take(at)
      else {
        if (call.stop?.aborted) throw call.stop.reason
        const estimate = startBehind(line.length, at) - at
        const turn: Turn | undefined = yield estimate > options.maxWait || line.length >= options.maxQueue ? undefined : wait(at, estimate, call.stop)
        if (!turn) throw refuse(estimate)
        if (turn.startedAt === undefined) throw call.stop?.aborted ? call.stop.reason : refuse(turn.estimate)
        if (call.stop?.aborted) {
          if (options.enabled) permits.giveBack(turn.startedAt)
          serve(world.now())
          throw call.stop.reason
        }
        world.publish('rateLimiter.waited', { ms: turn.startedAt - turn.since })
      }
      return yield* next(call)
    },
    row() {
      const at = world.now()
      return { available: permits.left(at), waiting: line.length, nextPermitMs: permits.next(at) - at }
    },
    configure(changed) {
      options = { ...options, ...changed }
      permits.adjust(options.permits, options.period)
      if (line.length === 0) return
      const at = world.now()
      serve(at)
      let kept = 0
      for (const turn of line) {
        const start = startBehind(kept, at)
        if (start <= turn.latest) kept++
        else {
          turn.estimate = start - at
          leave(turn)
        }
      }
      arm(at)
    },
  }
}
