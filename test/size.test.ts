// What a bundle gains, minified and compressed, on what is built. The table that people see comes from `npm run size`; this asserts its bounds, with the same measuring code.
import { join } from 'node:path'
import { compile } from '@resilience4cata/compiler/index'
import { describe, expect, test } from 'vitest'
import { ALL_EIGHT } from '../bench/size/measure.ts'
import { added } from '../bench/size/sites.ts'
import { weigh } from '../bench/size/weigh.ts'
import { stacks, type StackName } from '../bench/stacks.ts'

const root = join(import.meta.dirname, '..')
/** What a compressor makes of a name that changes somewhere else in the program. What a policy gains is more. */
const AIR = 16

describe('size, min+gzip', () => {
  test('a retry with all that it needs at run time is at most 800 bytes, at one site of a function with parameters too', async () => {
    expect((await weigh([`export { retry } from 'resilience4cata/generated'`], root)).gzip).toBeLessThanOrEqual(800)
    expect((await added([stacks.retry], root)).first).toBeLessThanOrEqual(800)
  })
  // wanted: a full stack 3,200, all eight 5,400; each further site 120 up to five layers, 135 for six, 150 for seven
  test.each<[StackName, number, number]>([
    ['retry', 800, 23],
    ['circuit breaker', 2851, 36],
    ['rate limiter', 1436, 24],
    ['adaptive limit', 1490, 31],
    ['timeout', 1950, 22],
    ['bulkhead', 1103, 31],
    ['hedge', 3657, 21],
    ['fallback', 1028, 22],
    ['retry, fallback', 1544, 40],
    ['retry, breaker, bulkhead', 3647, 78],
    ['one deadline around a retry', 3200, 45],
    ['full stack', 5062, 94],
    ['hedge stack', 6926, 103],
    ['six', 6036, 124],
    ['seven', 6594, 146],
  ])('one site with %s adds %i bytes with its runtime, each further one at most %i', async (name, most, each) => {
    const { first, further } = await added([stacks[name]], root)
    expect(first).toBeLessThanOrEqual(most + AIR)
    expect(Math.round(further)).toBeLessThanOrEqual(each)
  })
  test('all eight add 8,709 bytes, with a site of seven and one of a hedge', async () => {
    expect((await added(ALL_EIGHT, root)).first).toBeLessThanOrEqual(8709 + AIR)
  })
  test('a site that nobody uses leaves nothing', async () => {
    const marker = "resilient({ circuitBreaker: { slowCallDuration: '1s' }, timeout: '1s', bulkhead: { name: 'pool', maxWait: '1s' } }, async () => 1)"
    const { code } = compile(`import { resilient } from 'resilience4cata'\nconst unused = ${marker}\nexport const used = 1\n`, { id: join(root, 'src/unused.ts'), root, packageName: 'shop' })
    expect(code).toContain('furnished')
    expect(await weigh([code], root)).toEqual(await weigh(['export const used = 1\n'], root))
  })
})
