import type { Realm } from '@resilience4cata/core/run/realm'

/** On an edge runtime a timer belongs to a request and ends with it: it may not wake another one's call, so each call that waits has a timer of its own. Where code runs doesn't change, and to look costs each call 5 ns. */
export const isEdge = (realm: Realm): boolean => (realm.onEdge ??= globalThis.navigator?.userAgent === 'Cloudflare-Workers')
