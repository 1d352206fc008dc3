import type { TimeoutPart } from '../program.ts'
import { drive } from './drive.ts'
import { Refusal, type Next, type Policy, type Steps } from './layer.ts'
import { Pool } from './pool.ts'
import { Stop } from './stop.ts'

export const timeout: Policy<TimeoutPart> = ({ duration, cancel = true }, world) => {
  const pool = new Pool(world, duration)
  let pending = 0
  let timedOut = 0
  let lateSettled = 0

  function expired(elapsedMs: number): Refusal {
    timedOut++
    world.publish('timeout.timedOut', { elapsedMs, late: false })
    return new Refusal('CallTimeoutError', 'R4C_CALL_TIMEOUT', { timeoutMs: duration })
  }
  /** It can't be cut: it is looked at when it ends. */
  function* measured(inside: Steps): Steps {
    const startedAt = world.now()
    const isOver = () => world.now() - startedAt >= duration
    let value: unknown
    try {
      value = yield* inside
    } catch (failure) {
      throw isOver() ? expired(world.now() - startedAt) : failure
    }
    if (!isOver()) return value
    const error = expired(world.now() - startedAt)
    world.release(value)
    throw error
  }
  function* race(next: Next, call: Parameters<Next>[0]): Steps {
    if (call.stop?.aborted) throw call.stop.reason
    const startedAt = world.now()
    const stop = new Stop(call.stop)
    pending++
    let open = true
    return yield new Promise((resolve, reject) => {
      const close = () => {
        open = false
        pending--
        unset()
        forget?.()
      }
      const unset = pool.begin(() => {
        close()
        // with `cancel: false` it goes on, and nobody hears of it
        stop.leave()
        // a timer may be early, a deadline isn't
        const error = expired(Math.max(duration, world.now() - startedAt))
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
      drive(next({ ...call, stop })).then((value) => {
        if (open) return void (close(), resolve(value))
        late('SUCCESS')
        world.release(value)
      }, (failure) => {
        if (open) return void (close(), reject(failure))
        late('FAILURE')
      })
    })
  }

  return {
    around: (next) => (call) => (world.sync ? measured(next(call)) : race(next, call)),
    row: () => ({ pending, timedOut, lateSettled }),
  }
}
