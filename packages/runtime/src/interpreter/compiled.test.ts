import { realm } from '@resilience4cata/core/run/realm'
import { beforeEach, expect, it } from 'vitest'
import { bundles } from './bundle.ts'
import { guarding, interpreting, protecting } from './compiled.ts'
import { forget, log, made, rooms } from './fake-rooms.fixture.ts'

const interpret = interpreting(rooms)
const protect = protecting(rooms)
const guard = guarding(rooms) as (site: string, policies: object) => any
const bundle = bundles(rooms)
beforeEach(forget)

it('interpret: a marker under the compiler’s id, held by the registry where it is evaluated once', async () => {
  const f = interpret('@acme/shop:src/a.ts#f', { retry: { maxAttempts: 3 } }, async () => 1, { moduleLevel: true })
  expect(await f()).toBe(1)
  expect([made[0]!.id, Boolean(made[0]!.local)]).toEqual(['@acme/shop:src/a.ts#f', false])
  expect(realm().entered.map((reference) => reference.deref())).toContain(made[0])
  interpret('@acme/shop:src/a.ts#g', { retry: true }, async () => 1)
  expect(Boolean(made[1]!.local)).toBe(true)
})

it('interpret: with bundles, weakest first', () => {
  interpret('id', { bundles: [bundle({ retry: { maxAttempts: 2 } }), bundle({ retry: { maxAttempts: 3 }, bulkhead: true })], bulkhead: { name: 'own' } }, async () => 1)
  expect(made.map(({ written }) => written)).toEqual([{ maxAttempts: 3 }, { name: 'own' }])
})

it('protect: a method in the class’s static block', async () => {
  class S {
    static { protect(this.prototype, 'f', 'p:s.ts#S.f', { retry: true, fallback: { method: 'later' } }) }
    async f(): Promise<string> { throw new Error('no') }
    later(failure: Error) { return failure.message }
  }
  expect(await new S().f()).toBe('no')
  expect(log).toEqual(['retry', 'fallback after 2'])
  expect(made.map(({ id }) => id)).toEqual(['p:s.ts#S.f', 'p:s.ts#S.f'])
  expect(Object.getOwnPropertyDescriptor(S.prototype, 'f')).toMatchObject({ enumerable: false, writable: true, configurable: true })
})

it('guard: a decorator of both worlds; of its bundles the last is the strongest', async () => {
  const decorate = guard('p:s.ts#S.#f', { bundles: [bundle({ retry: { maxAttempts: 2 } }), bundle({ retry: { maxAttempts: 3 } })], bulkhead: true })
  const standard = decorate(async () => 1, { kind: 'method', name: '#f', static: false, addInitializer() {} })
  expect(await standard()).toBe(1)
  expect(log).toEqual(['retry', 'bulkhead'])
  expect(made.map(({ id, written }) => [id, written])).toEqual([['p:s.ts#S.#f', { maxAttempts: 3 }], ['p:s.ts#S.#f', {}]])
  const { value } = decorate({}, 'f', { value: async () => 2, configurable: true })
  expect(await value()).toBe(2)
})
