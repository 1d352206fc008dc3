// A program's site as the interpreter runs it, in a registry of its own.
import { attemptSignal, createRegistry, resilient, type Policies } from '@resilience4cata/policies/index'
import { rooms } from '@resilience4cata/policies/rooms'
import type { PolicyRegistry } from '@resilience4cata/policies/registry'
import { quiesce } from '@resilience4cata/testing/quiesce'
import { answerOf } from './model/fallback.ts'
import { CHANCE } from './model/layer.ts'
import { classify, show } from './outcomes.ts'
import { isKeyed, KEYED, writtenOff, type Program } from './program.ts'
import type { Site } from './site.ts'
import type { Stage } from './stage.ts'

export function interpreted(program: Program, stage: Stage): Site {
  const registry = registryOf(stage)
  const { backend, ...around } = surroundings(program, stage)
  const { site } = { site: (id: number) => backend(id, program.asks ? attemptSignal() : undefined) }
  return siteOf(resilient({ ...program.policies, ...writtenOff(program), ...keys(program), ...around, mode: program.mode, registry } as Policies, site), registry, program)
}

export function registryOf(stage: Stage): PolicyRegistry {
  const registry = createRegistry({ clock: { now: () => stage.now() }, timers: stage.timers, random: () => CHANCE })
  registry.onError = (error) => stage.note('reported', show(error))
  registry.on('*', ({ type, instance: _, at: __, ...fields }) => stage.publish(type, fields))
  return registry
}

/** What a site's text can't say as JSON. */
export function surroundings({ policies, order, classified, cancellable }: Program, stage: Stage) {
  const { ends, ...conditions } = policies.fallback ?? { ends: 'returns' }
  const handler = (failure: unknown, { attempts }: { readonly attempts: number }, id: number) =>
    answerOf({ ends }, failure, attempts, (text) => stage.note(id, text))
  return {
    backend: (id: number, signal?: AbortSignal) => stage.perform(id, signal),
    ...(policies.fallback && { fallback: { ...conditions, handler } }),
    ...(order && { order }),
    ...(classified && { classifier: classify }),
    ...(cancellable && { signal: (id: number) => stage.callers[id]!.signal }),
  }
}

function keys(program: Program): object {
  const layers = KEYED.flatMap((layer) => (program.policies[layer] ? [[layer, { ...program.policies[layer], key: keyOf }]] : []))
  return isKeyed(program) ? Object.fromEntries(layers) : {}
}

export const keyOf = (_id: number): string => 'same'

export function siteOf(call: (id: number) => unknown, registry: PolicyRegistry, program: Program): Site {
  const keyed = isKeyed(program)
  /** Who acts: the keyed one. */
  const acting = () => registry.realm.entered.map((entered) => {
    const instance = entered.deref()!
    instance.ready()
    return keyed && instance.keys ? instance.keys.serve(undefined, [0]).instance : instance
  })
  acting()
  return {
    call,
    // not the whole snapshot: its configuration costs more than all the rest of a program
    look: () => Object.fromEntries(acting().filter(({ policy }) => policy in program.policies).flatMap((instance) => {
      const row = rooms[instance.policy]!.snapshot(instance)
      return row ? [[instance.policy, row]] : []
    })),
    breaker: (op) => registry.circuitBreaker(acting().find(({ policy }) => policy === 'circuitBreaker')!.id)[op](),
    quiesce: () => quiesce(registry),
  }
}
