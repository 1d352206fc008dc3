import type { TimeoutPart } from '../program.ts'
import { drive } from './drive.ts'
import { Refusal, type Call, type Next, type Policy, type Steps } from './layer.ts'
import { Pool } from './pool.ts'
import { Stop } from './stop.ts'

export const timeout: Policy<TimeoutPart> = (part, world) => {
  let { enabled = true, duration, cancel = true } = part
  let pool = new Pool(world, duration)
  let pending = 0
  let timedOut = 0
  let lateSettled = 0

  function expired(timeoutMs: number, elapsedMs: number, late = false): Refusal {
    timedOut++
    world.publish('timeout.timedOut', { elapsedMs, late })
    return new Refusal('CallTimeoutError', 'R4C_CALL_TIMEOUT', { timeoutMs })
  }
  /** It can't be cut: it is looked at when it ends. */
  function* measured(inside: Steps): Steps {
    const startedAt = world.now()
    const isOver = () => enabled && world.now() - startedAt >= duration
    let value: unknown
    try {
      value = yield* inside
    } catch (failure) {
      throw isOver() ? expired(duration, world.now() - startedAt) : failure
    }
    if (!isOver()) return value
    const error = expired(duration, world.now() - startedAt)
    world.release(value)
    throw error
  }
  function* race(next: Next, call: Call): Steps {
    if (call.stop?.aborted) throw call.stop.reason
    const startedAt = world.now()
    const timeoutMs = duration
    const stop = new Stop(call.stop)
    const inner: Call = { ...call, stop, said: undefined }
    call.said = undefined
    pending++
    let open = true
    return yield new Promise((resolve, reject) => {
      const close = () => {
        open = false
        pending--
        unset()
        forget?.()
      }
      const unset = pool.begin((isLate) => {
        close()
        // with `cancel: false` it goes on, and nobody hears of it
        stop.leave()
        // a timer may be early, a deadline isn't
        const error = expired(timeoutMs, Math.max(timeoutMs, world.now() - startedAt), isLate)
        if (cancel) stop.end(error)
        reject(error)
      })
      const forget = call.stop?.onEnd(() => {
        if (open) close()
        reject(call.stop!.reason)
      })
      const late = (outcome: string) => {
        lateSettled++
        world.publish('timeout.lateSettled', { outcome, elapsedMs: world.now() - startedAt })
      }
      const answer = (settle: () => void) => {
        call.said = inner.said
        close()
        settle()
      }
      drive(next(inner)).then((value) => {
        if (open) return answer(() => resolve(value))
        late('SUCCESS')
        world.release(value)
      }, (failure) => {
        if (open) return answer(() => reject(failure))
        late('FAILURE')
      })
    })
  }

  return {
    around: (next) => (call) => (!enabled ? next(call) : world.sync ? measured(next(call)) : race(next, call)),
    row: () => ({ pending, timedOut, lateSettled }),
    configure(changed) {
      const before = duration
      ;({ enabled, duration, cancel } = { enabled, duration, cancel, ...changed })
      // those under way keep their deadlines
      if (duration !== before) pool = new Pool(world, duration)
    },
  }
}
