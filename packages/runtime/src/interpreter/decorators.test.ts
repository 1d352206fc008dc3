import { realm, settleSites } from '@resilience4cata/core/run/realm'
import { beforeEach, describe, expect, it } from 'vitest'
import { Bulkhead, Fallback, Mode, Named, PolicyOrder, Retry, Timeout, bundle, initializers, onClass, onMethod, type Any, type World } from './decorators.fixture.ts'
import { forget, log, made } from './fake-rooms.fixture.ts'
import { recordOf } from './method.ts'

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
