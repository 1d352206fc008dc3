// Rooms for the interpreter's tests: the least that a policy can be, with every trait that the machinery knows. Each logs what passes through it.
import { COMMON, count, duration, fn, text } from '@resilience4cata/core/attributes'
import { fault } from '@resilience4cata/core/diagnostic'
import type { LayerName, Traits } from '@resilience4cata/core/layers'
import { Instance, enter } from '@resilience4cata/core/run/instance'
import type { About, Call, RunSide } from '@resilience4cata/core/run/room'
import type { Rooms } from './place.ts'

export const log: string[] = []

export class Fake extends Instance<any> {
  readonly defaults = {}
  constructor(readonly policy: LayerName, site: string, written?: object) { super(site, written) }
}

export const made: Fake[] = []
/** What the layers were told of their sites. */
export const abouts: About[] = []

type Around = (instance: Fake, inner: () => any, call: Call, about: About) => any

function room(layer: LayerName, traits: Partial<Traits>, table: object, around: Around, check?: RunSide['check']): RunSide<Fake> {
  const form = (instance: Fake, inner: (call: Call) => any, about: About) => {
    abouts.push(about)
    return (call: Call) => around(instance, () => inner(call), call, about)
  }
  return {
    traits: { layer, ...traits },
    table: { ...table } as RunSide['table'],
    ...(check && { check }),
    create: (site, written, furnish) => {
      const instance = new Fake(layer, site, written)
      made.push(instance)
      return enter(instance, furnish)
    },
    capabilities: {},
    wrap: { async: form, ...(!traits.asyncOnly && { sync: form }) },
    events: { names: [], tell: () => () => {} },
    snapshot: () => ({}),
  }
}

const passing: Around = (instance, inner, { scope }) => {
  log.push(`${instance.policy}${scope ? ' scoped' : ''}`)
  return inner()
}

/** Tries once more, whether sync or async. */
const again: Around = ({ options }, inner, call, about) => {
  log.push('retry')
  const attempt = (left: number): any => {
    call.attempts++
    if (about.mode === 'sync') {
      try { return inner() } catch (failure) { if (left > 1) return attempt(left - 1); throw failure }
    }
    return inner().then(
      (value: unknown) => (call.verdict === 'failure' && left > 1 ? attempt(left - 1) : value),
      (failure: unknown) => { if (left > 1 && call.verdict !== 'ignore' && call.verdict !== 'mistaken') return attempt(left - 1); throw failure },
    )
  }
  return attempt(options.maxAttempts ?? 2)
}

const answering: Around = (instance, inner, call, about) => {
  const answer = (failure: unknown) => {
    log.push(`fallback after ${about.innerOffers ? call.attempts : 1}`)
    const { method, handler } = instance.written as { method?: string; handler?: Function }
    return method ? (call.self as any)[method](...call.args, failure) : handler!.call(call.self, failure, {}, ...call.args)
  }
  if (about.mode === 'async') return inner().catch(answer)
  try { return inner() } catch (failure) { return answer(failure) }
}

const slot = { name: 'attempts', excluded: 'R4C-HDG-002' } as const

export const rooms: Rooms = {
  fallback: room('fallback', { pinned: 'outermost', takes: 'attempts' }, { handler: fn(), method: text() }, answering),
  retry: room('retry', { slot, offers: 'attempts' }, { maxAttempts: count({ min: 1, max: 10, code: 'R4C-ATR-003' }), delay: duration({ min: 0, max: Infinity }), ...COMMON }, again,
    ({ delay }, { sync }) => (sync && (delay as number) > 0 ? [fault('R4C-SYN-004', 'it would wait')] : [])),
  hedge: room('hedge', { slot, asyncOnly: 'R4C-HDG-001' }, COMMON, passing),
  timeout: room('timeout', { races: true }, { duration: duration({ min: 1, max: Infinity, required: true }), ...COMMON }, passing),
  bulkhead: room('bulkhead', {}, COMMON, passing),
}

export const forget = (): void => void (log.length = made.length = abouts.length = 0)
