// What only the running program shows of an option is told with the same words, compiled and interpreted, and at the same moment.
import { describe, expect, it } from 'vitest'
import { createRegistry } from '@resilience4cata/policies/index'
import { useManualClock } from '@resilience4cata/testing/use-manual-clock'
import { engines } from './engines/engines.ts'

const HEAD = `import { resilient } from 'resilience4cata'
import { registry, given } from 'scenario'
let n = 0; export const calls = () => n; const fails = async () => { n++; throw new Error('x') };
`
const BAD = 'an error class, a name, a predicate, or a list of these, got '
const LISTS = { retry: ['retryOn', 'abortOn'], circuitBreaker: ['recordOn', 'ignoreOn'], hedge: ['hedgeOn', 'abortOn'], adaptiveLimit: ['dropOn'] }
const lists = Object.entries(LISTS).flatMap(([layer, options]) => options.map((option) => [layer, option] as const))

describe.each(Object.entries(engines))('checked alike, %s', (_, engine) => {
  useManualClock({ autoAdvance: true })

  const told = async (policies: string, given: object, prelude = '') => {
    const registry = createRegistry()
    const { site, calls } = await engine(`${HEAD}${prelude}\nexport const site = resilient({ registry, name: 'site', ${policies} }, fails)`, { registry, given })
    const first = await site().catch((error: Error) => error.message) as string
    const again = await site().catch((error: Error) => error.message) as string
    expect(again).toBe(first)
    return [first, calls()]
  }

  it.each(lists)('a list by name: %s.%s', async (layer, option) => {
    const said = (value: string) => [`R4C-ATR-012 ${layer} site: ${option} must be ${BAD}${value}`, 0]
    expect(await told(`${layer}: { ${option}: LIST }`, { list: [TypeError, 7] }, 'const LIST = given.list')).toEqual(said('[array]'))
    expect(await told(`${layer}: { ${option}: list }`, { list: { name: 'TypeError' } }, 'const { list } = given')).toEqual(said('[object]'))
    expect(await told(`${layer}: { ${option}: [TypeError, Busy] }`, {}, 'const Busy = given.missing')).toEqual(said('[array]'))
    expect(await told(`${layer}: { ${option}: [, Error] }`, {})).toEqual(said('[array]'))
    expect(await told(`${layer}: { ${option}: given.text }`, { text: '' })).toEqual(said('""'))
  })

  it.each(lists)('a right one by name: %s.%s', async (layer, option) => {
    const policies = (value: string) => `${layer}: { ${option}: ${value} }${layer === 'retry' ? '' : ''}`
    const prelude = `const LIST = given.list; class Busy extends Error {}; function isBusy() { return false }; const isDown = () => false`
    for (const value of ['LIST', '[LIST, Busy]', 'Busy', '[isBusy, isDown, TypeError]', 'given.missing', 'given.list']) {
      expect((await told(policies(value), { list: TypeError }, prelude))[0], value).toBe('x')
    }
  })

  it('a fallback’s, before it is asked', async () => {
    const said = ['R4C-ATR-012 fallback site: applyOn must be an error class, a name, a predicate, or a list of these, got 7', 0]
    expect(await told('fallback: { handler: () => 1, applyOn: LIST }', { list: 7 }, 'const LIST = given.list')).toEqual(said)
  })

  it('a list by name beside a classifier', async () => {
    const policies = "retry: { classifier: () => 'success', retryOn: LIST }"
    expect((await told(policies, { list: ['x'] }, 'const LIST = given.list'))[0]).toMatch(/^R4C-CLS-011 retry site: classifier and retryOn are both given/)
    expect((await told(policies, { list: undefined }, 'const LIST = given.list'))[0]).toBe('x')
  })

  it.each([
    ['retry', 'maxAttempts: given.bad'], ['retry', 'retryOn: given.bad'], ['retry', 'abortOn: LIST'], ['circuitBreaker', 'windowSize: given.bad'], ['rateLimiter', 'permits: given.bad'], ['adaptiveLimit', 'dropOn: given.nothing'],
    ['timeout', 'duration: given.bad'], ['bulkhead', 'maxConcurrent: given.bad'], ['hedge', 'delay: given.bad'], ['hedge', 'hedgeOn: LIST'], ['retry', '[given.odd]: 1'],
  ])('a layer that is written off has nothing that could be wrong: %s, %s', async (layer, option) => {
    const given = { off: false, text: 'false', bad: -1, odd: 'odd', nothing: null }
    for (const off of ['given.off', 'given.text']) expect(await told(`${layer}: { enabled: ${off}, ${option} }`, given, 'const LIST = given.bad'), off).toEqual(['x', 2])
  })

  it('but for what says whether it is', async () => {
    expect((await told('retry: { enabled: given.off, maxAttempts: 1 }', { off: 'no' }))[0]).toBe('R4C-ATR-006 retry site: enabled must be true or false, got "no"')
  })
})
