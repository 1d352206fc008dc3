// Two sites under one name that are written differently: they must come to the same configuration (R4C-REG-008), which is known when both are resolved.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { fault, show, type Fault } from '@resilience4cata/core/diagnostic'
import type { Instance } from '@resilience4cata/core/run/instance'
import { difference } from './difference.ts'
import { handOver } from './hand-over.ts'
import { remember } from './local.ts'

/** What the second site holds: the leader, once they agree; until then each call throws. */
export function rival<I extends Instance<any>>(leader: I, instance: I): I {
  remember((leader.realm.rivals ??= new Set()), instance)
  if (handOver(instance, leader) && leader.options) leader.apply(leader.options)
  // it never acts: with options that hold it only says whether they are the leader's
  instance.apply = (options) => {
    const disagreement = disagrees(leader, instance, leader.ready(), options)
    if (disagreement) throw new ConfigurationError([disagreement])
  }
  const asked = new WeakMap<object, unknown>()
  return new Proxy(leader, {
    get(_leader, key) {
      const member: unknown = Reflect.get(leader, key)
      if (typeof member !== 'function') return member
      if (!asked.has(member)) asked.set(member, (...args: unknown[]) => (instance.ready(), member.apply(leader, args)))
      return asked.get(member)
    },
  })
}

/** Under one name, what `other` comes to differs from what `leader` comes to. */
export function disagrees(leader: Instance<any>, other: Instance<any>, options: object, others: object): Fault | undefined {
  const option = difference(options, others)
  if (option === undefined) return undefined
  const of = (values: object) => show((values as Record<string, unknown>)[option])
  const says = `two sites share the name ${show(leader.id)} and differ in ${option}: ${of(options)} at ${place(leader)}, ${of(others)} at ${place(other)}`
  return { ...fault('R4C-REG-008', says, 'Give both the same value, or one of them another name.', option), where: `${leader.policy} ${leader.id}` }
}

const place = (instance: Instance<any>) => instance.site || 'a function without a name'
