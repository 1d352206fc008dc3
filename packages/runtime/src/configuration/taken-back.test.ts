// What later configuration leaves of earlier one, whom it is about, and what it may not be refused for.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { named } from '../sharing/named.ts'
import { codes, configurable, rooms } from './kit.fixture.ts'

let { registry, site } = configurable()
beforeEach(() => { ({ registry, site } = configurable()) })
afterEach(() => vi.restoreAllMocks())

it('null takes back a name, one policy of it, or all names, and nothing beside it', () => {
  const [one, other] = [site('p#one', { name: 'one', config: 'slow' }, named), site('p#other', { name: 'other' }, named)]
  const all = { configs: { slow: { bulkhead: { low: 1 } } }, instances: { one: { bulkhead: { size: 1 }, timeout: { size: 4 } }, other: { bulkhead: { size: 2 } } } }
  const sizes = () => [one.ready().size, one.ready().low, other.ready().size]
  registry.configure(all)
  expect(sizes()).toEqual([1, 1, 2])
  registry.configure({ instances: { one: null } })
  expect(sizes()).toEqual([10, 1, 2])
  registry.configure(all)
  registry.configure({ instances: { one: { timeout: null } } })
  expect(sizes()).toEqual([1, 1, 2])
  registry.configure({ instances: { one: { bulkhead: null } } })
  expect(sizes()).toEqual([10, 1, 2])
  registry.configure({ configs: { slow: { bulkhead: null } } })
  // a configuration of this name there still is, though it says nothing
  expect([codes(() => registry.check()), sizes()]).toEqual([[], [10, 0, 2]])
  registry.configure({ ...all, instances: null })
  expect(sizes()).toEqual([10, 1, 10])
  expect(codes(() => registry.configure({ configs: { slow: null } }))).toEqual(['R4C-REG-004 bulkhead one: unknown named configuration "slow"'])
  expect(sizes()).toEqual([10, 1, 10])
})

it('a name that is said again keeps what it said', () => {
  const one = site('p#one', { config: 'slow' })
  registry.configure({ configs: { slow: { bulkhead: { size: 3 } } } })
  registry.configure({ configs: { slow: {} } })
  expect(one.ready().size).toBe(3)
})

it('what was taken back makes room for other names', () => {
  const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`i${i}`, { bulkhead: { size: 1 } }]))
  registry.configure({ instances: many(10_000) })
  expect(codes(() => registry.configure({ instances: { another: { bulkhead: { size: 1 } } } }))[0]).toContain('R4C-ATR-010')
  registry.configure({ instances: { i7: { bulkhead: null } } })
  registry.configure({ instances: { another: { bulkhead: { size: 1 } } } })
  expect(codes(() => registry.configure({ instances: { third: { bulkhead: { size: 1 } } } }))[0]).toContain('R4C-ATR-010')
})

it('so does a name whose options were taken back one by one', () => {
  const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`i${i}`, { bulkhead: { size: 1 } }]))
  const one = site('p#f', { config: 'slow' })
  registry.configure({ instances: { ...many(10_000), i7: { bulkhead: { size: 1, low: 1 }, timeout: { size: 2 } } }, configs: { slow: { bulkhead: { size: 2 } } } })
  registry.configure({ 'instances.i7.bulkhead.size': null, 'instances.i7.timeout.size': null, 'configs.slow.bulkhead.size': null })
  expect(codes(() => registry.configure({ instances: { another: { bulkhead: { size: 1 } } } }))[0]).toContain('R4C-ATR-010')
  registry.configure({ 'instances.i7.bulkhead.low': null })
  registry.configure({ instances: { another: { bulkhead: { size: 1 } } } })
  expect(one.ready().size).toBe(10)
})

it('a word that every object has is no policy', () => {
  for (const word of ['toString', 'hasOwnProperty', 'valueOf']) {
    expect(codes(() => registry.configure({ defaults: { [word]: {} } }))[0]).toContain('R4C-CFG-001')
  }
})

it('a lock counts from a named configuration too', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const one = site('p#one', { name: 'one', size: 5, config: 'fixed' }, named)
  registry.configure({ configs: { fixed: { bulkhead: { locked: true } } }, instances: { one: { bulkhead: { size: 9 } } } })
  expect(one.ready().size).toBe(5)
  expect(registry.lockedOverrides()).toEqual([{ policy: 'bulkhead', instance: 'one', option: 'size', value: '9' }])
})

it('what is written off stays off, and locks nothing else', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const one = site('p#one', { name: 'one', size: 5, enabled: false }, named)
  registry.configure({ instances: { one: { bulkhead: { size: 9, enabled: true } } } })
  expect(one.ready()).toMatchObject({ size: 9, enabled: false })
  expect(registry.lockedOverrides().map(({ option }) => option)).toEqual(['enabled'])
})

it('with everything switched off the rest of the options stays', () => {
  const one = site('p#one', { size: 5 })
  registry.configure({ enabled: false, defaults: { bulkhead: { low: 3 } } })
  expect(one.ready()).toMatchObject({ size: 5, low: 3, enabled: false })
  registry.configure({ enabled: null })
  expect(one.options).toMatchObject({ size: 5, low: 3, enabled: true })
})

it('a short id is one policy’s: another one’s of the same end makes it no less clear', () => {
  const one = site('p:a.ts#f')
  const other = rooms.timeout.create('p:b.ts#f', { needed: 1 }, (instance: any) => { instance.realm = registry.realm })
  registry.configure({ instances: { f: { bulkhead: { size: 3 }, timeout: { size: 4 } } } })
  expect([one.ready().size, (other.ready() as { size: number }).size]).toEqual([3, 4])
})

it('sites of a name that are set apart are refused with nothing changed, once they agreed', () => {
  registry.configure({ configs: { a: { bulkhead: { size: 2 } }, b: { bulkhead: { size: 2 } } } })
  const [first, second] = [site('p#f', { name: 'x', config: 'a' }, named), site('p#g', { name: 'x', config: 'b' }, named)]
  first.use()
  second.use()
  const told = vi.fn()
  registry.on('registry.reconfigured', told)
  expect(codes(() => registry.configure({ configs: { b: { bulkhead: { size: 3 } } } }))).toEqual(['R4C-REG-008 bulkhead x: size is 2 at p#f and 3 at p#g'])
  expect([second.use(), first.options!.size, told.mock.calls.length]).toEqual([3, 2, 0])
  registry.configure({ defaults: { bulkhead: { low: 1 } } })
  expect([second.use(), first.options!.low, told.mock.calls.length]).toEqual([4, 1, 1])
})

it('sites of a name that nobody has used yet are no reason to refuse; their calls say it', () => {
  const [first, second] = [site('p#f', { name: 'x', config: 'a' }, named), site('p#g', { name: 'x', config: 'b' }, named)]
  registry.configure({ configs: { a: { bulkhead: { size: 2 } }, b: { bulkhead: { size: 3 } } } })
  expect(codes(() => second.use())).toEqual(['R4C-REG-008 bulkhead x: size is 2 at p#f and 3 at p#g'])
  registry.configure({ defaults: { bulkhead: { low: 1 } } })
  expect([first.use(), first.options!.low]).toEqual([1, 1])
})
