import fc, { type Arbitrary } from 'fast-check'
import type { LayerName } from '@resilience4cata/core/layers'
import type { Mode } from './parts.ts'
import type { BreakerOp, Program, Stack, Step } from './program.ts'
import { behaviours, isLone, stacks } from './stacks.ts'

const OPS: BreakerOp[] = ['forceOpen', 'open', 'halfOpen', 'close', 'disable', 'metricsOnly', 'reset']
const after = fc.constantFrom(0, 0, 5, 10, 20, 30, 50, 100, 300, 1000)
const does = <Does extends Step['does'], More extends object>(word: Does, more: { [Key in keyof More]: Arbitrary<More[Key]> }) =>
  fc.record({ after, does: fc.constant(word), ...more })

const step = fc.oneof(
  { weight: 12, arbitrary: does('call', { times: fc.constantFrom(1, 1, 1, 2, 3) }) },
  { weight: 1, arbitrary: does('gone', {}) },
  { weight: 3, arbitrary: does('abort', { call: fc.nat(12) }) },
  { weight: 2, arbitrary: does('look', {}) },
  { weight: 1, arbitrary: does('breaker', { op: fc.constantFrom(...OPS) }) },
) as Arbitrary<Step>

const steps = (stack: Stack): Arbitrary<Step[]> =>
  isLone(stack) ? fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }) : fc.array(step, { minLength: 2, maxLength: 9 })

// the two have one place
const order = fc.shuffledSubarray(['retry', 'hedge', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'timeout', 'bulkhead'])
  .map((order) => (order.includes('retry') ? order.filter((layer) => layer !== 'hedge') : order))

const off = fc.subarray<LayerName>(['retry', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'timeout', 'bulkhead'], { maxLength: 2 })

/** Random programs. */
export const programs: Arbitrary<Program> = fc.tuple(fc.constantFrom<Mode>('async', 'async', 'async', 'sync'), fc.boolean())
  .chain(([mode, classified]) => fc.record({ mode: fc.constant(mode), classified: fc.constant(classified), policies: stacks(mode, classified) }))
  .chain(({ mode, classified, policies }) => fc.record({
    mode: fc.constant(mode), classified: fc.constant(classified), policies: fc.constant(policies), order, off, cancellable: fc.boolean(), asks: fc.boolean(),
    behaviours: behaviours(mode, policies), steps: steps(policies),
  }, { noNullPrototype: true, requiredKeys: ['mode', 'classified', 'policies', 'cancellable', 'asks', 'behaviours', 'steps'] }))
