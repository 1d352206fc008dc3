import type { Expiry, Race } from './race.ts'

/** Lets a call hear of its deadline in its own async context, whoever has armed the timer: what the user has is called here. To be called during the call. */
export function afterwards(race: Race): void {
  if (race.wake) return
  race.watched = true
  // those outside hear of it after those inside
  void new Promise<Expiry>((wake) => { race.wake = wake }).then((end) => expired(race, end)).then(() => race.deliver?.())
}

function expired({ timeout, due, among, scope, error }: Race, { at, late }: Expiry): void {
  timeout.tell?.(Math.max(at - due, 0) + among!.duration, late)
  if (timeout.settings.cancel) scope?.cancel(error)
}
