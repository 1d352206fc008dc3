import type { Instance } from '@resilience4cata/core/run/instance'
import { difference } from './difference.ts'
import { handOver, writtenOf } from './hand-over.ts'

/**
 * Capability of what keeps state: a module-level site that is entered again with the same id and equal options (a hot update, one module in two bundles)
 * goes on with the instance that is there. Names are `named`'s affair.
 */
export function takeOver<I extends Instance<any>>(instance: I): I | void {
  const { realm, policy, site, local, written } = instance
  if (local || written.name !== undefined) return
  const kept = (realm.kept ??= new Map())
  const at = `${policy} ${site}`
  const earlier = kept.get(at) as I | undefined
  if (!earlier || difference(writtenOf(earlier), writtenOf(instance)) !== undefined) return void kept.set(at, instance)
  handOver(instance, earlier)
  return earlier
}
