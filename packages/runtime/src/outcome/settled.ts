import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at } from '@resilience4cata/core/diagnostic'
import { thenableResult } from '@resilience4cata/core/site-faults'
import { abandon, pending } from './pending.ts'

/** The result of a sync site, once all its layers are through with it: R4C-SYN-010 when it is a thenable, which would carry its failure past all of them. */
export function settled<Value>(value: Value, site: string): Value {
  if (!pending(value)) return value
  abandon(value)
  throw new ConfigurationError(at(site, [thenableResult()]))
}
