import fc, { type Arbitrary } from 'fast-check'
import type { LayerName } from '@resilience4cata/core/layers'
import { changed, parts, type Mode } from './parts.ts'
import { isKeyed, JUDGES, type Program, type Stack, type Step } from './program.ts'
import { behaviours, isLone, OPS, settled, stacks } from './stacks.ts'


const after = fc.constantFrom(0, 0, 5, 10, 20, 30, 50, 100, 300, 1000)
const does = <Does extends Step['does'], More extends object>(word: Does, more: { [Key in keyof More]: Arbitrary<More[Key]> }) =>
  fc.record({ after, does: fc.constant(word), ...more })

const calls = does('call', { times: fc.constantFrom(1, 1, 1, 2, 3) })
const usual = [
  { weight: 12, arbitrary: calls },
  { weight: 1, arbitrary: does('gone', {}) },
  { weight: 3, arbitrary: does('abort', { call: fc.nat(12) }) },
  { weight: 2, arbitrary: does('look', {}) },
  { weight: 1, arbitrary: does('breaker', { op: fc.constantFrom(...OPS) }) },
]
const clock = (stack: Stack) => does('clock', { what: fc.constantFrom(...turns(stack)), by: fc.constantFrom(7, 40, 300, 100_000) })

/** Where callers wait for permits of a time that the clock doesn't reach, each engine has to guess. */
const turns = ({ rateLimiter }: Stack): ('jump' | 'back' | 'stop' | 'go')[] => (rateLimiter?.maxWait !== undefined ? ['jump', 'back'] : ['jump', 'jump', 'back', 'stop', 'go'])

/** What is written, with other values; or the layer switched off and on. */
const configure = (stack: Stack, mode: Mode, isClassified: boolean): Arbitrary<Step> => {
  const layers = Object.keys(stack) as (keyof Stack)[]
  return fc.tuple(after, fc.constantFrom(...layers), parts(mode, isClassified), fc.nat(9)).map(([after, layer, others, chance]): Step => {
    const options = chance > 1 || layer === 'fallback' ? changed(stack[layer]!, settled({ ...stack, [layer]: others[layer] })[layer]!) : { enabled: chance === 1 }
    return { after, does: 'configure', layer, options }
  })
}

/** One of three programs has options that change, one of four a clock that is wrong. */
const steps = (stack: Stack, mode: Mode, isClassified: boolean): Arbitrary<Step[]> => fc.nat(11).chain((kind) => {
  const more = [
    ...(kind % 3 === 0 && Object.keys(stack).length > 0 ? [{ weight: 4, arbitrary: configure(stack, mode, isClassified) }] : []),
    ...(kind % 4 === 0 ? [{ weight: 3, arbitrary: clock(stack) }] : []),
  ]
  const step = fc.oneof(...usual, ...more) as Arbitrary<Step>
  return isLone(stack) ? fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }) : fc.array(step, { minLength: 2, maxLength: 9 })
})

// the two have one place
const order = fc.shuffledSubarray(['retry', 'hedge', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'timeout', 'bulkhead'])
  .map((order) => (order.includes('retry') ? order.filter((layer) => layer !== 'hedge') : order))

const off = fc.subarray<LayerName>(['retry', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'timeout', 'bulkhead'], { maxLength: 2 })

const layers = fc.subarray<LayerName>(['fallback', 'retry', 'hedge', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'timeout', 'bulkhead'])

/** Of a few things nearly everything is without. */
const seldom = <T>(arbitrary: Arbitrary<T>): Arbitrary<T | undefined> => fc.option(arbitrary, { freq: 3, nil: undefined })

/** Random programs. */
export const programs: Arbitrary<Program> = fc.tuple(fc.constantFrom<Mode>('async', 'async', 'async', 'sync'), fc.boolean())
  .chain(([mode, classified]) => fc.record({ mode: fc.constant(mode), classified: fc.constant(classified), policies: stacks(mode, classified) }))
  .chain(({ mode, classified, policies }) => fc.record({
    mode: fc.constant(mode), classified: fc.constant(classified), policies: fc.constant(policies), order, off, cancellable: fc.boolean(), asks: fc.boolean(),
    judgesFailures: fc.boolean(), judges: seldom(fc.subarray([...JUDGES], { minLength: 1, maxLength: 2 })),
    second: seldom(fc.record({ without: layers, shared: layers }, { noNullPrototype: true })),
    behaviours: behaviours(mode, policies), steps: steps(policies, mode, classified),
  }, { noNullPrototype: true, requiredKeys: ['mode', 'classified', 'policies', 'cancellable', 'asks', 'behaviours', 'steps'] }))
  .map((program) => possible(program as Program))

/** Without what is refused, a retry that has a classifier and a list; and without a layer with a key that is switched on during a call, which has asked for none. */
function possible(program: Program): Program {
  const { judges, policies } = program
  const judgesRetries = judges?.includes('retry')
  const { retryOn: _, ...retry } = policies.retry ?? {}
  const steps = program.steps.map((step) => {
    if (step.does !== 'configure') return step
    const options = isKeyed(program) ? without(step.options, 'enabled') : step.options
    return { ...step, options: judgesRetries && step.layer === 'retry' ? without(options, 'retryOn') : options }
  })
  return { ...program, policies: judgesRetries && policies.retry ? { ...policies, retry } : policies, steps }
}

const without = (options: object, option: string): object => Object.fromEntries(Object.entries(options).filter(([name]) => name !== option))
