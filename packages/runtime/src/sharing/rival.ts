// Two sites under one name that are written differently: they must come to the same configuration (R4C-REG-008), which is known when both are resolved.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import type { Fault } from '@resilience4cata/core/diagnostic'
import { onApply, type Instance } from '@resilience4cata/core/run/instance'
import { difference } from './difference.ts'
import { sweep } from './sweep.ts'

/** What the second site holds: the leader, once they agree; until then each call throws. */
export function rival<I extends Instance<any>>(leader: I, instance: I): I {
  instance.rival = true
  leader.realm.entered.push(new WeakRef(instance))
  sweep(leader.realm)
  onApply(instance, (options) => {
    const disagreement = disagrees(leader, instance, leader.ready(), options)
    if (disagreement) throw new ConfigurationError([disagreement])
  })
  const asking = new WeakMap<object, unknown>()
  return new Proxy(leader, {
    get(_leader, key) {
      const member: unknown = Reflect.get(leader, key)
      if (typeof member !== 'function') return member
      if (!asking.has(member)) asking.set(member, (...args: unknown[]) => (instance.ready(), member.apply(leader, args)))
      return asking.get(member)
    },
  })
}

/** Under one name, what `other` comes to differs from what `leader` comes to. */
export function disagrees(leader: Instance<any>, other: Instance<any>, options: any, others: any): Fault | undefined {
  const option = difference(options, others)
  if (option === undefined) return undefined
  return {
    code: 'R4C-REG-008',
    says: `two sites of one name differ in ${option}: ${text(options[option])} at ${place(leader)}, ${text(others[option])} at ${place(other)}`,
    note: 'Give both the same value, or one of them another name.',
    option,
    where: `${leader.policy} ${leader.id}`,
  }
}

const text = (value: unknown) => (typeof value === 'function' ? value.name : JSON.stringify(value))

const place = ({ site }: Instance<any>) => site || 'a function without a name'
