import type { Race } from './race.ts'
import type { Timeout } from './runtime.ts'

/** Lets a call hear of its deadline in its own async context, whoever has armed the timer: what the user has is called here. To be called during the call. */
export function afterwards(timeout: Timeout, race: Race): void {
  if (!race.wake) void new Promise<void>((wake) => { race.wake = wake }).then(() => expired(timeout, race))
}

function expired(timeout: Timeout, { elapsedMs, late, scope, error, deliver }: Race): void {
  timeout.tell?.(elapsedMs, late)
  if (timeout.settings.cancel) scope?.cancel(error)
  deliver?.()
}
