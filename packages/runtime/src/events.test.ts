import { furnished } from '@resilience4cata/core/run/furnished'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRegistry } from './create-registry.ts'
import type { PolicyEvent } from './events.ts'
import { fakeRoom, type Fake } from './fake-room.fixture.ts'
import { into } from './sharing/into.ts'
import { local } from './sharing/local.ts'

const rooms = { bulkhead: fakeRoom('bulkhead'), timeout: fakeRoom('timeout') }
let time = 100
let registry = createRegistry(rooms)
beforeEach(() => { registry = createRegistry(rooms, { clock: { now: () => time } }) })
afterEach(() => vi.restoreAllMocks())
function make(site: string): Fake {
  const fake = rooms.bulkhead.create(site, undefined, into(registry)) as Fake
  fake.ready()
  return fake
}

it('nothing is built while nobody listens, and only what somebody listens to', () => {
  const fake = make('f')
  expect(fake.tell).toBeUndefined()
  const seen: string[] = []
  const end = registry.on('bulkhead.used', (event) => seen.push(event.type))
  const later = make('g')
  const other = rooms.timeout.create('h', undefined, furnished(into(registry), local)) as Fake
  other.ready()
  for (const one of [fake, later]) for (const word of ['used', 'refused']) one.tell!(word)
  expect([seen, other.tell]).toEqual([['bulkhead.used', 'bulkhead.used'], undefined])
  end()
  end()
  expect([fake.tell, later.tell]).toEqual([undefined, undefined])
})

it('an event says its type, instance, time and fields; toJSON shows failures plainly', () => {
  const seen: PolicyEvent[] = []
  registry.on('*', (event) => seen.push(event))
  time = 250.5
  make('f').tell!('used')
  expect({ ...seen[0] }).toEqual({ type: 'bulkhead.used', instance: 'f', at: 250.5, word: 'used' })
  const failure = Object.assign(new TypeError('down'), { code: 'E' })
  registry.realm.kit!.publish('registry.keyOverflow', 'f', { failure, fallbackFailure: 'x', result: { message: 'mine' } })
  expect(JSON.parse(JSON.stringify(seen[1]))).toEqual({
    type: 'registry.keyOverflow', instance: 'f', at: 250.5, failure: { name: 'TypeError', code: 'E', message: 'down' }, fallbackFailure: 'x', result: { message: 'mine' },
  })
  registry.realm.kit!.publish('registry.keyOverflow', 'f', { failure: null, fallbackFailure: failure, result: { message: 'mine', id: 7 } })
  expect(JSON.parse(JSON.stringify(seen[2]))).toMatchObject({ failure: null, fallbackFailure: { name: 'TypeError', code: 'E', message: 'down' }, result: { message: 'mine', id: 7 } })
  registry.configure({})
  expect(seen[3]).toMatchObject({ type: 'registry.reconfigured', instance: '' })
})

it('a failure that can’t be looked at keeps no event from being plain', () => {
  const seen: PolicyEvent[] = []
  registry.on('registry.keyOverflow', (event) => seen.push(event))
  const no = () => { throw new Error('no') }
  for (const failure of [new Proxy({}, { get: no }), Object.defineProperty(new Error('x'), 'message', { get: no }), Object.defineProperty(new Error('x'), 'code', { get: no })]) registry.realm.kit!.publish('registry.keyOverflow', 'f', { failure })
  expect(seen.map((event) => JSON.parse(JSON.stringify(event)).failure)).toEqual([{}, {}, {}])
})

it('goes to one type, one policy, or everything, in the order of the listeners', () => {
  const seen: string[] = []
  for (const type of ['*', 'bulkhead.refused', 'bulkhead.*', 'timeout.*', 'bulkhead.used']) registry.on(type, () => seen.push(type))
  make('f').tell!('used')
  expect(seen).toEqual(['*', 'bulkhead.*', 'bulkhead.used'])
})

it('once, and until a signal aborts', () => {
  const seen: string[] = []
  const controller = new AbortController()
  registry.on('bulkhead.used', () => { seen.push('once'); fake.tell?.('used') }, { once: true })
  registry.on('bulkhead.used', () => seen.push('signal'), { signal: controller.signal })
  registry.on('bulkhead.used', () => seen.push('never'), { signal: AbortSignal.abort() })
  const fake = make('f')
  fake.tell!('used')
  const listening = () => getEventListeners(controller.signal, 'abort').length
  const end = registry.on('bulkhead.used', () => {}, { signal: controller.signal })
  expect(listening()).toBe(2)
  end()
  expect(listening()).toBe(1)
  controller.abort()
  expect(listening()).toBe(0)
  expect([seen, fake.tell]).toEqual([['once', 'signal', 'signal'], undefined])
})

it('a listener that throws or rejects is reported, and changes nothing for the others', async () => {
  const reported: unknown[] = []
  registry.onError = (error, about) => reported.push([(error as Error).message, about])
  const seen: string[] = []
  registry.on('bulkhead.used', () => { throw new Error('one') })
  registry.on('bulkhead.used', async () => { throw new Error('two') })
  registry.on('bulkhead.used', () => seen.push('three'))
  make('f').tell!('used')
  expect(seen).toEqual(['three'])
  await undefined
  const about = { instance: 'f', source: 'listener' }
  expect(reported).toEqual([['one', about], ['two', about]])
})

it('what a listener sets going comes after it; a listener taken away in between hears nothing more', () => {
  const seen: string[] = []
  const fake = make('f')
  registry.on('bulkhead.used', () => { seen.push('a'); fake.tell!('refused'); end(); seen.push('/a') })
  const end = registry.on('bulkhead.used', () => seen.push('b'))
  registry.on('bulkhead.refused', () => seen.push('refused'))
  fake.tell!('used')
  expect(seen).toEqual(['a', '/a', 'refused'])
})

it('drops what goes beyond 1000 in one drain, with one warning', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const fake = make('f')
  let heard = 0
  registry.on('bulkhead.used', () => { heard++; fake.tell!('used') })
  fake.tell!('used')
  expect([heard, warned.mock.calls.length]).toEqual([1000, 1])
  registry.on('bulkhead.used', () => { fake.tell!('used') })
  fake.tell!('used')
  expect([heard, warned.mock.calls.length]).toEqual([2000, 2])
  heard = -1
  fake.tell!('refused')
  expect(heard).toBe(-1)
})

it('what a change of many publishes at once is heard by all, and leaves room for what listeners publish', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const fake = make('f')
  const heard = { used: 0, refused: 0 }
  registry.on('bulkhead.used', () => { if (++heard.used === 1) fake.tell!('refused') })
  registry.on('bulkhead.refused', () => heard.refused++)
  // more than one call can have as arguments
  const deliver = registry.realm.kit!.holding!(() => { for (let i = 0; i < 200_000; i++) fake.tell!('used') })
  expect(heard.used).toBe(0)
  deliver()
  expect([heard, warned.mock.calls]).toEqual([{ used: 200_000, refused: 1 }, []])
  fake.tell!('refused')
  expect(heard.refused).toBe(2)
})

it('a type that nobody publishes is a mistake', () => {
  expect(() => registry.on('bulkhead.usd', () => {})).toThrow(ConfigurationError)
  expect(() => registry.on('bulkhead.usd', () => {})).toThrow('R4C-CFG-001 registry.on: unknown key "bulkhead.usd". Did you mean bulkhead.used?')
})
