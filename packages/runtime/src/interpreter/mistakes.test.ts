import { realm } from '@resilience4cata/core/run/realm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { interpreting } from './compiled.ts'
import { forget, log, rooms } from './fake-rooms.fixture.ts'
import { marker } from './marker.ts'
import { strict } from '../strict.ts'

const resilient = marker(rooms)
const code = (code: string) => expect.objectContaining({ code, name: 'ConfigurationError' })

beforeEach(forget)

describe('mistakes', () => {
  const fb = () => 'fallback'
  const calling = (policies: object, fn: any = async () => {}) => async () => resilient(policies, fn)()

  it('R4C-SIT-013: no function, or the arguments swapped, at once', () => {
    expect(() => resilient({ retry: true }, undefined)).toThrow(code('R4C-SIT-013'))
    expect(() => resilient(async () => {}, { retry: true })).toThrow(/swapped/)
    expect(() => resilient({ retry: true }, (async () => {})())).toThrow(/got a promise. Hand the function over without calling it/)
  })

  it('R4C-SYN-001: a plain function without a mode, thrown at each call, before any layer and without the fallback', () => {
    const body = vi.fn()
    const f = resilient({ retry: true, fallback: fb }, body)
    for (let i = 0; i < 2; i++) expect(() => f()).toThrow(code('R4C-SYN-001'))
    expect(body).not.toHaveBeenCalled()
  })

  const wrong: [string, object, Function | undefined][] = [
    ['R4C-SYN-002', { retry: true }, function* () {}],
    ['R4C-SYN-002', { retry: true, mode: 'async' }, async function* () {}],
    ['R4C-SYN-004', { retry: { delay: '1s' }, mode: 'sync' }, () => 1],
    ['R4C-SYN-005', { retry: true, mode: 'sync' }, async () => 1],
    ['R4C-SYN-010', { retry: true, mode: 'sync' }, () => Promise.resolve()],
    ['R4C-HDG-001', { hedge: true, mode: 'sync' }, () => 1],
    ['R4C-HDG-002', { hedge: true, retry: true }, undefined],
    ['R4C-ORD-001', { retry: true, order: ['retry', 'retry'] }, undefined],
    ['R4C-ORD-002', { retry: true, order: ['fallback'] }, undefined],
    ['R4C-ORD-003', { retry: true, order: ['retri'] }, undefined],
    ['R4C-FBK-004', { fallback: 'later' }, undefined],
    ['R4C-CFG-001', { retri: true }, undefined],
    ['R4C-CFG-001', { retry: { maxAttempt: 3 } }, undefined],
    ['R4C-CFG-001', { adaptiveLimit: true }, undefined],
    ['R4C-ATR-003', { retry: { maxAttempts: 0 } }, undefined],
    ['R4C-ATR-001', { timeout: '2 secs' }, undefined],
    ['R4C-ATR-006', { retry: { enabled: 'perhaps' } }, undefined],
    ['R4C-ATR-009', { timeout: true }, undefined],
    ['R4C-ATR-011', { retry: true, mode: 'asynchronous' }, undefined],
    ['R4C-ATR-012', { retry: 'often' }, undefined],
    ['R4C-ATR-012', { retry: true, signal: 7 }, undefined],
    ['R4C-ATR-012', { retry: true, order: 'retry' }, undefined],
    ['R4C-ATR-012', { retry: true, name: '' }, undefined],
    ['R4C-REG-004', { retry: { config: 'nowhere' } }, undefined],
  ]
  it.each(wrong)('%s: %o', async (which, policies, fn) => {
    const fallback = 'fallback' in policies ? {} : { fallback: fb }
    await expect(calling({ ...fallback, ...policies }, fn ?? (async () => {}))()).rejects.toThrow(code(which))
    expect(log.filter((line) => line.startsWith('fallback'))).toEqual([])
  })

  it('R4C-ATR-012: policies that are nothing', async () => {
    await expect(calling(undefined as any)()).rejects.toThrow(code('R4C-ATR-012'))
  })

  it('an async site rejects, a sync one throws, with a new error each time that has all mistakes', async () => {
    const f = resilient({ retri: true, order: ['nothing'] }, async function price() {})
    const errors = await Promise.all([f(), f()].map((p) => p.catch((error) => error)))
    expect(errors[0]).not.toBe(errors[1])
    expect(errors[0].diagnostics.map((d: any) => [d.code, d.where])).toEqual([['R4C-CFG-001', 'price'], ['R4C-ORD-003', 'price']])
    expect(errors[0].message).toMatch(/Did you mean retry\?/)
  })

  it('of one layer stop the others from acting: all options must hold first', async () => {
    await expect(calling({ bulkhead: true, retry: true, timeout: 'soon' })()).rejects.toThrow(code('R4C-ATR-001'))
    expect(log).toEqual([])
  })

  it('R4C-RT-022: nothing is interpreted in a program that was built with strict', async () => {
    const home = realm()
    const f = resilient({ retry: true }, async () => 1)
    expect(await f()).toBe(1)
    // whatever was evaluated earlier is meant too
    strict()
    await expect(f()).rejects.toThrow(code('R4C-RT-022'))
    home.strict = false
    expect(await f()).toBe(1)
  })
})

describe('the notice', () => {
  it('is given once, and not in production or tests', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => {})
    const home = realm()
    for (const mode of ['test', 'production']) {
      vi.stubEnv('NODE_ENV', mode)
      resilient({ retry: true }, async () => {})
    }
    expect(info).not.toHaveBeenCalled()
    vi.stubEnv('NODE_ENV', 'development')
    for (let i = 0; i < 2; i++) resilient({ retry: true }, async function price() {})
    expect(info.mock.calls).toEqual([[expect.stringMatching(/price is interpreted: add unplugin-resilience4cata/)]])
    home.noticed = false
    interpreting(rooms)('shop:src/prices.ts#price', {}, async () => {})
    expect(info.mock.calls[1]).toEqual([expect.stringMatching(/shop:src\/prices\.ts#price is interpreted, though the compiler has seen it: `npx r4c explain`/)])
    home.noticed = true
    vi.unstubAllEnvs()
    info.mockRestore()
  })
})
