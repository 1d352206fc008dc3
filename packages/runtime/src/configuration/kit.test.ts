import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeRoom, type FakeOptions } from '../fake-room.fixture.ts'
import { into } from '../sharing/into.ts'
import { codes, configurable, rooms } from './kit.fixture.ts'

let { registry, site, interpreted } = configurable()
beforeEach(() => { ({ registry, site, interpreted } = configurable()) })
afterEach(() => vi.restoreAllMocks())

describe('the order of configuration', () => {
  it('is built-in, defaults, named, written, instances', () => {
    const at = (written: FakeOptions, id = 'shop:a.ts#f') => site(id, written).ready()
    registry.configure({
      defaults: { bulkhead: { size: 11, low: 1, kind: 'fancy' } },
      configs: { slow: { bulkhead: { low: 2, size: 12 } } },
      instances: { g: { bulkhead: { size: 14 } } },
    })
    expect(at({})).toMatchObject({ size: 11, low: 1, kind: 'fancy', wait: 0 })
    expect(at({ config: 'slow' })).toMatchObject({ size: 12, low: 2, kind: 'fancy' })
    expect(at({ config: 'slow', size: 13 })).toMatchObject({ size: 13, low: 2 })
    expect(at({ config: 'slow', size: 13 }, 'shop:a.ts#g')).toMatchObject({ size: 14, low: 2 })
  })

  it('names a configuration at the site, by defaults, or for the instance', () => {
    registry.configure({ configs: { a: { bulkhead: { size: 1 } }, b: { bulkhead: { size: 2 } } }, defaults: { bulkhead: { config: 'a' } }, instances: { h: { bulkhead: { config: 'b' } } } })
    expect([site('p#f').ready().size, site('p#g', { config: 'b' }).ready().size, site('p#h', { config: 'a' }).ready().size]).toEqual([1, 2, 2])
  })

  it('an unknown named configuration is R4C-REG-004 at each call, until it is there', () => {
    const fake = site('p#f', { config: 'slwo' })
    registry.configure({ configs: { slow: { bulkhead: {} } } })
    const unknown = ['R4C-REG-004 bulkhead p#f: unknown named configuration "slwo"']
    expect([codes(() => fake.ready()), codes(() => fake.ready())]).toEqual([unknown, unknown])
    registry.configure({ configs: { slwo: { bulkhead: { size: 3 } } } })
    expect(fake.ready().size).toBe(3)
  })
})

