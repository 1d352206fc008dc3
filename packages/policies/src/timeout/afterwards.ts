import type { Race } from './race.ts'
import type { Timeout } from './runtime.ts'

/** Lets a call hear of its deadline in its own async context, whoever has armed the timer: what the user has is called here. To be called during the call. */
export function afterwards(timeout: Timeout, race: Race): void {
  if (race.wake) return
  race.watched = true
  // those outside hear of it after those inside
  void new Promise<void>((wake) => { race.wake = wake }).then(() => expired(timeout, race)).then(() => race.deliver?.())
}

function expired(timeout: Timeout, { due, endedAt, among, late, scope, error }: Race): void {
  timeout.tell?.(Math.max(endedAt - due, 0) + among!.duration, late)
  if (timeout.settings.cancel) scope?.cancel(error)
}
