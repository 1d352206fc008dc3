import type { Hints } from '@resilience4cata/core/build/template'
import { fault, type Fault } from '@resilience4cata/core/diagnostic'
import type { LayerName } from '@resilience4cata/core/layers'

const REJECTING: readonly LayerName[] = ['rateLimiter', 'adaptiveLimit', 'bulkhead']

export const hints: Hints = (written, { inside }) => {
  const found: Fault[] = []
  const rejecting = inside.map(({ layer }) => layer).filter((layer) => REJECTING.includes(layer))
  if (rejecting.length > 0 && !written.has('ownRejections') && !written.has('ignoreOn')) {
    found.push(fault('R4C-HNT-001', `what ${rejecting.join(' and ')} inside of it rejects counts as a failure, and may open it`, "Say which is meant: `ownRejections: 'ignore'`, or `ownRejections: 'record'`."))
  }
  for (const option of ['failureRate', 'slowCallRate']) {
    const rate = written.literal(option)
    if (typeof rate === 'number' && rate < 1) found.push(fault('R4C-HNT-010', `${option} is percent, got ${rate}`, `Did you mean ${Number((rate * 100).toPrecision(12))}?`, option))
  }
  return found
}
