// A program's site as the interpreter runs it, in a registry of its own.
import type { Instance } from '@resilience4cata/core/run/instance'
import type { LayerName } from '@resilience4cata/core/layers'
import { attemptSignal, createRegistry, resilient, type Policies } from '@resilience4cata/policies/index'
import { rooms } from '@resilience4cata/policies/rooms'
import type { PolicyRegistry } from '@resilience4cata/policies/registry'
import { quiesce } from '@resilience4cata/testing/quiesce'
import { answerOf } from './model/fallback.ts'
import { CHANCE } from './model/layer.ts'
import { classifierOf, own, show } from './outcomes.ts'
import { isKeyed, KEYED, sitesOf, writtenOff, type Program } from './program.ts'
import type { Site } from './site.ts'
import type { Stage } from './stage.ts'

export function interpreted(program: Program, stage: Stage): Site {
  const registry = registryOf(stage)
  const { backend, own, fallback, ...around } = surroundings(program, stage)
  const written: Record<string, object> = { ...writtenOff(program), ...program.policies, ...(fallback && { fallback }) }
  const keyed = isKeyed(program) ? KEYED : []
  const sites = sitesOf(program).map(({ name, policies, isShared }, site) => {
    const layers = Object.entries(written).filter(([layer]) => layer in policies || !(layer in program.policies)).map(([layer, options]) => [layer, {
      ...options,
      ...(isShared(layer as LayerName) && { name: 'both' }),
      ...(keyed.some((each) => each === layer && layer in policies) && { key: keyOf }),
      ...(program.judges?.some((judge) => judge === layer) && { classifier: own }),
    }])
    // named by its place: every evaluation of one label is one site
    const body = { site: (id: number) => backend(id, site, program.asks ? attemptSignal() : undefined), other: (id: number) => backend(id, site, program.asks ? attemptSignal() : undefined) }
    return resilient({ ...Object.fromEntries(layers), ...around, ...(name && { name }), mode: program.mode, registry } as Policies, site === 0 ? body.site : body.other)
  })
  return siteOf(sites, registry, program)
}

export function registryOf(stage: Stage): PolicyRegistry {
  const registry = createRegistry({ clock: { now: () => stage.shown() }, timers: stage.timers, random: () => CHANCE })
  registry.onError = (error) => stage.note('reported', show(error))
  registry.on('*', ({ type, instance, at: _, ...fields }) => {
    const policy = type.slice(0, type.indexOf('.'))
    stage.publish(laneOf(policy, instance), type, fields)
  })
  return registry
}

const laneOf = (policy: string, id: string) => (id.startsWith('two') ? `${policy}/2` : policy)

/** What a site's text can't say as JSON. */
export function surroundings(program: Program, stage: Stage) {
  const { policies, order, cancellable } = program
  const { ends, ...conditions } = policies.fallback ?? { ends: 'returns' }
  const handler = (failure: unknown, { attempts }: { readonly attempts: number }, id: number) =>
    answerOf({ ends }, failure, attempts, (text) => stage.note(id, text))
  const classifier = classifierOf(program, stage)
  return {
    backend: (id: number, site: number, signal?: AbortSignal) => stage.perform(id, site, signal),
    own: own(stage),
    ...(policies.fallback && { fallback: { ...conditions, handler } }),
    ...(order && { order }),
    ...(classifier && { classifier: program.judgesFailures ? classifier : classifier.result }),
    ...(cancellable && { signal: (id: number) => stage.callers[id]!.signal }),
  }
}

export const keyOf = (_id: number): string => 'same'

export function siteOf(calls: readonly ((id: number) => unknown)[], registry: PolicyRegistry, program: Program): Site {
  const keyed = isKeyed(program)
  const entered = (): Instance<any>[] => registry.realm.entered.map((reference) => reference.deref()!).filter(({ policy }) => policy in program.policies)
  /** Who acts: the keyed one. */
  const acting = () => entered().map((instance) => {
    instance.ready()
    return keyed && instance.keys ? instance.keys.serve(undefined, [0]).instance! : instance
  })
  const firstOf = (layer: LayerName, instances: Instance<any>[]) => instances.find(({ policy, id }) => policy === layer && !id.startsWith('two'))!.id
  acting()
  return {
    call: (id) => calls[id % calls.length]!(id),
    // not the whole snapshot: its configuration costs more than all the rest of a program
    look: () => Object.fromEntries(acting().flatMap((instance) => {
      const row = rooms[instance.policy]!.snapshot(instance)
      return row ? [[laneOf(instance.policy, instance.id), row]] : []
    })),
    breaker: (op) => registry.circuitBreaker(firstOf('circuitBreaker', acting()))[op](),
    configure: (layer, options) => registry.configure({ instances: { [firstOf(layer, entered())]: { [layer]: options } } }),
    readClock: () => void registry.realm.clock!.now(),
    quiesce: () => quiesce(registry),
  }
}