describe('configure', () => {
  it('merges key by key; null takes a key back; replace starts from nothing', () => {
    const fake = site('p#f')
    const size = () => [fake.ready().size, fake.ready().low]
    registry.configure({ defaults: { bulkhead: { size: 20 } }, instances: { f: { bulkhead: { low: 3 } } } })
    registry.configure({ defaults: { bulkhead: { low: 1 } } })
    expect(size()).toEqual([20, 3])
    registry.configure({ instances: { f: { bulkhead: { low: null } } } })
    expect(size()).toEqual([20, 1])
    registry.configure({ defaults: { bulkhead: { size: null, low: 2 } } })
    expect(size()).toEqual([10, 2])
    registry.configure({ instances: { f: { bulkhead: { size: 40 } } } }, { replace: true })
    expect(size()).toEqual([40, 0])
    registry.configure({ instances: { f: { bulkhead: null } }, defaults: null })
    expect(size()).toEqual([10, 0])
    registry.configure({ instances: { f: { bulkhead: { size: 40 } } } })
    registry.configure({ instances: null })
    expect(size()).toEqual([10, 0])
  })

  it('takes flat keys, whose values are text', () => {
    const fake = interpreted('PriceClient.price')
    registry.configure({
      'defaults.bulkhead.size': '20',
      'configs.my.slow.bulkhead.wait': '250ms',
      'instances.PriceClient.price.bulkhead.kind': 'FANCY',
      'instances.PriceClient.price.bulkhead.config': 'my.slow',
      'instances.PriceClient.price.bulkhead.on': 'ECONNRESET, AbortError',
      'defaults.bulkhead.enabled': 'false',
    })
    expect(fake.ready()).toEqual({ size: 20, low: 0, wait: 250, extra: 0, kind: 'fancy', on: ['ECONNRESET', 'AbortError'], enabled: false })
    registry.configure({ 'instances.PriceClient.price.bulkhead.kind': null })
    expect(fake.ready().kind).toBe('plain')
  })

  it('changes instances in use, in the same turn, and only those that change', () => {
    const [one, other, unused] = [site('p#one'), site('p#other'), site('p#unused')]
    one.ready()
    other.ready()
    registry.configure({ instances: { one: { bulkhead: { size: 0 } } } })
    expect(one.applied.map(({ size }) => size)).toEqual([10, 0])
    expect([one.options!.size, other.applied.length, unused.options]).toEqual([0, 1, undefined])
  })

  it('that a listener asks for, of a change that another one brings about, comes behind all of that', () => {
    const [one, other] = [interpreted('one'), interpreted('other')]
    for (const fake of [one, other]) {
      fake.apply = (options) => {
        if (fake.options) fake.tell?.('used')
        return options
      }
      fake.ready()
    }
    const told: unknown[] = []
    registry.on('*', ({ type, instance }) => {
      told.push([type, instance, other.options!.size])
      if (instance === 'one') registry.configure({ instances: { other: { bulkhead: { size: 30 } } } })
    })
    registry.configure({ defaults: { bulkhead: { size: 20 } } })
    expect([one.options!.size, other.options!.size]).toEqual([20, 30])
    expect(told).toEqual([['bulkhead.used', 'one', 20], ['bulkhead.used', 'other', 30], ['registry.reconfigured', '', 30], ['bulkhead.used', 'other', 30], ['registry.reconfigured', '', 30]])
  })

  it('changes nothing on a mistake', () => {
    const fake = site('p#f')
    fake.ready()
    const before = fake.options
    expect(codes(() => registry.configure({ instances: { f: { bulkhead: { size: 9, low: '-1' } } } }))).toEqual(['R4C-ATR-012 instances.f.bulkhead: low must be a number, got "-1"'])
    expect(codes(() => registry.configure({ defaults: { bulkhead: { low: 11 } } }))).toEqual(['R4C-REG-003 bulkhead p#f: low must not be above size'])
    expect(fake.options).toBe(before)
    expect(site('p#g').ready()).toMatchObject({ size: 10, low: 0 })
  })

  it('is not refused for a site that was wrong before', () => {
    site('p#f', { low: 50 })
    registry.configure({ defaults: { bulkhead: { kind: 'fancy' } } })
    expect(codes(() => registry.check())).toEqual(['R4C-REG-003 bulkhead p#f: low must not be above size'])
    registry.configure({ defaults: { bulkhead: { size: 60 } } })
    expect(codes(() => registry.check())).toEqual([])
  })

  it('says all mistakes of one go, with a suggestion', () => {
    expect(codes(() => registry.configure({
      default: {}, defaults: { bulkhed: {}, bulkhead: { sise: 3, size: 101 } }, configs: 7, instances: { x: { bulkhead: 3 } }, enabled: 'perhaps', profile: 'lambda',
      'instance.x.bulkhead.size': '1', 'defaults.size': '1', 'defaults.x.bulkhead.size': '1', 'instances.bulkhead.size': '1', 'configs.a.bulkhead.config': 'b', 'defaults.bulkhead.name': 'b',
    }))).toEqual([
      'R4C-CFG-001 configure: unknown key "default"',
      'R4C-ATR-012 configs: must be an object of options, got 7',
      'R4C-ATR-012 instances.x.bulkhead: must be an object of options, got 3',
      'R4C-CFG-001 instance.x.bulkhead.size: unknown key "instance"',
      'R4C-CFG-001 defaults.size: "defaults.size" names no option',
      'R4C-CFG-001 defaults.x.bulkhead.size: "defaults.x.bulkhead.size" names no option',
      'R4C-CFG-001 instances.bulkhead.size: "instances.bulkhead.size" names no option',
      'R4C-CFG-001 defaults.bulkhed: unknown key "bulkhed"',
      'R4C-CFG-001 defaults.bulkhead: unknown option "sise"',
      'R4C-ATR-010 defaults.bulkhead: size must be a whole number at least 0 and at most 100, got 101',
      'R4C-CFG-001 configs.a.bulkhead: unknown option "config"',
      'R4C-CFG-001 defaults.bulkhead: unknown option "name"',
      'R4C-ATR-006 configure: enabled must be true or false, got "perhaps"',
      'R4C-ATR-011 configure: profile must be one of "edge", got "lambda"',
    ])
    try {
      registry.configure({ default: {} })
    } catch (error) {
      expect((error as Error).message).toBe('R4C-CFG-001 configure: unknown key "default". Did you mean defaults?')
    }
  })

  it('refuses keys that reach into prototypes, everywhere', () => {
    const evil = JSON.parse('{ "__proto__": {}, "defaults": { "constructor": {}, "bulkhead": { "prototype": 1 } }, "instances": { "__proto__": {}, "a": {} }, "instances.__proto__.bulkhead.size": 1 }')
    expect(codes(() => registry.configure(evil)).map((line) => line.slice(0, 11))).toEqual(Array(5).fill('R4C-CFG-016'))
    expect(({} as { size?: unknown }).size).toBeUndefined()
  })

  it('keeps configuration for ids that do not exist yet, up to 10,000', () => {
    const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`id${i}`, { bulkhead: { size: 7 } }]))
    registry.configure({ instances: many(10_000) })
    expect(site('p#id9999').ready().size).toBe(7)
    expect(codes(() => registry.configure({ instances: { one: { bulkhead: { size: 7 } } } }))).toEqual(['R4C-ATR-010 instances: at most 10000 ids can be configured, got 10001'])
  })

  it('switches everything off and on again, and knows the profile', () => {
    const [on, off] = [site('p#on', { enabled: true }), site('p#off', { enabled: false })]
    const enabled = () => [on.ready().enabled, off.ready().enabled]
    expect(enabled()).toEqual([true, false])
    registry.configure({ enabled: false, profile: 'edge' })
    expect(enabled()).toEqual([false, false])
    expect(registry.realm.pools).toBe(false)
    registry.configure({ enabled: null, profile: null })
    expect(enabled()).toEqual([true, false])
    expect(registry.realm.pools).toBeUndefined()
  })
})

