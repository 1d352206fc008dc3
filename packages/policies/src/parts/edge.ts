import type { Realm } from '@resilience4cata/core/run/realm'

/** Whether one timer may serve several calls. On an edge runtime it belongs to a request and ends with it, and may not wake another one's call, so each call that waits has a timer of its own. Where code runs doesn't change, and to look costs each call 5 ns. */
export const poolsTimers = (realm: Realm): boolean => (realm.pools ??= globalThis.navigator?.userAgent !== 'Cloudflare-Workers')
