// A program's site made of models, in the nesting that the description of the order gives.
import type { LayerName } from '@resilience4cata/core/layers'
import type { Policies, Site } from '../site.ts'
import { classify, show } from '../outcomes.ts'
import type { Program } from '../program.ts'
import type { Stage } from '../stage.ts'
import { adaptiveLimit } from './adaptive-limit.ts'
import { bulkhead } from './bulkhead.ts'
import { circuitBreaker } from './circuit-breaker.ts'
import { drive, driveSync } from './drive.ts'
import { fallback } from './fallback.ts'
import { hedge } from './hedge.ts'
import type { Call, Layer, Next, Policy, World } from './layer.ts'
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
  const world = worldOf(program, stage)
  const all: Policies<Policy<any>> = {
    adaptiveLimit, bulkhead, circuitBreaker, hedge, rateLimiter, retry, timeout,
    fallback: fallback(({ id }, text) => stage.note(id, text)),
  }
  const order = nesting(program) as LayerName[]
  const offers = (layer: string | undefined) => layer === 'retry' || layer === 'hedge'
  const layers = new Map<string, Layer>(order.map((name, i) => [name, all[name](program.policies[name], world, offers(order[i + 1]))]))
  const whole = [...layers.values()].reduceRight<Next>((next, layer, i) => {
    const turns = i === layers.size - 1 ? ended : handedOn
    return layer.around(slowly(next, world, turns))
  }, body(program, stage))
  return {
    call(id) {
      const caller = stage.callers[id]!
      if (!program.cancellable) return begin(program, whole({ id, stop: undefined, attempts: 0 }))
      if (caller.left !== undefined) return program.mode === 'sync' ? fail(caller.left) : Promise.reject(caller.left)
      const stop = new Stop()
      caller.onLeave((reason) => stop.end(reason))
      return begin(program, whole({ id, stop, attempts: 0 }))
    },
    look: () => Object.fromEntries([...layers].flatMap(([name, { row }]) => (row ? [[name, row()]] : []))),
    breaker: (op) => layers.get('circuitBreaker')?.ops?.[op]!(),
  }
}

const slowly = (next: Next, { sync }: World, turns: number): Next => (sync ? next : function* (call) {
  try {
    return yield* next(call)
  } finally {
    for (let i = 0; i < turns; i++) yield undefined
  }
})

const begin = ({ mode }: Program, steps: ReturnType<Next>): unknown => (mode === 'sync' ? driveSync(steps) : drive(steps))

function fail(failure: unknown): never { throw failure }

const body = ({ mode, asks, classified }: Program, stage: Stage): Next => function* ({ id, stop, admitted }: Call) {
  admitted?.()
  const answer = stage.perform(id, asks ? stop : undefined)
  const value: unknown = mode === 'sync' ? answer : yield answer
  try {
    if (classified) classify(value)
  } catch (error) {
    stage.note('reported', show(error))
  }
  return value
}

const worldOf = ({ classified, mode }: Program, stage: Stage): World => ({
  sync: mode === 'sync',
  now: () => stage.now(),
  after(ms, fire) {
    const timer = stage.timers.set(fire, ms)
    return () => stage.timers.clear(timer)
  },
  publish: (type, facts) => stage.publish(type, facts),
  judge(value) {
    try {
      return classified ? classify(value) : undefined
    } catch {
      return 'confused'
    }
  },
  release(value) {
    const { body } = (value ?? {}) as { body?: { cancel?(): void } }
    body?.cancel?.()
  },
})