describe('locked', () => {
  it('lets the written values win, lists what is ignored and says it once', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const events: unknown[] = []
    registry.on('registry.overrideIgnored', (event) => events.push(event.toJSON()))
    const fake = site('p#f', { locked: true, size: 5 })
    registry.configure({ defaults: { bulkhead: { size: 6 } }, instances: { f: { bulkhead: { size: 7, low: 1 } } } })
    expect(fake.ready()).toMatchObject({ size: 5, low: 1 })
    registry.configure({ instances: { f: { bulkhead: { low: 2 } } } })
    expect(fake.ready()).toMatchObject({ size: 5, low: 2 })
    expect(registry.lockedOverrides()).toEqual([{ policy: 'bulkhead', instance: 'p#f', option: 'size', value: '7' }])
    expect(warned.mock.calls).toEqual([['R4C-CFG-014 bulkhead p#f: size is written at a locked site, so the configured 7 is ignored. Take `locked` away, or the value out of the configuration.']])
    expect(events).toMatchObject([{ type: 'registry.overrideIgnored', instance: 'p#f', option: 'size', code: 'R4C-CFG-014' }])
  })

  it('a written enabled: false stays', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    registry.configure({ instances: { f: { bulkhead: { enabled: true } }, g: { bulkhead: { enabled: false } } } })
    expect([site('p#f', { enabled: false }).ready().enabled, site('p#g', { enabled: true }).ready().enabled]).toEqual([false, false])
    expect(registry.lockedOverrides()).toMatchObject([{ instance: 'p#f', option: 'enabled' }])
  })
})

describe('check', () => {
  it('throws the mistakes of all sites at once', () => {
    interpreted('f', { size: 0, wait: 'soon' })
    site('p#g', { config: 'none' })
    rooms.timeout.create('p#h', {}, into(registry))
    expect(codes(() => registry.check())).toEqual([
      'R4C-ATR-010 bulkhead f: size must be a whole number at least 1 and at most 100, got 0',
      'R4C-ATR-001 bulkhead f: wait must be a duration, got "soon"',
      'R4C-REG-004 bulkhead p#g: unknown named configuration "none"',
      'R4C-ATR-009 timeout p#h: needed is required and comes from nowhere',
    ])
    registry.configure({ defaults: { timeout: { needed: 3 } } })
    expect(codes(() => registry.check()).some((line) => line.includes('ATR-009'))).toBe(false)
  })

  it('asks nothing of what is switched off', () => {
    rooms.timeout.create('p#h', { enabled: false }, into(registry))
    expect(codes(() => registry.check())).toEqual([])
  })
})

it('reset begins the state anew and leaves configuration', () => {
  const fake = site('p#f')
  registry.configure({ defaults: { bulkhead: { size: 3 } } })
  fake.use()
  registry.reset()
  expect([fake.used, fake.ready().size]).toEqual([0, 3])
})

it('leaves a policy that it has no room for to what is written', () => {
  const other = fakeRoom('hedge').create('p#f', { size: 3 }, into(registry))
  registry.on('*', () => {})
  registry.configure({ defaults: { bulkhead: { size: 4 } } })
  registry.reset()
  expect([other.ready().size, registry.lockedOverrides(), registry.snapshot().hedge]).toEqual([3, [], undefined])
})
