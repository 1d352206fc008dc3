// The race of attempts as text; wrap.ts is the same as a closure. Both only call runtime.ts and flight.ts.
import type { Template } from '@resilience4cata/core/build/template'

export const template: Template = {
  factory: 'hedge',
  capabilities: (written) => (written.has('hedgeOn') || written.has('abortOn') ? ['lists'] : []),
  refuses: () => 'a hedge is interpreted',
  weave() { throw new Error('a hedge is interpreted') },
}
