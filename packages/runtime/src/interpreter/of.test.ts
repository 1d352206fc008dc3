import { beforeEach, expect, it } from 'vitest'
import { forget, log, made, rooms } from './fake-rooms.fixture.ts'
import { marker } from './marker.ts'

const resilient = marker(rooms)
beforeEach(forget)

const tag = Symbol('tag')
class Base { greet() { return `hello ${(this as unknown as Repo).name}` } }
class Repo extends Base {
  #n = 0
  name = 'repo'
  constructor(readonly other = (): unknown => this) { super() }
  get n() { return this.#n }
  set n(v: number) { this.#n = v }
  [tag]() { return this.#n }
  async load(id: string) { if (++this.#n < 2) throw new Error(`load ${this.#n}`); return `${id} ${this.#n}` }
  async twice(id: string) { return this.load(id) }
}

it('protects the listed methods; `this` is the target', async () => {
  const repo = new Repo()
  const safe = resilient.of(repo, { load: { retry: true } })
  expect(await safe.load('a')).toBe('a 2')
  expect(log).toEqual(['retry'])
  expect(made.map(({ id }) => id)).toEqual(['Repo.load'])
})

it('forwards everything else: accessors, private members, symbols, inherited ones, fields', () => {
  const repo = new Repo()
  const safe = resilient.of(repo, { load: { retry: true } })
  safe.n = 5
  safe.name = 'renamed'
  expect([safe.n, safe[tag](), safe.greet(), repo.name, safe instanceof Repo, safe.constructor]).toEqual([5, 5, 'hello renamed', 'renamed', true, Repo])
  expect(safe.greet).toBe(safe.greet)
  expect(safe.other()).toBe(repo)
  expect(Object.keys(safe)).toEqual(Object.keys(repo))
})

it('follows what the target gets later under a known name', () => {
  const repo = new Repo()
  const safe = resilient.of(repo, {})
  repo.greet = () => 'patched'
  expect(safe.greet()).toBe('patched')
})

it('leaves calls that the target makes to itself unprotected', async () => {
  await expect(resilient.of(new Repo(), { load: { retry: true } }).twice('b')).rejects.toThrow('load 1')
})

it('labels methods of a plain object by their names', async () => {
  await resilient.of({ async get() {} }, { get: { retry: true } }).get()
  expect(made[0]!.id).toBe('get')
})

it('R4C-SIT-013: what is listed is no method; R4C-FBK-004: a fallback by name', async () => {
  expect(() => resilient.of({ x: 1 } as object, { x: { retry: true } })).toThrow(expect.objectContaining({ code: 'R4C-SIT-013' }))
  await expect(resilient.of({ async get() {} }, { get: { fallback: 'later' } }).get()).rejects.toMatchObject({ code: 'R4C-FBK-004' })
})
