import { realm } from '@resilience4cata/core/run/realm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Registry, createRealm } from '../registry.ts'
import { attemptSignal } from '../scope/attempt-signal.ts'
import { bundles } from './bundle.ts'
import { abouts, forget, log, made, rooms } from './fake-rooms.fixture.ts'
import { marker } from './marker.ts'

const resilient = marker(rooms)
const bundle = bundles(rooms)
const registry = new Registry(realm)
const code = (code: string) => expect.objectContaining({ code, name: 'ConfigurationError' })

beforeEach(forget)

describe('the function that comes back', () => {
  it('has the name, the length, the own properties and the metadata of the given one', () => {
    const metadata = new Map<object, Map<unknown, unknown>>()
    Object.assign(Reflect, {
      getOwnMetadataKeys: (target: object) => [...(metadata.get(target)?.keys() ?? [])],
      getOwnMetadata: (key: unknown, target: object) => metadata.get(target)?.get(key),
      defineMetadata: (key: unknown, value: unknown, target: object) => void metadata.set(target, new Map(metadata.get(target)).set(key, value)),
    })
    const tag = Symbol('tag')
    async function given(_a: number, _b: number, _c = 3) {}
    Object.assign(given, { role: 'admin', [tag]: 1 })
    ;(Reflect as any).defineMetadata('k', 'v', given)
    const f = resilient({ retry: true }, given)
    expect([f.name, f.length, (f as any).role, (f as any)[tag], (Reflect as any).getOwnMetadata('k', f)]).toEqual(['given', 2, 'admin', 1, 'v'])
    expect(() => new (f as any)()).toThrow(TypeError)
    for (const word of ['getOwnMetadataKeys', 'getOwnMetadata', 'defineMetadata']) delete (Reflect as any)[word]
  })

  it('hands on the receiver and the arguments as they are', async () => {
    const object = {}
    const f = resilient({ retry: true }, async function (this: unknown, ...args: unknown[]) { return [this, ...args] })
    const result = await f.call(object, object, undefined)
    expect(result).toEqual([object, object, undefined])
    expect(result[0]).toBe(object)
  })

  it('starts at once, and an async one never throws', async () => {
    const f = resilient({ retry: true }, async () => { log.push('body'); throw new Error('no') })
    const promise = f()
    expect(log).toEqual(['retry', 'body'])
    await expect(promise).rejects.toThrow('no')
  })

  it("rejects with the body's own failure, whatever it is, sync or async, thrown before a promise or not", async () => {
    for (const failure of [undefined, null, 0, 'text', new Error('e')]) {
      await expect(resilient({ bulkhead: true }, async () => { throw failure })()).rejects.toBe(failure)
      await expect(resilient({ bulkhead: true, mode: 'async' }, () => { throw failure })()).rejects.toBe(failure)
    }
  })

  it('told async, takes any value, and a thenable for a promise', async () => {
    let reads = 0
    const thenable = { get then() { reads++; return (done: (v: string) => void) => done('from thenable') } }
    expect(await (resilient({ retry: true, mode: 'async' }, () => 7)() as unknown)).toBe(7)
    expect(await (resilient({ retry: true, mode: 'async' }, () => thenable)() as unknown)).toBe('from thenable')
    expect(reads).toBe(1)
  })

  it('stays sync where it is told so', () => {
    let calls = 0
    const f = resilient({ retry: { maxAttempts: 3, delay: '0' }, mode: 'sync' }, (x: number) => { if (++calls < 3) throw new Error('again'); return x + calls })
    expect(f(1)).toBe(4)
  })

  it('is async or sync to another marker around it', async () => {
    const inner = resilient({ mode: 'async', bulkhead: true }, () => 1)
    expect(await (resilient({ retry: true }, inner)() as unknown)).toBe(1)
    expect(resilient({ retry: true }, resilient({ mode: 'sync', bulkhead: true }, () => 2))()).toBe(2)
  })
})

