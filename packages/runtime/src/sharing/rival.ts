// Two sites under one name that are written differently: they must come to the same configuration (R4C-REG-008), which is known when both are resolved.
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import type { Fault } from '@resilience4cata/core/diagnostic'
import { enter, type Instance } from '@resilience4cata/core/run/instance'
import { difference } from './difference.ts'

/** What the second site holds: the leader, once they agree; until then each call throws. It never acts itself: whoever looks for faults finds it among what was entered. */
export function rival<I extends Instance<any>>(leader: I, instance: I): I {
  instance.rival = true
  enter(instance)
  const { apply } = instance
  instance.apply = (options) => {
    const disagreement = disagrees(leader, instance, leader.ready(), apply.call(instance, options))
    if (disagreement) throw new ConfigurationError([disagreement])
    return options
  }
  return new Proxy(leader, {
    get(_leader, key) {
      const member: unknown = leader[key as keyof I]
      return typeof member === 'function' ? (...args: unknown[]) => (instance.ready(), member.apply(leader, args)) : member
    },
  })
}

/** Under one name, what `other` comes to differs from what `leader` comes to. */
export function disagrees(leader: Instance<any>, other: Instance<any>, options: any, others: any): Fault | undefined {
  const option = difference(options, others, leader.unsaid)
  if (option === undefined) return undefined
  return {
    code: 'R4C-REG-008',
    says: `${option} is ${text(options[option])} at ${place(leader)} and ${text(others[option])} at ${place(other)}`,
    note: 'Give both the same options and functions, or rename one.',
    option,
    where: `${leader.policy} ${leader.id}`,
  }
}

const text = (value: any) => value?.name || JSON.stringify(value) || typeof value

const place = ({ site }: Instance<any>) => site || 'a nameless function'
