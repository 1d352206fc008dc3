import { onApply, type Capability, type Instance } from '@resilience4cata/core/run/instance'
import { KeyedInstances, type KeyedPolicy } from './keyed-instances.ts'

/** The capability `keys` of a policy. */
export function keyed<I extends Instance<any>>(policy: KeyedPolicy<I>): Capability<I> {
  const keys: Capability<I> = (parent) => {
    const instances = new KeyedInstances(parent, policy, keys)
    parent.keys = instances
    onApply(parent, (options) => instances.apply(options))
  }
  return keys
}
