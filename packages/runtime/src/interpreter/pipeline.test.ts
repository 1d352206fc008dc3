import { realm } from '@resilience4cata/core/run/realm'
import { beforeEach, expect, it } from 'vitest'
import { Registry, createRealm } from '../registry.ts'
import { attemptSignal } from '../scope/attempt-signal.ts'
import { forget, log, made, rooms } from './fake-rooms.fixture.ts'
import { pipelines } from './pipeline.ts'

const pipeline = pipelines(rooms)
const code = (code: string) => expect.objectContaining({ code, name: 'ConfigurationError' })
beforeEach(forget)

it('runs any function through the layers, in the default order', async () => {
  let calls = 0
  const p = pipeline('inventory', { bulkhead: true, retry: { maxAttempts: 3 }, fallback: (failure: Error) => failure.message })
  expect(await p.execute(async () => { if (++calls < 3) throw new Error('again'); return calls })).toBe(3)
  expect(await p.execute(() => 'plain')).toBe('plain')
  expect(await p.execute(() => { throw new Error('down') })).toBe('down')
  expect(log.slice(0, 2)).toEqual(['retry', 'bulkhead'])
})

it('its id names its instances, which are there at once', () => {
  pipeline('named-here', { retry: true, fallback: () => 1 })
  expect(made.map(({ id, site }) => [id, site])).toEqual([['named-here', 'named-here'], ['named-here', 'named-here']])
  expect(realm().named!.has('retry named-here')).toBe(true)
})

it('lives in the given registry', () => {
  const mine = createRealm()
  pipeline('elsewhere', { retry: true }, { registry: new Registry(() => mine) })
  expect(made[0]!.realm).toBe(mine)
})

it('takes the caller’s signal', async () => {
  const { signal } = new AbortController()
  const p = pipeline('signals', { retry: true })
  expect(await p.execute(async () => attemptSignal(), { signal })).toBe(signal)
  await expect(p.execute(async () => 1, { signal: AbortSignal.abort('why') })).rejects.toBe('why')
})

it('runs sync functions by the same instances', () => {
  const p = pipeline('sync', { retry: { maxAttempts: 2 } })
  let calls = 0
  expect(p.executeSync(() => { if (++calls < 2) throw new Error('again'); return calls })).toBe(2)
  expect(made).toHaveLength(1)
  expect(() => p.executeSync(() => Promise.resolve())).toThrow(code('R4C-SYN-010'))
})

it('R4C-SYN-004: what would wait has no sync form, and async goes on', async () => {
  const p = pipeline('waits', { retry: { delay: '1s' } })
  expect(await p.execute(() => 1)).toBe(1)
  expect(() => p.executeSync(() => 1)).toThrow(code('R4C-SYN-004'))
  expect(await p.execute(() => 2)).toBe(2)
})

it.each([{}, { realm: {} }, 5, () => new Registry(createRealm)])('R4C-ATR-012: a registry that is none, %o', async (registry) => {
  const p = pipeline('nowhere', { retry: true }, { registry: registry as never })
  await expect(p.execute(() => 1)).rejects.toThrow(code('R4C-ATR-012'))
  expect(made).toEqual([])
})

it.each([
  ['R4C-RT-019', { retry: true, hedge: true }],
  ['R4C-CFG-001', { retry: true, order: ['retry'] }],
  ['R4C-CFG-001', { retry: true, mode: 'async' }],
  ['R4C-FBK-004', { fallback: 'later' }],
])('%s: %o', async (which, policies) => {
  const p = pipeline('wrong', policies)
  await expect(p.execute(() => 1)).rejects.toThrow(code(which))
  expect(() => p.executeSync(() => 1)).toThrow(code(which))
})

it('R4C-RT-018: a layer without a sync form', async () => {
  const p = pipeline('hedged', { hedge: true })
  expect(await p.execute(() => 1)).toBe(1)
  expect(() => p.executeSync(() => 1)).toThrow(code('R4C-RT-018'))
})
