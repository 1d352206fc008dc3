import type { Realm } from '@resilience4cata/core/run/realm'

/** At least 0 and below 1. */
export const random = (realm: Realm): number => (realm.random ?? Math.random)()
