import type { Realm } from '@resilience4cata/core/run/realm'

const FEW = 64

/** Takes the dead out, each time that as many as live have been added: the list never has more than about twice what lives. */
export function sweep(realm: Realm): void {
  if (realm.entered.length < (realm.sweepAt ?? FEW)) return
  realm.entered = realm.entered.filter((reference) => reference.deref())
  realm.sweepAt = 2 * realm.entered.length + FEW
}
