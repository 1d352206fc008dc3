import type { Instance } from '@resilience4cata/core/run/instance'
import { difference } from './difference.ts'
import { handOver, writtenOf } from './hand-over.ts'

/**
 * Capability of what keeps state: a module-level site that is entered again with the same id and equal options (a hot update, one module in two bundles)
 * goes on with the instance that is there. Names are `named`'s affair.
 */
export function takeOver<I extends Instance<any>>(instance: I): I | void {
  const earlier = instance.realm.entered.get(`${instance.policy} ${instance.site}`) as I | undefined
  if (!earlier || instance.local || instance.written.name !== undefined || difference(writtenOf(earlier), writtenOf(instance)) !== undefined) return
  handOver(instance, earlier)
  return earlier
}