describe('the layers', () => {
  it('nest in the default order, or as the order says', async () => {
    const policies = { bulkhead: true, timeout: '1s', retry: {}, fallback: () => 1 }
    await resilient(policies, async () => {})()
    expect(log).toEqual(['retry', 'timeout', 'bulkhead'])
    forget()
    await resilient({ ...policies, order: ['timeout', 'retry'] }, async () => {})()
    expect(log).toEqual(['timeout', 'retry', 'bulkhead'])
  })

  it('know their site: its id, the parameters, whether the layer inside counts attempts', () => {
    resilient({ timeout: '1s', retry: true, fallback: () => 1 }, async function given(_a: number, _b: number) {})
    // innermost first: timeout, retry, fallback
    expect(abouts.map(({ innerOffers }) => innerOffers)).toEqual([false, false, true])
    expect(abouts[0]).toEqual({ site: 'given', arity: 2, innerOffers: false, mode: 'async' })
  })

  it('are made once, with options that were read once', async () => {
    const retry = { maxAttempts: 3 }
    const policies = { retry }
    let calls = 0
    const f = resilient(policies, async () => { calls++; throw new Error('no') })
    retry.maxAttempts = 7
    policies.retry = { maxAttempts: 9 }
    for (let i = 0; i < 2; i++) await f().catch(() => {})
    expect([calls, made.length]).toEqual([6, 1])
  })

  it('take true for no options, and what stands alone for the option that it is', () => {
    resilient({ retry: true, timeout: '2s', fallback: () => 1 }, async () => {})
    resilient({ timeout: 2000 }, async () => {})
    expect(made.map(({ policy, written }) => [policy, written])).toEqual([
      ['fallback', { handler: expect.any(Function) }], ['retry', {}], ['timeout', { duration: '2s' }], ['timeout', { duration: 2000 }],
    ])
  })

  it.each([false, null, undefined, { enabled: false }, { enabled: 'False' }])('are taken out by %s, also those of a bundle', async (off) => {
    await resilient([bundle({ retry: true, bulkhead: true }), { retry: off }], async () => {})()
    expect(log).toEqual(['bulkhead'])
    expect(made.map(({ policy }) => policy)).toEqual(['bulkhead'])
  })

  it('pass straight through while configuration has switched them off', async () => {
    const f = resilient({ retry: { name: 'switched' }, bulkhead: true }, async () => {})
    registry.configure({ instances: { switched: { retry: { enabled: false } } } })
    await f()
    registry.configure({ instances: { switched: { retry: { enabled: true } } } })
    await f()
    registry.configure({ instances: { switched: null } })
    expect(log).toEqual(['bulkhead', 'retry', 'bulkhead'])
  })

  it('without any, are the function itself', async () => {
    const value = {}
    expect(await resilient({ retry: false }, async () => value)()).toBe(value)
  })

  it('are named by their own name, else by the site', () => {
    resilient({ name: 'site', retry: true, bulkhead: { name: 'own' }, fallback: () => 1 }, async () => {})
    expect(made.map(({ id }) => id)).toEqual(['site', 'site', 'own'])
  })

  it('live in the given registry', () => {
    const mine = createRealm()
    resilient({ retry: { name: 'there' }, registry: new Registry(() => mine) }, async () => {})
    expect(made[0]!.realm).toBe(mine)
    expect(mine.named!.has('retry there')).toBe(true)
  })

  it('are shared by a name, evaluation after evaluation, and nothing grows', async () => {
    const make = () => resilient({ retry: { name: 'again and again' } }, async function same() {})
    await make()()
    const { length } = made[0]!.capabilities
    for (let i = 0; i < 50; i++) await make()()
    expect(made[0]!.capabilities).toHaveLength(length)
  })
})

describe('a bundle', () => {
  it('is weaker than what is written beside it, and the later of two is the stronger', async () => {
    const one = bundle({ retry: { maxAttempts: 1 }, bulkhead: { name: 'one' } })
    const two = bundle({ retry: { maxAttempts: 2 } })
    resilient([one, two], async () => {})
    resilient([{ retry: { maxAttempts: 9 } }, one], async () => {})
    resilient(bundle([one, { retry: { maxAttempts: 4 } }]), async () => {})
    expect(made.filter(({ policy }) => policy === 'retry').map(({ written }) => (written as any).maxAttempts)).toEqual([2, 9, 4])
    expect(made.filter(({ policy }) => policy === 'bulkhead')).toHaveLength(3)
  })

  it('is read once, and makes instances at each site', () => {
    const policies = { retry: { maxAttempts: 3 } as { maxAttempts: number } }
    const remote = bundle(policies)
    policies.retry.maxAttempts = 8
    resilient(remote, async () => {})
    resilient(remote, async () => {})
    expect(made.map(({ written }) => written)).toEqual([{ maxAttempts: 3 }, { maxAttempts: 3 }])
  })
})

