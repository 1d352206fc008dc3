import { realm, settleSites } from '@resilience4cata/core/run/realm'
import { beforeEach, describe, expect, it } from 'vitest'
import { Bulkhead, Fallback, Mode, Named, PolicyOrder, Retry, Timeout, onClass, onMethod, type Any, type World } from './decorators.fixture.ts'
import { forget, log, made } from './fake-rooms.fixture.ts'

beforeEach(() => {
  settleSites(realm())
  forget()
})

describe.each<World>(['standard', 'legacy'])('%s decorators', (world) => {
  const on = (Class: Any, key: string | symbol, decorators: Any[]) => onMethod(world, Class, key, decorators)

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
})
