import { furnished } from '@resilience4cata/core/run/furnished'
import { expect, it } from 'vitest'
import { createRegistry } from './create-registry.ts'
import { fakeRoom, type Fake } from './fake-room.fixture.ts'
import { into } from './sharing/into.ts'
import { named } from './sharing/named.ts'
import { plain } from './snapshot.ts'

it('is plain JSON of all instances, by policy; one that is wrong shows no options', () => {
  const rooms = { timeout: fakeRoom('timeout', { needs: true }), bulkhead: fakeRoom('bulkhead'), fallback: fakeRoom('fallback') }
  const registry = createRegistry(rooms)
  class HttpError extends Error {}
  const fake = rooms.bulkhead.create('p#f', { on: [HttpError, () => true, 'E'], name: 'x', config: undefined } as object, furnished(into(registry), named)) as Fake
  fake.use()
  rooms.timeout.create('p#f', undefined, into(registry))
  rooms.fallback.create('p#f', undefined, into(registry))
  const snapshot = registry.snapshot()
  expect(JSON.parse(JSON.stringify(snapshot))).toEqual({
    version: 1,
    fallback: [],
    timeout: [{ instance: 'p#f', config: null }],
    bulkhead: [{ instance: 'x', config: { enabled: true, size: 10, low: 0, wait: 0, extra: 0, kind: 'plain', on: ['[HttpError]', '[function]', 'E'] }, used: 1 }],
  })
  expect(registry.snapshot()).toEqual(snapshot)
})

it('shows functions and classes by name, and no number that JSON has no word for', () => {
  class Native {}
  function Legacy() {}
  // as it comes out of a compiler for old engines
  function OldError() {}
  OldError.prototype = Object.create(Error.prototype) as object
  const judge = { result: () => 1, limit: 5n, self: {} }
  judge.self = judge
  expect([[Native, TypeError, OldError, Error, Legacy, () => 1], judge, Infinity, null].map(plain)).toEqual([['[Native]', '[TypeError]', '[OldError]', '[Error]', '[function]', '[function]'], { result: '[function]' }, 'Infinity', null])
})
