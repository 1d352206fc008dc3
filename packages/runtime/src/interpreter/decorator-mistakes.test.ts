import { realm, settleSites } from '@resilience4cata/core/run/realm'
import { beforeEach, describe, expect, it } from 'vitest'
import { Bulkhead, Fallback, Hedge, Mode, Named, PolicyOrder, Retry, Timeout, context, onClass, onMethod, type Any, type World } from './decorators.fixture.ts'
import { forget } from './fake-rooms.fixture.ts'

const code = (code: string) => expect.objectContaining({ code, name: 'ConfigurationError' })

beforeEach(() => {
  settleSites(realm())
  forget()
})

describe.each<World>(['standard', 'legacy'])('%s decorators', (world) => {
  const on = (Class: Any, key: string | symbol, decorators: Any[]) => onMethod(world, Class, key, decorators)

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
})
