import { realm, settleSites } from '@resilience4cata/core/run/realm'
import { beforeEach, describe, expect, it } from 'vitest'
import { bundles } from './bundle.ts'
import { decorator, siteDecorator } from './decorators.ts'
import { forget, log, made, rooms } from './fake-rooms.fixture.ts'
import { recordOf } from './method.ts'

type Any = any
const Retry: (options?: object) => Any = decorator(rooms, 'retry', 'Retry')
const Timeout: (...args: Any[]) => Any = decorator(rooms, 'timeout', 'Timeout')
const Bulkhead: (options?: object) => Any = decorator(rooms, 'bulkhead', 'Bulkhead')
const Hedge: (options?: object) => Any = decorator(rooms, 'hedge', 'Hedge')
const Fallback: (...args: Any[]) => Any = decorator(rooms, 'fallback', 'Fallback')
const Named: (name: string) => Any = siteDecorator(rooms, 'Named', (name: string) => ({ name }))
const Mode: (mode: 'async' | 'sync') => Any = siteDecorator(rooms, 'Mode', (mode: 'async' | 'sync') => ({ mode }))
const PolicyOrder: (...order: Any[]) => Any = siteDecorator(rooms, 'PolicyOrder', (...order: Any[]) => ({ order }))
const bundle = bundles(rooms) as (policies: Any) => Any

// what a host's lowering does with decorators: from the method outwards, so the last written is applied first
type World = 'standard' | 'legacy'
const initializers: (() => void)[] = []
function onMethod(world: World, Class: Any, key: string | symbol, decorators: Any[], isStatic = false): void {
  const home = isStatic ? Class : Class.prototype
  let descriptor = Object.getOwnPropertyDescriptor(home, key)!
  for (const decorate of [...decorators].reverse()) {
    if (world === 'legacy') descriptor = decorate(home, key, descriptor) ?? descriptor
    else descriptor = { ...descriptor, value: decorate(descriptor.value, context('method', key, isStatic)) ?? descriptor.value }
  }
  Object.defineProperty(home, key, descriptor)
}
const context = (kind: string, name: string | symbol, isStatic = false) =>
  ({ kind, name, static: isStatic, private: false, addInitializer: (run: (this: Any) => void) => initializers.push(run as () => void) })
const onClass = (world: World, Class: Any, decorators: Any[]) => {
  for (const decorate of [...decorators].reverse()) {
    expect(world === 'legacy' ? decorate(Class) : decorate(Class, context('class', Class.name))).toBeUndefined()
  }
}
const code = (code: string) => expect.objectContaining({ code, name: 'ConfigurationError' })

beforeEach(() => {
  settleSites(realm())
  forget()
  initializers.length = 0
})

