// Sharing by name: the same policy and name is the same instance. Who is first to use a name leads.
import type { Instance } from '@resilience4cata/core/run/instance'
import { difference } from './difference.ts'
import { handOver } from './hand-over.ts'
import { rival } from './rival.ts'

/** Capability of a layer that has a `name`; the last one. */
export function named<I extends Instance<any>>(instance: I): I | void {
  const { realm, policy, site, written, normalise, comparable } = instance
  const { name } = written
  // what is no name is refused with the other options
  if (typeof name !== 'string' || !name) return
  const names = (realm.named ??= new Map())
  const at = `${policy} ${(instance.id = name)}`
  const leader = names.get(at) as I | undefined
  if (!leader) return void names.set(at, instance)

  const { sync } = leader
  handOver(instance, leader)
  if (!difference(writtenOf(leader), writtenOf(instance))) return leader
  if (!site || site !== leader.site) {
    // that it is sync is no affair of others that it may not share with
    leader.sync = sync
    return rival(leader, instance)
  }
  // the same site again is never a conflict: the newest values hold
  const { options } = leader
  Object.assign(leader, { written, normalise, comparable, options: undefined })
  try {
    if (options) leader.ready()
  } catch {
    // said at the next call, like every mistake
  }
  return leader
}

const writtenOf = (instance: Instance<any>): object => instance.comparable?.() ?? instance.written
