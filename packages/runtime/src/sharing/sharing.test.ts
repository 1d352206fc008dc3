import { furnished } from '@resilience4cata/core/run/furnished'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRegistry } from '../create-registry.ts'
import { checked, fakeRoom, type Fake, type FakeOptions } from '../fake-room.fixture.ts'
import { createRealm, Registry } from '../registry.ts'
import { into } from './into.ts'
import { local } from './local.ts'
import { named } from './named.ts'

const rooms = { bulkhead: fakeRoom('bulkhead', { keepsState: true }), timeout: fakeRoom('timeout') }
let registry = createRegistry(rooms)
beforeEach(() => { registry = createRegistry(rooms) })
const make = (site: string, written: FakeOptions, ...more: any[]) =>
  rooms.bulkhead.create(site, written, furnished(into(registry), ...more, ...(written.name === undefined ? [] : [named]))) as Fake

it('a registry is what `createRegistry` gave', () => {
  for (const none of [{}, { realm: {} }, 5, undefined]) expect(() => into(none as never)).toThrow('R4C-ATR-012 registry must be a registry, got ')
})

describe('one name', () => {
  it('written alike is one instance, whatever the spelling', () => {
    const first = make('a#f', { name: 'x', wait: 100, enabled: true })
    expect(make('b#g', { name: 'x', wait: '100ms' }, checked)).toBe(first)
    expect(make('b#g', { name: 'y', wait: 100 })).not.toBe(first)
    expect((rooms.timeout.create('a#f', { name: 'x' }, furnished(into(registry), named)) as Fake)).not.toBe(first)
    expect(registry.snapshot().bulkhead).toHaveLength(2)
  })

  it('gets the capabilities of all its sites', () => {
    const { extra, lists } = rooms.bulkhead.capabilities
    const first = make('a#f', { name: 'x', extra: 1 }, extra)
    first.ready()
    make('b#g', { name: 'x', extra: 1 }, extra, lists)
    expect([first.handed, first.applied.length]).toEqual([['extra', 'lists'], 2])
    make('c#h', { name: 'x', extra: 1 }, lists)
    expect([first.handed, first.applied.length]).toEqual([['extra', 'lists'], 2])
  })

  it('is resolved at first use, and from then on when another site brings something new', () => {
    const first = make('a#f', { name: 'x', size: 2 })
    make('b#g', { name: 'x', size: 2 }, rooms.bulkhead.capabilities.lists)
    make('a#f', { name: 'x', size: 3 })
    expect(first.applied).toEqual([])
    expect([first.use(), first.applied.map(({ size }) => size)]).toEqual([1, [3]])
    make('a#f', { name: 'x', size: 5 })
    expect(first.applied.map(({ size }) => size)).toEqual([3, 5])
  })

  it('may wait although a sync site has the name too, as long as that comes to something else', () => {
    const first = make('a#f', { name: 'x', size: 2, wait: 100 }, rooms.bulkhead.capabilities.waiting)
    const second = make('b#g', { name: 'x', size: 3 }, (instance: Fake) => { instance.sync = true })
    expect(first.use()).toBe(1)
    expect(() => second.use()).toThrow('R4C-REG-008')
  })

  it.each(['', 7])('that is none, %j, is a mistake of its site alone', (name) => {
    const [first, second] = ['a#f', 'b#g'].map((site) => make(site, { name } as never, checked))
    expect(() => first!.ready()).toThrow(/^R4C-ATR-012 bulkhead a#f: name /)
    expect(() => second!.ready()).toThrow(/^R4C-ATR-012 bulkhead b#g: name /)
  })

  it('from the same site again: the newest values hold, the state stays', () => {
    const first = make('a#f', { name: 'x', size: 2 })
    first.use()
    expect(make('a#f', { name: 'x', size: 5 })).toBe(first)
    expect([first.ready().size, first.used]).toEqual([5, 1])
    make('a#f', { name: 'x', size: 500 }, checked)
    expect(() => first.ready()).toThrow('R4C-ATR-010')
    make('a#f', { name: 'x', size: 6 }, checked)
    expect(first.ready().size).toBe(6)
  })

  it('from functions without a name: each is a site of its own', () => {
    const first = make('', { name: 'x', size: 2 })
    expect(make('', { name: 'x', size: 2 })).toBe(first)
    expect(() => make('', { name: 'x', size: 3 }).use()).toThrow('R4C-REG-008')
    expect(first.use()).toBe(1)
  })

  it('written differently but the same in the end shares everything', () => {
    registry.configure({ configs: { c: { bulkhead: { size: 2 } } } })
    const first = make('a#f', { name: 'x', size: 2, on: 'E' })
    const second = make('b#g', { name: 'x', config: 'c', on: ['E'] })
    expect([second.use(), first.use(), second.use(), second.used, first.used, second.secret, second.id]).toEqual([1, 2, 3, 3, 3, 3, 'x'])
    second.used = 7
    expect(first.used).toBe(7)
    expect(registry.snapshot().bulkhead).toMatchObject([{ instance: 'x', used: 7 }])
  })

  it('that comes to something else is R4C-REG-008 at each call of the second, with both sites and the key', () => {
    const first = make('a#f', { name: 'x', size: 2 })
    const second = make('b#g', { name: 'x', size: 3 })
    const says = 'R4C-REG-008 bulkhead x: size is 2 at a#f and 3 at b#g. Give both the same options and functions, or rename one.'
    for (let i = 0; i < 2; i++) expect(() => second.use()).toThrow(says)
    expect(first.use()).toBe(1)
    expect(() => registry.check()).toThrow(says)
    registry.configure({ instances: { x: { bulkhead: { size: 4 } } } })
    expect([second.use(), first.options!.size]).toEqual([2, 4])
    registry.check()
  })

  it.each<[on: unknown, other: unknown, says: string]>([
    [() => 1, () => 1, 'function at a#f and function at b#g'],
    [function key() {}, function key() {}, 'key at a#f and key at b#g'],
    [undefined, ['E'], 'undefined at a#f and ["E"] at b#g'],
  ])('and says what differs: %o, %o', (on, other, says) => {
    make('a#f', { name: 'x', on })
    expect(() => make('b#g', { name: 'x', on: other }).use()).toThrow(`on is ${says}. Give both the same options and functions, or rename one.`)
  })

  it('configuration that sets them apart is refused', () => {
    registry.configure({ configs: { a: { bulkhead: { size: 2 } }, b: { bulkhead: { size: 2 } } } })
    const [first, second] = [make('a#f', { name: 'x', config: 'a' }), make('b#g', { name: 'x', config: 'b' })]
    first.use()
    second.use()
    expect(() => registry.configure({ configs: { b: { bulkhead: { size: 3 } } } })).toThrow('R4C-REG-008')
    registry.configure({ configs: { a: { bulkhead: { size: 3 } }, b: { bulkhead: { size: 3 } } } })
    expect([second.use(), first.options!.size]).toEqual([3, 3])
  })

  it('works without the kit', () => {
    const bare = new Registry(() => realm)
    const realm = createRealm()
    const at = (site: string, written: FakeOptions) => rooms.bulkhead.create(site, written, furnished(into(bare), named)) as Fake
    const first = at('a#f', { name: 'x' })
    expect(at('b#g', { name: 'x', size: 10 }).use()).toBe(1)
    expect(() => at('c#h', { name: 'x', size: 11 }).use()).toThrow('R4C-REG-008')
    expect(() => bare.check()).toThrow('10 at a#f and 11 at c#h')
    expect(bare.handle('bulkhead', 'x')).toBe(first)
    for (const act of [() => bare.configure({}), () => bare.on('*', () => {}), () => bare.snapshot(), () => bare.reset()]) expect(act).toThrow('R4C-CFG-015')
    expect(bare.lockedOverrides()).toEqual([])
  })
})

describe('a module-level site that is entered again', () => {
  it('takes over the state when it is written alike', () => {
    const first = make('a#f', { size: 2 })
    first.use()
    expect(make('a#f', { size: 2 })).toBe(first)
    expect(make('a#f', { size: 3 })).not.toBe(first)
  })

  it('calls what is written now', () => {
    const at = (answer: boolean) => make('a#f', { size: 2, on: () => answer } as FakeOptions)
    const first = at(false)
    first.use()
    expect(at(true)).toBe(first)
    expect([(first.ready().on as unknown as () => boolean)(), first.used]).toEqual([true, 1])
  })

  it('compares what has no text with nothing', () => {
    const endless: { self?: unknown } = {}
    endless.self = endless
    const at = () => make('a#f', { size: 2, on: endless } as unknown as FakeOptions)
    expect(at()).not.toBe(at())
  })

  it('but not from the evaluations of a site inside a function', () => {
    const first = make('a#f', { size: 2 }, local)
    expect(make('a#f', { size: 2 }, local)).not.toBe(first)
    expect(registry.snapshot().bulkhead).toHaveLength(2)
  })
})

it('instances inside functions are held weakly, and the dead make room', () => {
  let dead = false
  let looks = 0
  class Reference { constructor(readonly instance: unknown) {} deref() { looks++; return dead ? undefined : this.instance } }
  const real = globalThis.WeakRef
  globalThis.WeakRef = Reference as never
  try {
    const realm = createRealm()
    const apart = new Registry(() => realm)
    for (let i = 0; i < 100; i++) make('a#f', {}, into(apart), local)
    expect(realm.entered).toHaveLength(100)
    dead = true
    for (let i = 0; i < 200; i++) make('a#f', {}, into(apart), local)
    expect(realm.entered.length).toBeLessThanOrEqual(64)
    dead = false
    looks = 0
    for (let i = 0; i < 2000; i++) make('a#f', {}, into(apart), local)
    // where all live, each is looked at as often as the list has doubled, and not at each entry
    expect(looks).toBeLessThanOrEqual(4 * 2000)
  } finally {
    globalThis.WeakRef = real
  }
})
