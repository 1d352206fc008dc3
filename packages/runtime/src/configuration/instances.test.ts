import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { local } from '../sharing/local.ts'
import { named } from '../sharing/named.ts'
import { codes, configurable, rooms } from './kit.fixture.ts'

let { registry, site, interpreted } = configurable()
beforeEach(() => { ({ registry, site, interpreted } = configurable()) })
afterEach(() => vi.restoreAllMocks())

describe('ids', () => {
  it('go by full id, name, or what is behind the #, for all that carry it', () => {
    const [one, again, shared, long] = [interpreted('make'), interpreted('make'), site('p:b.ts#g', { name: 'shared' }, named), site('p:c.ts#h')]
    registry.configure({ instances: { make: { bulkhead: { size: 1 } }, shared: { bulkhead: { size: 2 } }, 'p:c.ts#h': { bulkhead: { size: 3 } }, h: { bulkhead: { size: 4, low: 1 } } } })
    expect([one, again, shared, long].map((fake) => fake.ready().size)).toEqual([1, 1, 2, 3])
    expect(long.ready().low).toBe(1)
    expect(registry.handle('bulkhead', 'shared')).toBe(shared)
    expect(registry.handle('bulkhead', 'h')).toBe(long)
  })

  it('that are a name mean it, and not what ends in it', () => {
    const [whole, short] = [site('p:a.ts#g', { name: 'f' }, named), site('p:b.ts#f')]
    registry.configure({ instances: { f: { bulkhead: { size: 3 } } } })
    expect([whole.ready().size, short.ready().size, registry.handle('bulkhead', 'f') === whole]).toEqual([3, 10, true])
    registry.configure({ instances: { 'p:b.ts#f': { bulkhead: { low: 2 } } } })
    expect([whole.ready().low, short.ready().low, short.ready().size]).toEqual([0, 2, 10])
    const { realm } = registry
    realm.entered[realm.entered.findIndex((reference) => reference.deref() === whole)] = { deref: () => undefined }
    registry.configure({ defaults: { bulkhead: { kind: 'fancy' } } })
    expect(short.ready().size).toBe(3)
  })

  it('that mean several instances are R4C-REG-012', () => {
    const [one] = [site('p:a.ts#f'), site('p:b.ts#f'), interpreted('g'), interpreted('g')]
    expect(codes(() => registry.handle('bulkhead', 'f'))).toEqual(['R4C-REG-012 bulkhead "f": means 2 instances: "p:a.ts#f", "p:b.ts#f"'])
    expect(codes(() => registry.handle('bulkhead', 'g'))).toEqual(['R4C-REG-012 bulkhead "g": means 2 instances: "g"'])
    expect(registry.handle('bulkhead', 'p:a.ts#f')).toBe(one)
    const refused = codes(() => registry.configure({ instances: { f: { bulkhead: { size: 1 } } } }))
    expect(refused.map((line) => line.slice(0, 30))).toEqual(['R4C-REG-012 bulkhead p:a.ts#f:', 'R4C-REG-012 bulkhead p:b.ts#f:'])
  })

  it('in short form are looked for once, however many carry them', () => {
    const make = () => site('p:a.ts#make', undefined, local)
    registry.configure({ instances: { make: { bulkhead: { size: 1 } } } })
    const all = Array.from({ length: 50 }, make)
    const { entered } = registry.realm
    let looks = 0
    entered.forEach((reference, i) => { entered[i] = { deref: () => (looks++, reference.deref()) } })
    for (const fake of all) expect(fake.ready().size).toBe(1)
    expect(looks).toBeLessThan(2 * all.length)
    looks = 0
    registry.configure({ instances: { make: { bulkhead: { size: 2 } } } })
    expect(all.map((fake) => fake.options!.size)).toEqual(all.map(() => 2))
    expect(looks).toBeLessThan(10 * all.length)
  })

  it('in short form mean one again when all others are gone, or the dead were taken out', () => {
    const [one, other] = [site('p:a.ts#make', undefined, local), site('p:b.ts#make', undefined, local)]
    const { realm } = registry
    expect(codes(() => registry.configure({ instances: { make: { bulkhead: { size: 1 } } } })).map((line) => line.slice(0, 12))).toEqual(['R4C-REG-012 ', 'R4C-REG-012 '])
    realm.entered[realm.entered.findIndex((reference) => reference.deref() === other)] = { deref: () => undefined }
    registry.configure({ instances: { make: { bulkhead: { size: 1 } } } })
    expect(one.ready().size).toBe(1)
    realm.entered = realm.entered.filter((reference) => reference.deref())
    expect(site('p:a.ts#make', undefined, local).ready().size).toBe(1)
    expect(codes(() => site('p:c.ts#make', undefined, local).ready()).map((line) => line.slice(0, 12))).toEqual(['R4C-REG-012 '])
  })

  it('mean the latest where a site was entered again; the earlier one is configured too', () => {
    const [earlier, later] = [site('p#f'), site('p#f')]
    earlier.ready()
    registry.configure({ defaults: { bulkhead: { size: 3 } } })
    expect(registry.handle('bulkhead', 'f')).toBe(later)
    expect([earlier.options!.size, later.options!.size]).toEqual([3, 3])
    expect(registry.snapshot().bulkhead).toHaveLength(1)
  })

  it('that nobody has entered are R4C-REG-005, with the nearest', () => {
    site('p:a.ts#checkout')
    expect(codes(() => registry.handle('bulkhead', 'chekout'))).toEqual(['R4C-REG-005 bulkhead "chekout": no module that was evaluated has entered this id'])
    expect(() => registry.handle('bulkhead', 'chekout')).toThrow('Did you mean "checkout"?')
    expect(() => registry.handle('timeout', 'x')).toThrow('Evaluate the module of the site first')
    expect(() => registry.handle('bulkhead', 'x')).toThrow('Known here: "p:a.ts#checkout".')
    for (let i = 0; i < 10; i++) site(`p:b.ts#name${i}`)
    expect(() => registry.handle('bulkhead', 'x')).toThrow(/Known here: ("[^"]+", ){9}"p:b.ts#name8"\.$/)
  })
})

describe('capabilities', () => {
  it('without text are handed to an instance when configuration asks for them', () => {
    const [used, unused] = [site('p#used'), site('p#unused')]
    used.ready()
    registry.configure({ defaults: { bulkhead: { extra: 0.5 } } })
    registry.configure({ defaults: { bulkhead: { extra: 0.6 } } })
    unused.ready()
    expect([used.handed, unused.handed, used.options!.extra]).toEqual([['extra'], ['extra'], 0.6])
    registry.configure({ defaults: { bulkhead: { on: 'TypeError' } } })
    expect(used.handed).toEqual(['extra', 'lists'])
  })

  it('with text must be written at the site: R4C-CFG-015, and nothing has changed', () => {
    const [plain, able] = [site('p#plain'), site('p#able', { wait: 0 }, rooms.bulkhead.capabilities['waiting'] as never)]
    plain.ready()
    registry.configure({ instances: { able: { bulkhead: { wait: '10ms' } } } })
    expect(able.ready().wait).toBe(10)
    const refused = ["R4C-CFG-015 bulkhead p#plain: wait of p#plain needs code that isn't in this bundle"]
    expect(codes(() => registry.configure({ defaults: { bulkhead: { wait: '5ms', size: 3 } } }))).toEqual(refused)
    expect(plain.options).toMatchObject({ wait: 0, size: 10 })
    registry.configure({ defaults: { bulkhead: { wait: '0' } } })
    expect(interpreted('f', { wait: '7ms' }).ready().wait).toBe(7)
  })

  it('configuration that would make a sync site wait is refused', () => {
    const fake = interpreted('f')
    fake.sync = true
    fake.ready()
    expect(codes(() => registry.configure({ defaults: { bulkhead: { wait: '5ms' } } }))).toEqual(["R4C-SYN-009 bulkhead f: a sync site can't wait"])
  })
})
