// Sharing by name: the same policy and name is the same instance (SEMANTICS §8 "Sharing"). Who is first to use a name leads.
import type { Instance } from '@resilience4cata/core/run/instance'
import { difference } from './difference.ts'
import { handOver, writtenOf } from './hand-over.ts'
import { rival } from './rival.ts'

/** Capability of a layer that has a `name`; the last one. */
export function named<I extends Instance<any>>(instance: I): I | void {
  const names = (instance.realm.named ??= new Map())
  const at = `${instance.policy} ${instance.written.name}`
  const leader = names.get(at) as I | undefined
  if (!leader) names.set(at, instance)
  else if (leader.site === instance.site && instance.site !== '') return renewed(leader, instance)
  else if (difference(writtenOf(leader), writtenOf(instance)) === undefined && leader.written.config === instance.written.config) return joined(leader, instance)
  else return rival(leader, instance)
}

/** The same site again: never a conflict, the newest values hold. */
function renewed<I extends Instance<any>>(leader: I, instance: I): I {
  const { written, normalise } = instance
  if (leader === instance) return leader
  joined(leader, instance)
  Object.assign(leader, { written, normalise })
  if (leader.options) {
    try {
      leader.resolve()
    } catch {
      // said at the next call, like every mistake
      leader.options = undefined
    }
  }
  return leader
}

function joined<I extends Instance<any>>(leader: I, instance: I): I {
  if (handOver(instance, leader) && leader.options) leader.apply(leader.options)
  return leader
}
