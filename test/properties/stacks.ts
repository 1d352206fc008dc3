// Which layers a program has, and what its bodies may do there.
import fc, { type Arbitrary } from 'fast-check'
import { VALUES } from './outcomes.ts'
import { parts, type Mode } from './parts.ts'
import type { Behaviour, BehaviourEnds, BreakerOp, HedgePart, Stack } from './program.ts'

export const OPS: readonly BreakerOp[] = ['forceOpen', 'open', 'halfOpen', 'close', 'disable', 'metricsOnly', 'reset']

/** A bit for each. */
const LAYERS = ['fallback', 'retry', 'hedge', 'circuitBreaker', 'rateLimiter', 'adaptiveLimit', 'timeout', 'bulkhead'] as const

/** One of three programs has a single layer, and many calls: windows have to run full. The others have half of the layers. */
export const stacks = (mode: Mode, isClassified: boolean): Arbitrary<Stack> =>
  fc.tuple(parts(mode, isClassified), fc.oneof({ weight: 1, arbitrary: fc.nat(7).map((bit) => 1 << bit) }, { weight: 2, arbitrary: fc.nat(255) })).map(([all, bits]) => {
    const kept = LAYERS.filter((layer, bit) => bits & (1 << bit) && all[layer])
    // where there would be both, half of the programs have the one, half the other
    const other = kept.includes('hedge') && kept.includes('retry') ? (bits & 128 ? 'retry' : 'hedge') : undefined
    return settled(Object.fromEntries(kept.filter((layer) => layer !== other).map((layer) => [layer, all[layer]])))
  })

export const isLone = (stack: Stack): boolean => Object.keys(stack).length === 1

/**
 * Attempts of one call, side by side, meet in one turn, and nobody could say which is first: those that begin at once and are refused by different layers, or
 * the one that is about to win and the one that gets its slot, which the next layer refuses. They begin one by one, and wait at no slot.
 */
export function settled(all: Stack): Stack {
  const stack = oneByOne(all)
  const { hedge, circuitBreaker, rateLimiter, adaptiveLimit, bulkhead } = stack
  if (!hedge || [circuitBreaker, rateLimiter, adaptiveLimit, bulkhead].filter(Boolean).length < 2) return stack
  const apart: HedgePart = hedge.delay === 0 ? { ...hedge, delay: 8 } : hedge
  return { ...stack, hedge: apart, ...(adaptiveLimit && { adaptiveLimit: unwaiting(adaptiveLimit) }), ...(bulkhead && { bulkhead: unwaiting(bulkhead) }) }
}

/** Those that a limiter lets go in one turn have one deadline. */
const oneByOne = (stack: Stack): Stack => (stack.timeout && stack.rateLimiter?.maxWait ? { ...stack, rateLimiter: { ...stack.rateLimiter, permits: 1 } } : stack)

function unwaiting<Part extends { readonly maxWait?: number; readonly maxQueue?: number }>(part: Part): Omit<Part, 'maxWait' | 'maxQueue'> {
  const { maxWait: _, maxQueue: __, ...rest } = part
  return rest
}

/** Calls that are woken in one turn, or attempts that begin in one, don't end in it. */
const takesTime = ({ hedge, rateLimiter, adaptiveLimit, bulkhead }: Stack): boolean =>
  hedge !== undefined || [rateLimiter, adaptiveLimit, bulkhead].some((layer) => layer?.maxWait)

function endings(mode: Mode, stack: Stack): BehaviourEnds[] {
  if (mode === 'sync') return [...(isLone(stack) ? ['returns', 'returns', 'throws'] as const : ['returns', 'throws', 'throws'] as const), 'returns', 'throws', 'thenable']
  if (isLone(stack)) return ['resolves', 'resolves', 'rejects', 'thenable']
  return takesTime(stack) ? ['resolves', 'rejects', 'resolves', 'rejects', 'thenable'] : ['returns', 'throws', 'resolves', 'resolves', 'rejects', 'rejects', 'thenable', 'throwing then', 'unreadable then']
}

export const behaviours = (mode: Mode, stack: Stack): Arbitrary<Behaviour[]> => fc.array(fc.record({
  ends: fc.constantFrom(...endings(mode, stack)),
  what: fc.oneof(fc.constant(0), fc.nat(VALUES - 1)),
  after: takesTime(stack) ? fc.constantFrom(5, 10, 20, 50, 200) : fc.constantFrom(0, 0, 5, 10, 20, 50, 200),
  heeds: fc.boolean(),
  leaves: fc.nat(7).map((chance) => chance === 7),
  acts: fc.option(fc.constantFrom(...OPS), { freq: stack.circuitBreaker ? 12 : 1e6, nil: undefined }),
}), { minLength: 1, maxLength: isLone(stack) ? 12 : 6, size: 'max' })
