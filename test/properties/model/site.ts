// A program's site made of models, in the nesting that the description of the order gives.
import type { LayerName } from '@resilience4cata/core/layers'
import type { Policies, Site } from '../site.ts'
import type { Judgement } from '@resilience4cata/core/classifier'
import { classifierOf, own, show, type Judging } from '../outcomes.ts'
import { sitesOf, type Program } from '../program.ts'
import type { Stage } from '../stage.ts'
import { adaptiveLimit } from './adaptive-limit.ts'
import { bulkhead } from './bulkhead.ts'
import { circuitBreaker } from './circuit-breaker.ts'
import { drive, driveSync } from './drive.ts'
import { fallback } from './fallback.ts'
import { hedge } from './hedge.ts'
import { isSame, type Call, type Layer, type Next, type Outcome, type Policy, type World } from './layer.ts'
import { rateLimiter } from './rate-limiter.ts'
import { retry } from './retry.ts'
import { Stop } from './stop.ts'
import { timeout } from './timeout.ts'

export const PACES: readonly Pace[] = [0, 1, 2].flatMap((ended) => [1, 0, 2, 3].map((handedOn) => ({ ended, handedOn })))

const BASE = ['retry', 'hedge', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'timeout', 'bulkhead']

/** Outermost first. */
export function nesting({ policies, order = [] }: Program): string[] {
  const base = BASE.filter((layer) => layer in policies)
  // retry and hedge are one place
  const isAttempts = (layer: string) => layer === 'retry' || layer === 'hedge'
  const listed = order.flatMap((layer) => base.filter((own) => own === layer || (isAttempts(own) && isAttempts(layer))))
  const rest = base.filter((layer) => !listed.includes(layer))
  const before = base.findIndex((layer) => listed.includes(layer))
  const nested = listed.length === 0 ? base : [...rest.slice(0, before), ...listed, ...rest.slice(before)]
  return 'fallback' in policies ? ['fallback', ...nested] : nested
}

/**
 * Turns that an outcome takes from a body, and from layer to layer. What several calls do at one instant has no order that anybody could rely on: an engine
 * has to do what the model does at some pace.
 */
export interface Pace { readonly ended: number; readonly handedOn: number }

export const modelled = ({ ended, handedOn }: Pace = PACES[0]!) => (program: Program, stage: Stage): Site => {
  const all: Policies<Policy<any>> = {
    adaptiveLimit, bulkhead, circuitBreaker, hedge, rateLimiter, retry, timeout,
    fallback: fallback(({ id }, text) => stage.note(id, text)),
  }
  /** By its lane: what has the same one is the same. */
  const instances = new Map<string, Layer>()
  const wholes = sitesOf(program).map(({ policies, laneOf }) => {
    const order = nesting({ ...program, policies }) as LayerName[]
    const offers = (layer: string | undefined) => layer === 'retry' || layer === 'hedge'
    return order.reduceRight<Next>((next, name, i) => {
      const lane = laneOf(name)
      const layer = instances.get(lane) ?? all[name](policies[name], worldOf(program, stage, name, lane), offers(order[i + 1]))
      instances.set(lane, layer)
      return layer.around(program.mode === 'sync' ? next : slowly(next, i === order.length - 1 ? ended : handedOn))
    }, body(program, stage))
  })
  return {
    call(id) {
      const caller = stage.callers[id]!
      const site = id % wholes.length
      if (!program.cancellable) return begin(program, wholes[site]!({ id, site, stop: undefined, attempts: 0 }))
      if (caller.left !== undefined) return program.mode === 'sync' ? fail(caller.left) : Promise.reject(caller.left)
      const stop = new Stop()
      caller.onLeave((reason) => stop.end(reason))
      return begin(program, wholes[site]!({ id, site, stop, attempts: 0 }))
    },
    look: () => Object.fromEntries([...instances].flatMap(([lane, { row }]) => (row ? [[lane, row()]] : []))),
    breaker: (op) => instances.get('circuitBreaker')?.ops?.[op]!(),
    configure(layer, options) {
      instances.get(layer)!.configure(options)
      stage.publish('registry', 'registry.reconfigured', {})
    },
    readClock() {},
  }
}

const slowly = (next: Next, turns: number): Next => function* (call) {
  try {
    return yield* next(call)
  } finally {
    for (let i = 0; i < turns; i++) yield undefined
  }
}

function begin({ mode }: Program, steps: ReturnType<Next>): unknown {
  if (mode !== 'sync') return drive(steps)
  const answer = driveSync(steps)
  // outside of all layers
  if (typeof (answer as PromiseLike<unknown> | undefined)?.then === 'function') throw Object.assign(new Error(), { name: 'ConfigurationError', code: 'R4C-SYN-010' })
  return answer
}

function fail(failure: unknown): never { throw failure }

function body(program: Program, stage: Stage): Next {
  const classifier = classifierOf(program, stage)
  return function* (call: Call) {
    const { id, site, stop, admitted } = call
    admitted?.()
    let outcome: Outcome
    try {
      const answer = stage.perform(id, site, program.asks ? stop : undefined)
      outcome = { value: program.mode === 'sync' ? answer : yield answer }
    } catch (failure) {
      outcome = { failure }
    }
    if (classifier) call.said = { outcome, judgement: asked(classifier, outcome, stage) }
    if ('failure' in outcome) throw outcome.failure
    return outcome.value
  }
}

function asked({ result, error }: Judging, outcome: Outcome, stage: Stage): Judgement | undefined {
  try {
    return 'failure' in outcome ? error?.(outcome.failure) : result(outcome.value)
  } catch (failure) {
    stage.note('reported', show(failure))
    return 'confused'
  }
}

const worldOf = (program: Program, stage: Stage, layer: LayerName, lane: string): World => ({
  sync: program.mode === 'sync',
  now: () => stage.now(),
  after(ms, fire) {
    const timer = stage.timers.set(fire, ms)
    return () => stage.timers.clear(timer)
  },
  defer: (fire) => stage.timers.defer(fire),
  publish: (type, facts) => stage.publish(lane, type, facts),
  judge({ said }, outcome) {
    if (program.judges?.some((judge) => judge === layer)) return asked(own(stage), outcome, stage)
    return said && isSame(said.outcome, outcome) ? said.judgement : undefined
  },
  release(value) {
    const { body } = (value ?? {}) as { body?: { cancel?(): void } }
    body?.cancel?.()
  },
})
