// What a locked site takes from configuration: what it hasn't written itself, and nothing else.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configurable } from './kit.fixture.ts'

let { registry, site } = configurable()
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  ;({ registry, site } = configurable())
})
afterEach(() => vi.restoreAllMocks())

const configs = { slow: { bulkhead: { size: 2 } }, fast: { bulkhead: { size: 90 } } }
const overrides = () => registry.lockedOverrides().map(({ option, value }) => [option, value])

it('keeps the named configuration that it has written', () => {
  registry.configure({ configs, instances: { f: { bulkhead: { config: 'fast' } } } })
  expect(site('p#f', { locked: true, config: 'slow' }).ready().size).toBe(2)
  expect(overrides()).toEqual([['config', '"fast"']])
})

it('gets one from outside where it has written none', () => {
  registry.configure({ configs, instances: { f: { bulkhead: { config: 'fast' } } } })
  expect(site('p#f', { locked: true, low: 1 }).ready()).toMatchObject({ size: 90, low: 1 })
  expect(overrides()).toEqual([])
})

it('keeps it as well where configuration is what locks it', () => {
  registry.configure({ configs, defaults: { bulkhead: { locked: true } }, instances: { f: { bulkhead: { config: 'fast' } } } })
  expect(site('p#f', { config: 'slow' }).ready().size).toBe(2)
  expect(overrides()).toEqual([['config', '"fast"']])
})

it('is not locked by the named configuration in choosing that', () => {
  registry.configure({ configs: { ...configs, fast: { bulkhead: { size: 90, locked: true } } }, instances: { f: { bulkhead: { config: 'fast', low: 3 } } } })
  expect(site('p#f', { config: 'slow', low: 1 }).ready()).toMatchObject({ size: 90, low: 1 })
  expect(overrides()).toEqual([['low', '3']])
})

it('is not unlocked by configuration', () => {
  registry.configure({ instances: { f: { bulkhead: { locked: false, size: 7 } } } })
  expect(site('p#f', { locked: true, size: 5 }).ready().size).toBe(5)
  expect(overrides()).toEqual([['locked', 'false'], ['size', '7']])
})

it('that says itself that it isn’t may be locked, and what is locked by `defaults` unlocked', () => {
  registry.configure({ defaults: { bulkhead: { locked: true } }, instances: { f: { bulkhead: { locked: true, size: 7 } }, g: { bulkhead: { locked: false, size: 7 } } } })
  expect([site('p#f', { locked: false, size: 5 }).ready().size, site('p#g', { size: 5 }).ready().size, site('p#h', { locked: false, size: 5 }).ready().size]).toEqual([5, 7, 5])
})

it('says what it ignores at its first use, and what comes later when it comes', () => {
  const said = () => vi.mocked(console.warn).mock.calls.splice(0).map(([text]) => /: (\w+) is written at a locked site/.exec(text as string)?.[1])
  const fake = site('p#f', { locked: true, size: 5, low: 1 })
  registry.configure({ instances: { f: { bulkhead: { size: 7 } } } })
  expect(said()).toEqual([])
  fake.ready()
  expect(said()).toEqual(['size'])
  registry.configure({ instances: { f: { bulkhead: { low: 2 } } } })
  expect(said()).toEqual(['low'])
  registry.configure({ instances: { f: { bulkhead: { low: 3 } } } })
  expect(said()).toEqual([])
})
