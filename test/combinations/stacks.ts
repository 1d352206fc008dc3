// Random stacks of layers, as the text of decorators and of an object of policies.
import { LAYERS, type LayerName } from '@resilience4cata/core/layers'
import type { Kind } from './bodies.ts'
import type { Chance } from './chance.ts'

export interface Stack {
  readonly layers: Readonly<Partial<Record<LayerName, string>>>
  readonly order?: readonly LayerName[]
  readonly handler?: string
  /** Its caller may leave. */
  readonly signal?: true
  readonly kind: Kind
}

/** Each is one option: options of one place exclude each other. Times are off the grid of what bodies take. */
type Options = readonly (readonly string[])[]
const DELAYS = [`delay: '0'`, `delay: '3ms'`, `delay: 2.5`]
// what a layer around a timeout asks is asked in the timer's turn when it is text, a little later when it is interpreted: `isOurs` leaves nothing in the trace
const LISTS = (name: string, wants = 'wants') => ['', `${name}: 'throwable'`, `${name}: [Error, 'E_ODD']`, `${name}: (e) => ${wants}(e)`, `${name}: [RangeError, (e) => ${wants}(e)]`]

const options = (kind: Kind): Readonly<Record<LayerName, Options>> => {
  const waits = kind === 'sync' ? [''] : ['', `maxWait: '20ms'`]
  return {
    fallback: [['', `applyOn: 'exception'`, `applyOn: [Error, TypeError]`, `skipOn: (e) => wants(e)`]],
    retry: [kind === 'sync' ? [`delay: '0'`] : DELAYS, ['', 'maxAttempts: 2', 'maxAttempts: 4', 'maxAttempts: LIMIT'], LISTS('retryOn'), ['', '', 'enabled: true', `backoff: 'fixed'`], ['', '', 'budgetPercent: 50', `maxDuration: '40ms'`]],
    hedge: [['delay: 6.3', 'delay: 21.7'], ['', 'maxAttempts: 3'], ['', 'budgetPercent: 1000'], LISTS('hedgeOn')],
    circuitBreaker: [['', 'minimumCalls: 2, windowSize: 3', `minimumCalls: 1, windowDuration: '5s'`], ['', `waitInOpen: '1s'`], ['', `ownRejections: 'ignore'`], LISTS('recordOn', 'isOurs'), ['', '', 'slowCallDuration: 4.7']],
    rateLimiter: [['permits: 100', 'permits: 2', 'permits: LIMIT'], [`period: '1s'`, 'period: 15.3'], waits, ['', '', `window: 'rolling'`]],
    adaptiveLimit: [['', 'initialLimit: 1, minLimit: 1', 'initialLimit: 3'], ['', '', ...LISTS('dropOn', 'isOurs')], waits, ['', '', 'latencyThreshold: 4.7']],
    timeout: [['duration: 4.7', 'duration: 11.3', 'duration: 1000'], ['', '', 'cancel: false']],
    bulkhead: [['maxConcurrent: 1', 'maxConcurrent: 2', 'maxConcurrent: 8', 'maxConcurrent: LIMIT'], waits],
  }
}

const HANDLERS = [
  `(failure) => note('rescue', failure)`,
  `(failure, context, ...args) => [note('rescue', failure, args), context.attempts, io('handler', 'r')]`,
  `function (failure) { note('rescue', failure, arguments.length); return 'rescued' }`,
  `rescue`,
  `(_, __, a) => io('handler', a)`,
]
const WAITING = [`async (failure) => { note('rescue', failure); return await aio('handler', 'r') }`, `() => aio('handler', 'r')`]

/** It leaves a trace where and when its options are evaluated. */
const noted = (text: string) => text.replace(/: (\d+(?:\.\d+)?|LIMIT)/g, ': noted(§, $1)')

export function stackOf(chance: Chance, kind: Kind): Stack {
  const all = options(kind)
  const wanted = LAYERS.filter((layer) => layer === 'retry' ? chance.of(2) > 0 : chance.of(3) === 0)
  const possible = wanted.filter((layer) => !(layer === 'hedge' && (kind === 'sync' || wanted.includes('retry'))))
  const chosen: readonly LayerName[] = possible.length > 0 ? possible : ['retry']
  // an attempt that gets the slot of one that is about to win meets it in one turn: nobody could say which is first
  const isSettled = (option: string) => option !== '' && !(option.startsWith('maxWait') && chosen.includes('hedge'))
  const layers = Object.fromEntries(chosen.map((layer) => [layer, all[layer].map((each) => chance.pick(each)).filter(isSettled).join(', ')]))
  const movable = chance.shuffled(chosen.filter((layer) => layer !== 'fallback'))
  return {
    kind, layers: chance.of(3) === 0 ? Object.fromEntries(Object.entries(layers).map(([layer, text]) => [layer, noted(text)])) : layers,
    ...(layers['fallback'] !== undefined && { handler: chance.pick(kind === 'sync' ? HANDLERS : [...HANDLERS, ...WAITING]) }),
    ...(movable.length > 0 && chance.of(3) === 0 && { order: movable.slice(0, 1 + chance.of(movable.length)) }),
    ...(kind !== 'sync' && chance.of(6) === 0 && { signal: true as const }),
  }
}

const upper = (layer: string) => layer[0]!.toUpperCase() + layer.slice(1)
const object = (text: string) => (text ? `{ ${text} }` : '')

/** In an order of their own; `named`: the fallback is a method of the class. */
export function decoratorsOf({ layers, order, handler, signal, kind }: Stack, chance: Chance, named: boolean): string[] {
  const ours = Object.entries(layers).map(([layer, text]) => {
    if (layer === 'fallback') return `@Fallback(${[named ? `'rescue'` : handler, object(text)].filter(Boolean).join(', ')})`
    return layer === 'timeout' && /^duration: [\d.]+$/.test(text) ? `@Timeout('${text.slice('duration: '.length)}ms')` : `@${upper(layer)}(${object(text)})`
  })
  if (order) ours.push(`@PolicyOrder(${order.map((layer) => `'${layer}'`).join(', ')})`)
  if (signal) ours.push('@CancelWith(() => caller())')
  if (kind !== 'async') ours.push(`@Mode('${kind === 'sync' ? 'sync' : 'async'}')`)
  return chance.shuffled(ours)
}

export function policiesOf({ layers, order, handler, signal, kind }: Stack): string {
  const parts = Object.entries(layers).map(([layer, text]) => {
    if (layer !== 'fallback') return `${layer}: ${object(text) || 'true'}`
    return text ? `fallback: { handler: ${handler}, ${text} }` : `fallback: ${handler}`
  })
  if (order) parts.push(`order: [${order.map((layer) => `'${layer}'`).join(', ')}]`)
  if (signal) parts.push('signal: () => caller()')
  if (kind !== 'async') parts.push(`mode: '${kind === 'sync' ? 'sync' : 'async'}'`)
  return `{ ${parts.join(', ')} }`
}
