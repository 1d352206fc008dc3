import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import type { Fault } from '@resilience4cata/core/diagnostic'
import { rejectedPromise } from '../outcome/rejected.ts'
import type { Mode } from './mode.ts'

/** Mistakes are thrown at each call, outside all layers; a new error each time. */
export function refuse(mode: Mode | undefined, faults: readonly Fault[]): () => Promise<never> {
  if (mode === 'async') return () => rejectedPromise(new ConfigurationError(faults))
  return () => { throw new ConfigurationError(faults) }
}