describe("the caller's signal", () => {
  const f = () => resilient({ signal: (o?: unknown) => o, retry: true }, async (_?: unknown) => attemptSignal())

  it('C-1: aborted before the start, no layer acts', async () => {
    await expect(f()(AbortSignal.abort('why'))).rejects.toBe('why')
    expect(log).toEqual([])
    expect(() => resilient({ signal: () => AbortSignal.abort('why'), retry: true, mode: 'sync' }, () => 1)()).toThrow('why')
  })

  it('is found once per call, from receiver and arguments, and is the attempt’s where nothing races', async () => {
    const { signal } = new AbortController()
    const asked = vi.fn(function (this: unknown, ..._: unknown[]) { return signal })
    const g = resilient({ signal: asked, retry: true }, async (..._: unknown[]) => attemptSignal())
    const receiver = {}
    expect(await g.call(receiver, 1, 2)).toBe(signal)
    expect(asked.mock.calls).toEqual([[1, 2]])
    expect(asked.mock.contexts[0]).toBe(receiver)
  })

  it('R4C-SIG-001 when it is none; what its function throws is the call’s error', async () => {
    await expect(f()('no signal')).rejects.toThrow(code('R4C-SIG-001'))
    await expect(resilient({ signal: () => { throw new Error('mine') }, retry: true }, async () => {})()).rejects.toThrow('mine')
    expect(log).toEqual([])
  })

  it('attemptSignal: the attempt on the stack, restored after a nested and after a failed one', async () => {
    const inner = resilient({ mode: 'sync', bulkhead: true }, () => { attemptSignal(); throw new Error('inner') })
    const outer = resilient({ retry: true }, async () => {
      const mine = attemptSignal()
      try { inner() } catch {}
      return mine === attemptSignal()
    })
    expect(await outer()).toBe(true)
    expect(() => attemptSignal()).toThrow(code('R4C-SIG-003'))
  })
})

describe('the classifier of a site', () => {
  it('is asked once per attempt, and its verdict travels outwards', async () => {
    const classifier = vi.fn((value: number) => (value < 3 ? 'failure' as const : 'success' as const))
    let calls = 0
    expect(await resilient({ classifier, retry: { maxAttempts: 5 }, bulkhead: true }, async () => ++calls)()).toBe(3)
    expect(classifier.mock.calls).toEqual([[1], [2], [3]])
  })

  it('judges failures by its error part', async () => {
    const error = vi.fn(() => 'ignore' as const)
    await expect(resilient({ classifier: { error }, retry: { maxAttempts: 5 } }, async () => { throw 'x' })()).rejects.toBe('x')
    expect(error.mock.calls).toEqual([['x']])
  })

  it('R4C-CLS-013: a promise as verdict is a mistake, not an outcome', async () => {
    const body = vi.fn(async () => 1)
    await expect(resilient({ classifier: async () => 'success', retry: { maxAttempts: 5 } }, body as () => Promise<number>)).toBeDefined()
    await expect(resilient({ mode: 'async', classifier: async () => 'success', retry: { maxAttempts: 5 } }, body)()).rejects.toThrow(code('R4C-CLS-013'))
    expect(body).toHaveBeenCalledTimes(1)
  })
})

describe('mistakes', () => {
  const fb = () => 'fallback'
  const calling = (policies: object, fn: any = async () => {}) => async () => resilient(policies, fn)()

  it('R4C-SIT-013: no function, or the arguments swapped, at once', () => {
    expect(() => resilient({ retry: true }, undefined)).toThrow(code('R4C-SIT-013'))
    expect(() => resilient(async () => {}, { retry: true })).toThrow(/swapped/)
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
    ['R4C-SYN-003', { fallback: async () => 1, mode: 'sync' }, () => 1],
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
    home.strict = true
    const f = resilient({ retry: true }, async () => {})
    home.strict = false
    await expect(f()).rejects.toThrow(code('R4C-RT-022'))
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
    home.noticed = true
    vi.unstubAllEnvs()
    info.mockRestore()
  })
})