describe.each<World>(['standard', 'legacy'])('%s decorators', (world) => {
  const on = (Class: Any, key: string | symbol, decorators: Any[], isStatic?: boolean) => onMethod(world, Class, key, decorators, isStatic)

  it('make one site of a method, whatever their order', async () => {
    class S { async f() { return 1 } }
    on(S, 'f', [Bulkhead(), Timeout('2s'), Retry({ maxAttempts: 3 })])
    expect(await new S().f()).toBe(1)
    expect(log).toEqual(['retry', 'timeout', 'bulkhead'])
    expect(made.map(({ id, written }) => [id, written])).toEqual([['S.f', { maxAttempts: 3 }], ['S.f', { duration: '2s' }], ['S.f', {}]])
  })

  it('leave one wrapper in place, with the method’s attributes', () => {
    class S { async f(_a: number, _b = 1) {} }
    const before = Object.getOwnPropertyDescriptor(S.prototype, 'f')!
    const wrappers: unknown[] = []
    const see = (value: Any, _: unknown, descriptor?: Any) => void wrappers.push(descriptor ? descriptor.value : value)
    on(S, 'f', [see, Retry(), see, Bulkhead()])
    onClass(world, S, [Timeout('1s')])
    const after = Object.getOwnPropertyDescriptor(S.prototype, 'f')!
    expect(new Set([...wrappers, after.value])).toEqual(new Set([S.prototype.f]))
    expect(after).toEqual({ ...before, value: S.prototype.f })
    expect([S.prototype.f.name, S.prototype.f.length]).toEqual(['f', 1])
  })

  it('what concerns the whole site stands anywhere', async () => {
    class S { f() { return 1 } }
    on(S, 'f', [Named('n'), Retry(), PolicyOrder('bulkhead', 'retry'), Bulkhead({ name: 'own' }), Mode('sync')])
    expect(new S().f()).toBe(1)
    expect(log).toEqual(['bulkhead', 'retry'])
    expect(made.map(({ id }) => id)).toEqual(['own', 'n'])
  })

  it('take the method of a fallback by its name, or a function, with conditions behind', async () => {
    class S {
      async f(x: string): Promise<string> { throw new Error(x) }
      async g(x: string): Promise<string> { throw new Error(x) }
      later(x: string, failure: Error) { return `later ${x} ${failure.message} ${this instanceof S}` }
    }
    on(S, 'f', [Fallback('later')])
    on(S, 'g', [Fallback((failure: Error) => `handled ${failure.message}`)])
    expect([await new S().f('a'), await new S().g('b')]).toEqual(['later a a true', 'handled b'])
    const handler = () => 1
    class T { async f() {} async g() {} }
    on(T, 'f', [Timeout('2s', { name: 't' })])
    on(T, 'g', [Fallback(handler, { method: undefined })])
    forget()
    settleSites(realm())
    expect(made.map(({ written }) => written)).toEqual([{ duration: '2s', name: 't' }, { handler, method: undefined }])
  })

  it('a direct one beats a bundle wherever it is written; of two bundles the nearer to the method', async () => {
    class S { async f() {} async g() {} async h() {} }
    const remote = bundle({ retry: { maxAttempts: 2 }, bulkhead: {} })
    const other = bundle({ retry: { maxAttempts: 5 } })
    on(S, 'f', [remote, Retry({ maxAttempts: 4 })])
    on(S, 'g', [Retry({ maxAttempts: 3 }), remote])
    on(S, 'h', [remote, other])
    settleSites(realm())
    expect(made.map(({ policy, written }) => [policy, (written as Any).maxAttempts])).toEqual([
      ['retry', 4], ['bulkhead', undefined], ['retry', 3], ['bulkhead', undefined], ['retry', 5], ['bulkhead', undefined],
    ])
  })

  it('a class’s own are for async methods, those with a mode, and none that has the policy, is static, a fallback, or an accessor', async () => {
    const body = (self: Any, name: string) => { self.seen.push(name) }
    class S {
      static async make() {}
      seen: string[] = []
      async load() { body(this, 'load') }
      async own() { body(this, 'own') }
      async later() {}
      helper() { body(this, 'helper') }
      *items() {}
      get lazy() { return 1 }
      opted() { body(this, 'opted') }
    }
    const { make, prototype: { helper, items } } = S
    on(S, 'load', [Fallback('later')])
    on(S, 'own', [Retry({ maxAttempts: 9 })])
    on(S, 'opted', [Mode('sync')])
    onClass(world, S, [Retry({ maxAttempts: 3 }), Bulkhead()])
    expect([S.make, S.prototype.helper, S.prototype.items]).toEqual([make, helper, items])
    const s = new S()
    await s.load()
    expect(log.splice(0)).toEqual(['retry', 'bulkhead'])
    await s.own()
    expect(log.splice(0)).toEqual(['retry', 'bulkhead'])
    s.opted()
    expect(log.splice(0)).toEqual(['retry', 'bulkhead'])
    await s.later()
    s.helper()
    expect(log).toEqual([])
    expect(made.filter(({ policy }) => policy === 'retry').map(({ id, written }) => [id, (written as Any).maxAttempts])).toEqual([['S.load', 3], ['S.own', 9], ['S.opted', 3]])
  })

  it('a method’s order and name beat the class’s', async () => {
    class S { async f() {} async g() {} }
    on(S, 'f', [PolicyOrder('timeout', 'retry'), Named('method')])
    onClass(world, S, [PolicyOrder('bulkhead', 'retry'), Named('class'), Retry(), Timeout('1s'), Bulkhead()])
    await new S().f()
    expect(log.splice(0)).toEqual(['timeout', 'retry', 'bulkhead'])
    await new S().g()
    expect(log).toEqual(['bulkhead', 'retry', 'timeout'])
    expect(new Set(made.map(({ id }) => id))).toEqual(new Set(['method', 'class']))
  })

  it('keep parent and child apart, and `super` calls go through the parent’s', async () => {
    class A { async f(): Promise<string> { return 'A' } }
    on(A, 'f', [Retry()])
    class B extends A { override async f() { return `B ${await super.f()}` } }
    on(B, 'f', [Bulkhead()])
    expect(await new B().f()).toBe('B A')
    expect(log).toEqual(['bulkhead', 'retry'])
    expect(made.map(({ id }) => id)).toEqual(['B.f', 'A.f'])
  })

  it('label static and symbol methods as compiled code does', async () => {
    const sym = Symbol('sym')
    class S { static async f() {} async [sym]() {} }
    on(S, 'f', [Retry()], true)
    on(S, sym, [Retry()])
    await S.f()
    await new S()[sym]()
    expect(made.map(({ id }) => id)).toEqual(['S.static.f', 'S.[sym]'])
  })

  it('R4C-SIT-012: a decorator without its call', () => {
    for (const bare of [Retry, Timeout, Fallback, Named, PolicyOrder]) {
      class S { async f() {} }
      expect(() => on(S, 'f', [bare])).toThrow(code('R4C-SIT-012'))
      expect(() => onClass(world, S, [bare])).toThrow(code('R4C-SIT-012'))
    }
  })

  it('R4C-SIT-008, R4C-SYN-002: on a field, an accessor, a getter or a setter', () => {
    const decorate = Retry()
    if (world === 'standard') {
      for (const [kind, which] of [['field', 'R4C-SIT-008'], ['accessor', 'R4C-SIT-008'], ['getter', 'R4C-SYN-002'], ['setter', 'R4C-SYN-002']] as const) {
        expect(() => decorate(undefined, context(kind, 'x'))).toThrow(code(which))
      }
    } else {
      expect(() => decorate({}, 'field')).toThrow(code('R4C-SIT-008'))
      expect(() => decorate({}, 'field', { initializer: () => 1 })).toThrow(code('R4C-SIT-008'))
      expect(() => decorate({}, 'x', { get: () => 1 })).toThrow(code('R4C-SYN-002'))
      expect(() => decorate({}, 'x', { set: () => 1 })).toThrow(code('R4C-SYN-002'))
      expect(() => decorate({}, 'f', 0)).toThrow(code('R4C-SIT-006'))
    }
  })

  it('mistakes of a site are thrown at each call', async () => {
    class S {
      static onlyStatic() {}
      async twice() {}
      async both() {}
      async missing() {}
      async other() {}
      async hidden() {}
      async word() {}
      plain() {}
      syncSite() {}
      async asyncLater() {}
    }
    on(S, 'twice', [Retry(), Bulkhead(), Retry()])
    on(S, 'both', [Retry(), Hedge()])
    on(S, 'missing', [Fallback('nowhere')])
    on(S, 'other', [Fallback('onlyStatic')])
    on(S, 'hidden', [Fallback('#later')])
    on(S, 'word', [PolicyOrder('retri'), Retry()])
    on(S, 'plain', [Retry(), Fallback('later')])
    on(S, 'syncSite', [Mode('sync'), Fallback('asyncLater')])
    const s = new S()
    for (let i = 0; i < 2; i++) {
      await expect(s.twice()).rejects.toThrow(code('R4C-SIT-010'))
      await expect(s.both()).rejects.toThrow(code('R4C-HDG-002'))
      await expect(s.missing()).rejects.toThrow(code('R4C-FBK-001'))
      await expect(s.other()).rejects.toThrow(/only on the static side/)
      await expect(s.hidden()).rejects.toThrow(code('R4C-FBK-002'))
      await expect(s.word()).rejects.toThrow(code('R4C-ORD-003'))
      expect(() => s.plain()).toThrow(code('R4C-SYN-001'))
      expect(() => s.syncSite()).toThrow(code('R4C-SYN-003'))
    }
  })

  it('what a class that extends something lacks may come with the instance', async () => {
    class Base {}
    class S extends Base { later = () => 'own'; async f(): Promise<string> { throw 1 } }
    on(S, 'f', [Fallback('later')])
    expect(await new S().f()).toBe('own')
  })

  it('a foreign decorator between two of ours makes two sites, one inside the other', async () => {
    class S { async f() { log.push('body') } }
    const trace = (value: Any, _: unknown, d?: Any) => {
      const inner = d ? d.value : value
      const outer = async function (this: unknown) { log.push('foreign'); return inner.call(this) }
      return d ? { ...d, value: outer } : outer
    }
    on(S, 'f', [Retry(), trace, Bulkhead()])
    await new S().f()
    expect(log).toEqual(['retry', 'foreign', 'bulkhead', 'body'])
  })

  it('instances are there for whoever looks, before the first call', () => {
    class S { async f() {} }
    on(S, 'f', [Retry({ name: `early ${world}` })])
    expect(made).toEqual([])
    settleSites(realm())
    expect(realm().named!.has(`retry early ${world}`)).toBe(true)
    settleSites(realm())
    expect(made).toHaveLength(1)
  })
})

it('a standard method learns its class from the first instance, without a call', () => {
  class S { async f() {} }
  onMethod('standard', S, 'f', [Bulkhead(), Retry()])
  expect(initializers).toHaveLength(1)
  initializers[0]!.call(new S() as never)
  settleSites(realm())
  expect(made.map(({ id }) => id)).toEqual(['S.f', 'S.f'])
})

it('a foreign receiver is served, under the method’s name alone', async () => {
  class S { async f(this: unknown) { return this } }
  onMethod('standard', S, 'f', [Retry()])
  expect(await S.prototype.f.call(undefined)).toBe(undefined)
  expect(made[0]!.id).toBe('f')
})

it('classes that are made over and over and never used do not pile up', () => {
  settleSites(realm())
  const make = () => {
    class S { async f() {} }
    onMethod('legacy', S, 'f', [Retry()])
    return S
  }
  for (let i = 0; i < 1100; i++) make()
  expect(realm().unsettled!.size).toBeLessThanOrEqual(1000)
  settleSites(realm())
  expect(realm().unsettled!.size).toBe(0)
})

it('a record is found by its wrapper only', () => {
  expect(recordOf(undefined)).toBeUndefined()
  expect(recordOf(() => {})).toBeUndefined()
})
