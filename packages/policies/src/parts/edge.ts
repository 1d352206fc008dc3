import type { Realm } from '@resilience4cata/core/run/realm'

/** On an edge runtime a timer belongs to a request and ends with it: it may not wake another one's call, so each call that waits has a timer of its own. */
export const isEdge = ({ profile }: Realm): boolean => profile === 'edge' || globalThis.navigator?.userAgent === 'Cloudflare-Workers'
